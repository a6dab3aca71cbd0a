import { type Capabilities, capabilitiesOf } from '../../api/capabilities.ts'
import type { EventOf } from '../../api/events.ts'
import { botSchema, type WireAttachment } from '../../api/lists.ts'
import type { Change } from '../changes.ts'
import type { ReducerContext } from '../context.ts'
import type { AttachmentRow, ListKind, ListRow } from '../../store/lists.ts'
import type { Store } from '../../store/store.ts'

const changed: Change[] = [{ kind: 'organization' }]

/** Entries as rows, in their order. */
export function listRows<T extends object>(
  kind: ListKind,
  entries: readonly T[],
  keyOf: (entry: T) => string | number,
) {
  return entries.map((entry, position): ListRow => ({
    kind,
    key: String(keyOf(entry)),
    position,
    value: JSON.stringify(entry),
  }))
}

/** Full replacement. */
export function handlePlaygrounds({ store }: ReducerContext, event: EventOf<'realm_playgrounds'>): Change[] {
  store.lists.replace(
    'playground',
    listRows('playground', event.realm_playgrounds, (entry) => entry.id),
  )
  return changed
}

/** Full replacement. */
export function handleStreamGroups({ store }: ReducerContext, event: EventOf<'default_stream_groups'>): Change[] {
  store.lists.replace(
    'stream_group',
    listRows('stream_group', event.default_stream_groups, (entry) => entry.id),
  )
  return changed
}

export function handleDomains({ store: { lists } }: ReducerContext, event: EventOf<'realm_domains'>): Change[] {
  if (event.op === 'remove') lists.remove('domain', event.domain)
  else put(lists, 'domain', event.realm_domain.domain, event.realm_domain)
  return changed
}

/** Changes are merged into what is known; news of a bot that is not known is none. */
export function handleBot({ store: { lists } }: ReducerContext, event: EventOf<'realm_bot'>): Change[] {
  const key = String(event.bot.user_id)
  switch (event.op) {
    case 'add':
      put(lists, 'bot', key, event.bot)
      break
    case 'update': {
      const known = lists.get('bot', key)
      if (known === undefined) return []
      const merged = botSchema.safeParse({ ...(JSON.parse(known.value) as object), ...event.bot })
      if (merged.success) lists.put({ ...known, value: JSON.stringify(merged.data) })
      break
    }
    case 'delete':
      lists.remove('bot', key)
      break
  }
  return changed
}

/** The user's own files. What is known without having been fetched is a part of them; the view says so. */
export function handleAttachment({ store, world }: ReducerContext, event: EventOf<'attachment'>): Change[] {
  if (event.op === 'remove') store.lists.removeAttachment(event.attachment.id)
  else {
    const capabilities = capabilitiesOf(world.organization?.featureLevel ?? 0)
    store.lists.putAttachment(attachmentRow(event.attachment, capabilities))
  }
  if (event.upload_space_used !== null) {
    store.meta.setUploads({ ...store.meta.uploads(), usedBytes: event.upload_space_used })
  }
  return [{ kind: 'attachments' }]
}

/** A file of the user as a row; its time in UNIX seconds, whatever the server counts in (N3). */
export function attachmentRow(
  attachment: WireAttachment,
  capabilities: Pick<Capabilities, 'attachmentSeconds'>,
): AttachmentRow {
  return {
    id: attachment.id,
    name: attachment.name,
    size: attachment.size,
    path: `/user_uploads/${attachment.path_id}`,
    created_at: Math.floor(attachment.create_time / (capabilities.attachmentSeconds ? 1 : 1000)),
    messages: JSON.stringify(attachment.message_ids),
  }
}

function put(lists: Store['lists'], kind: ListKind, key: string, entry: object): void {
  const position = lists.get(kind, key)?.position ?? lists.nextPosition(kind)
  lists.put({ kind, key, position, value: JSON.stringify(entry) })
}
