import type { ServerEvent } from '../api/events.ts'
import type { WireGroup, WireLinkifier, WireProfileField, WireScheduled, WireStatus } from '../api/organization.ts'
import type { GroupRow, LinkifierRow, ProfileFieldRow, ScheduledRow, StatusRow } from '../store/organization.ts'
import { withChanges } from '../store/organization-settings.ts'
import type { Store } from '../store/store.ts'
import type { Change } from './changes.ts'
import { readContent } from './content.ts'
import { conversationKey, directKey } from './conversation.ts'
import { putPeople } from './directory.ts'
import type { ReducerContext } from './message-reducers.ts'
import { readProfile } from './profiles.ts'

type EventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>

const groupsChanged: Change[] = [{ kind: 'groups' }]
const organizationChanged: Change[] = [{ kind: 'organization' }]

export function groupRow(group: Omit<WireGroup, 'members' | 'direct_subgroup_ids'>): GroupRow {
  return {
    id: group.id,
    name: group.name,
    description: group.description,
    is_system: group.is_system_group ? 1 : 0,
    is_deactivated: group.deactivated ? 1 : 0,
    mention_setting: JSON.stringify(group.can_mention_group),
  }
}

/** Groups: members and subgroups by set union and difference. News of a group that is not known waits for its `add`. */
export function handleUserGroup({ store }: ReducerContext, event: EventOf<'user_group'>): Change[] {
  const { organization } = store
  if (event.op === 'add') {
    organization.putGroup(groupRow(event.group), {
      members: event.group.members,
      subgroups: event.group.direct_subgroup_ids,
    })
    return groupsChanged
  }
  const known = organization.group(event.group_id)
  if (known === undefined) return []
  switch (event.op) {
    case 'update':
      organization.putGroup({
        ...known,
        name: event.data.name ?? known.name,
        description: event.data.description ?? known.description,
        is_deactivated: event.data.deactivated === undefined ? known.is_deactivated : event.data.deactivated ? 1 : 0,
        mention_setting:
          event.data.can_mention_group === undefined
            ? known.mention_setting
            : JSON.stringify(event.data.can_mention_group),
      })
      break
    case 'remove':
      organization.removeGroup(known.id)
      break
    case 'add_members':
    case 'remove_members':
      organization.changeMembers(event.op === 'add_members' ? 'add' : 'remove', known.id, event.user_ids)
      break
    case 'add_subgroups':
    case 'remove_subgroups':
      organization.changeSubgroups(event.op === 'add_subgroups' ? 'add' : 'remove', known.id, event.direct_subgroup_ids)
      break
  }
  return groupsChanged
}

export function profileFieldRows(fields: readonly WireProfileField[]): ProfileFieldRow[] {
  return fields.map((field, position) => ({
    id: field.id,
    position,
    type: field.type,
    name: field.name,
    hint: field.hint,
    data: field.field_data,
    in_summary: field.display_in_profile_summary ? 1 : 0,
  }))
}

/** Full replacement (O2); what people had put into fields that are gone goes with them. */
export function handleProfileFields(
  { store, world }: ReducerContext,
  event: EventOf<'custom_profile_fields'>,
): Change[] {
  store.organization.replaceProfileFields(profileFieldRows(event.fields))
  const kept = new Set(event.fields.map((field) => String(field.id)))
  const changed = [...world.people.values()].flatMap((person) => {
    if (person.profile === '{}') return []
    const values = Object.entries(readProfile(person.profile))
    const rest = values.filter(([id]) => kept.has(id))
    return rest.length === values.length ? [] : [{ ...person, profile: JSON.stringify(Object.fromEntries(rest)) }]
  })
  return [{ kind: 'organization' }, putPeople(store, changed)]
}

export function linkifierRows(linkifiers: readonly WireLinkifier[]): LinkifierRow[] {
  return linkifiers.map(({ id, pattern, url_template }, position) => ({ id, position, pattern, url_template }))
}

/** Full replacement (O2); the order matters. */
export function handleLinkifiers({ store }: ReducerContext, event: EventOf<'realm_linkifiers'>): Change[] {
  store.organization.replaceLinkifiers(linkifierRows(event.realm_linkifiers))
  return organizationChanged
}

/** Full replacement (O2). */
export function handleDefaultStreams({ store }: ReducerContext, event: EventOf<'default_streams'>): Change[] {
  store.organization.replaceDefaultStreams(event.default_streams)
  return organizationChanged
}

/** Full replacement (O2). */
export function handleAlertWords({ store }: ReducerContext, event: EventOf<'alert_words'>): Change[] {
  store.preferences.replaceAlertWords(event.alert_words)
  return [{ kind: 'preferences' }]
}

/** Each key alone (O2): absent is unchanged, empty is cleared. */
export function statusRow(personId: number, change: WireStatus, known?: StatusRow): StatusRow {
  return {
    person_id: personId,
    is_away: Number(change.away ?? known?.is_away === 1),
    text: change.status_text ?? known?.text ?? '',
    emoji_name: change.emoji_name ?? known?.emoji_name ?? '',
    emoji_code: change.emoji_code ?? known?.emoji_code ?? '',
    emoji_type: change.reaction_type ?? known?.emoji_type ?? '',
  }
}

/** Whether there is a status at all. */
export function isStatus(row: StatusRow): boolean {
  return row.is_away === 1 || row.text !== '' || row.emoji_name !== ''
}

export function handleUserStatus({ store }: ReducerContext, event: EventOf<'user_status'>): Change[] {
  const row = statusRow(event.user_id, event, store.organization.status(event.user_id))
  if (isStatus(row)) store.organization.putStatus(row)
  else store.organization.removeStatus(row.person_id)
  return [{ kind: 'statuses' }]
}

export function scheduledRow(message: WireScheduled, selfId: number, serverOrigin: string): ScheduledRow {
  const to = typeof message.to === 'number' ? [message.to] : message.to
  return {
    id: message.scheduled_message_id,
    conversation:
      message.type === 'stream'
        ? conversationKey({ kind: 'topic', streamId: to[0] ?? 0, topic: message.topic })
        : `direct:${directKey(to, selfId)}`,
    topic: message.type === 'stream' ? message.topic : '',
    content: message.content,
    html: readContent(message.rendered_content, serverOrigin).html,
    deliver_at: Math.floor(message.scheduled_delivery_timestamp),
    is_failed: message.failed ? 1 : 0,
  }
}

/** Scheduled messages; a removal means deleted or sent, and the message's own event tells which (O7). */
export function handleScheduled(context: ReducerContext, event: EventOf<'scheduled_messages'>): Change[] {
  const { store, world, serverOrigin } = context
  const put = (message: WireScheduled) =>
    store.organization.putScheduled(scheduledRow(message, world.selfId, serverOrigin))
  switch (event.op) {
    case 'add':
      for (const message of event.scheduled_messages) put(message)
      return [{ kind: 'scheduled' }, ...confirmScheduled(store, event.scheduled_messages)]
    case 'update':
      put(event.scheduled_message)
      break
    case 'remove':
      store.organization.removeScheduled(event.scheduled_message_id)
      break
  }
  return [{ kind: 'scheduled' }]
}

/** The server's list has what it had acknowledged (S3). */
function confirmScheduled(store: Store, messages: readonly WireScheduled[]): Change[] {
  const ids = new Set(messages.map((message) => message.scheduled_message_id))
  return store.outbox.ofKind('schedule').flatMap((row): Change[] => {
    if (row.message_id === null || !ids.has(row.message_id)) return []
    store.outbox.remove(row.local_id)
    return [{ kind: 'outbox', conversation: row.conversation }]
  })
}

/** The organization's own settings, one or several at once (wire-protocol.md §2.3.5). */
export function handleRealm({ store }: ReducerContext, event: EventOf<'realm'>): Change[] {
  const changes = event.op === 'update' ? { [event.property]: event.value } : event.data
  store.meta.setSettings(withChanges(store.meta.settings(), changes))
  const organization = store.meta.organization()
  const { name, max_file_upload_size_mib: uploadMib } = changes
  if (organization !== undefined && (typeof name === 'string' || isSize(uploadMib))) {
    store.meta.setOrganization({
      ...organization,
      ...(typeof name === 'string' ? { name } : {}),
      ...(isSize(uploadMib) ? { maxUploadBytes: uploadMib * 1024 * 1024 } : {}),
    })
  }
  return organizationChanged
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER / (1024 * 1024)
}
