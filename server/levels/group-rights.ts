import type { ServerContext } from '../context/context.ts'
import type { Rights } from '../context/level-rules.ts'
import { withoutMark } from '../messages/changes/moving.ts'
import type { MessageRow } from '../store/messages/message-rows.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'
import {
  hasRight,
  isGranted,
  isIn,
  organizationGroup,
  settingOfGroup,
  settingOfPolicy,
  streamGroup,
  type GroupValue,
} from './group-settings.ts'
import {
  earlySettings,
  formerPolicies,
  groupSettings,
  newSettings,
  streamSettings,
  type GroupSetting,
} from './group-setting-table.ts'
import { isAdministrator } from '../people/permissions.ts'
import { systemGroups, type GroupRow } from '../store/people/groups.ts'
import type { FeatureLevel } from '../base/feature-levels.ts'

const all: readonly GroupSetting[] = [...formerPolicies.flatMap((former) => former.settings), ...newSettings]

/** Decides by group settings if the level has them (newer-servers.md §1 "How to decide"). */
export function groupRights(level: FeatureLevel, organization: () => ServerContext): Rights {
  const may = (user: UserRow, name: string): boolean => {
    const known = all.find((one) => one.name === name)
    return known !== undefined && hasRight(organization(), user, known)
  }
  const mayIn = (user: UserRow, stream: StreamRow | undefined, name: string): boolean =>
    stream !== undefined && isIn(organization(), user, streamGroup(organization(), stream, name))
  const grants = (table: readonly GroupSetting[], user: UserRow, name: string, value: GroupValue): boolean => {
    const known = table.find((one) => one.name === name)
    return known !== undefined && isGranted(organization(), user, known, value)
  }
  const grantsInStream = (user: UserRow, stream: StreamRow, name: string): boolean =>
    grants(streamSettings, user, name, streamGroup(organization(), stream, name))
  const streamOf = (row: MessageRow) =>
    row.stream_id === null ? undefined : organization().tables.streams.get(row.stream_id)

  return {
    allows(user, policy) {
      const known = settingOfPolicy(policy)
      return known !== undefined && hasRight(organization(), user, known)
    },
    mayPost(user, stream) {
      return level < 333 ? undefined : mayIn(user, stream, 'can_send_message_group')
    },
    mayDeleteAny(user, row) {
      if (level < 281) return undefined
      const stream = streamOf(row)
      if (stream?.is_archived === 1) return false
      return (
        may(user, 'can_delete_any_message_group') ||
        (level >= 407 && mayIn(user, stream, 'can_delete_any_message_group'))
      )
    },
    mayDeleteOwn(user, row) {
      if (level < 291) return undefined
      const isOfStream = level >= 407 && mayIn(user, streamOf(row), 'can_delete_own_message_group')
      return may(user, 'can_delete_own_message_group') || isOfStream
    },
    mayMove(user, { row, from, to, topic }) {
      if (level < 316) return undefined
      if (level >= 367 && isResolving({ row, from, to, topic })) {
        return may(user, 'can_resolve_topics_group') || (level >= 402 && mayIn(user, from, 'can_resolve_topics_group'))
      }
      const mayLeave =
        to.id === from.id ||
        may(user, 'can_move_messages_between_channels_group') ||
        (level >= 396 && mayIn(user, from, 'can_move_messages_out_of_channel_group'))
      const mayRename =
        topic === row.topic ||
        may(user, 'can_move_messages_between_topics_group') ||
        (level >= 396 && mayIn(user, from, 'can_move_messages_within_channel_group'))
      return mayLeave && mayRename
    },
    isTimed: (move) => level < 367 || !isResolving(move),
    mayMessageDirectly(user, others) {
      if (level < 270) return undefined
      if (others.length === 0) return 'yes'
      const permitted = organizationGroup(organization(), 'direct_message_permission_group')
      if (permitted === systemGroups.nobody) return 'not allowed'
      if (![user, ...others].some((one) => isIn(organization(), one, permitted))) return 'not permitted'
      if (isIn(organization(), user, organizationGroup(organization(), 'direct_message_initiator_group'))) return 'yes'
      const members = [...new Set([user.id, ...others.map((one) => one.id)])]
      return organization().tables.messages.findDirectRecipient(members) === undefined ? 'not begun' : 'yes'
    },
    mayAdminister(user, stream) {
      if (level < 325) return undefined
      if (isAdministrator(user)) return true
      return stream !== undefined && grantsInStream(user, stream, 'can_administer_channel_group')
    },
    isLetIn: (user, stream) =>
      (level >= 354 && grantsInStream(user, stream, 'can_add_subscribers_group')) ||
      (level >= 357 && grantsInStream(user, stream, 'can_subscribe_group')),
    isShown: (user, stream) => level >= 325 && grantsInStream(user, stream, 'can_administer_channel_group'),
    mayAddSubscribers(user, stream) {
      if (level < 342) return undefined
      return may(user, 'can_add_subscribers_group') || grantsInStream(user, stream, 'can_add_subscribers_group')
    },
    mayRemoveSubscribers(user, stream) {
      if (level < 320) return undefined
      return (
        grantsInStream(user, stream, 'can_remove_subscribers_group') ||
        (level >= 349 && grantsInStream(user, stream, 'can_administer_channel_group'))
      )
    },
    mayCreateGroup: (user) => (level < 299 ? undefined : may(user, 'can_create_groups')),
    mayActOnGroup(user, group, act) {
      if (level < 299) return undefined
      const isGrantedHere = (name: string, from: number) =>
        level >= from && grants(groupSettings, user, name, settingOfGroup(organization(), group, name))
      if (may(user, 'can_manage_all_groups') || isGrantedHere('can_manage_group', 283)) return true
      switch (act) {
        case 'manage':
          return false
        case 'add members':
          return isGrantedHere('can_add_members_group', 305)
        case 'remove members':
          return isGrantedHere('can_remove_members_group', 324)
        case 'join':
          return isGrantedHere('can_add_members_group', 305) || isGrantedHere('can_join_group', 301)
        case 'leave':
          return isGrantedHere('can_remove_members_group', 324) || isGrantedHere('can_leave_group', 308)
      }
    },
    mayMentionGroup: (user, group: GroupRow) =>
      level < 258 || group.is_system_group === 1
        ? undefined
        : isIn(organization(), user, settingOfGroup(organization(), group, 'can_mention_group')),
    mayCreateBot(user, type) {
      if (level < 344) return undefined
      return may(user, 'can_create_bots_group') || (type === 2 && may(user, 'can_create_write_only_bots_group'))
    },
    mayCreateInviteLink(user) {
      if (level < 314) return undefined
      const name = 'create_multiuse_invite_group'
      return grants(earlySettings, user, name, organizationGroup(organization(), name))
    },
  }
}

/** Whether a move only resolves a topic, or takes that back. */
function isResolving({ row, from, to, topic }: Parameters<Rights['isTimed']>[0]): boolean {
  return from.id === to.id && isOnlyMark(row.topic, topic)
}

/** Whether two topics differ only in the mark of resolved topics. */
export function isOnlyMark(before: string, after: string): boolean {
  return before !== after && withoutMark(before) === withoutMark(after)
}
