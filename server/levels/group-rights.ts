import type { ServerContext } from '../context/context.ts'
import type { Rights } from '../context/level-rules.ts'
import { withoutMark } from '../messages/changes/moving.ts'
import type { MessageRow } from '../store/messages/message-rows.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'
import { hasRight, isIn, organizationGroup, settingOfPolicy, streamGroup } from './group-settings.ts'
import { formerPolicies, newSettings, type GroupSetting } from './group-setting-table.ts'
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
      if (level >= 367 && from.id === to.id && isOnlyMark(row.topic, topic)) {
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
    mayMessageDirectly(user, others) {
      if (level < 270) return undefined
      if (others.length === 0) return true
      const permitted = organizationGroup(organization(), 'direct_message_permission_group')
      if (![user, ...others].some((one) => isIn(organization(), one, permitted))) return false
      if (isIn(organization(), user, organizationGroup(organization(), 'direct_message_initiator_group'))) return true
      const members = [...new Set([user.id, ...others.map((one) => one.id)])]
      return organization().tables.messages.findDirectRecipient(members) !== undefined
    },
  }
}

/** Whether two topics differ only in the mark of resolved topics. */
export function isOnlyMark(before: string, after: string): boolean {
  return before !== after && withoutMark(before) === withoutMark(after)
}
