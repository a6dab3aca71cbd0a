import { versionFields } from '../../base/feature-levels.ts'
import { limits } from '../../base/limits.ts'
import { Slice } from '../../base/slices.ts'
import type { ServerContext } from '../../context/context.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { groupObjects } from '../../people/groups.ts'
import { userObject } from '../../people/people.ts'
import type { UserRow } from '../../store/people/users.ts'
import type { StreamRow } from '../../store/streams.ts'
import { hasSharedHistory, isSubscribed } from '../../streams/access.ts'
import { streamObject } from '../../streams/stream-objects.ts'
import { exportTable, exportTypes, type ExportedMessage, type ExportRow } from './export-table.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

/** The export was ended by the closing of the server. */
export class ExportEndedError extends Error {
  readonly code = 'EXPORT_ENDED'
}

/** Whether the user lets administrators export private data (`allow_private_data_export`). */
export function consents(context: ServerContext, userId: number): boolean {
  return context.levelSettings?.get(`user:${userId}`, 'allow_private_data_export') === true
}

/** Which streams and messages an export contains. */
class Choice {
  readonly #context: ServerContext
  /** Active people whose private data is exported. */
  readonly #consenting: ReadonlySet<number>

  constructor(context: ServerContext, type: number) {
    this.#context = context
    const people = context.tables.users.all().filter((user) => user.is_active === 1 && user.is_bot === 0)
    const consenting = people.filter((user) => type === exportTypes.consented && consents(context, user.id))
    this.#consenting = new Set(consenting.map((user) => user.id))
  }

  hasStream(stream: StreamRow): boolean {
    return stream.invite_only === 0 || this.#hasConsentingSubscriber(stream)
  }

  hasMessage(row: ExportedMessage): boolean {
    if (row.stream_id === null) return (row.user_ids ?? '').split(',').some((id) => this.#consenting.has(Number(id)))
    const stream = this.#context.tables.streams.get(row.stream_id)
    if (stream === undefined || !this.hasStream(stream)) return false
    if (stream.invite_only === 0 || hasSharedHistory(stream)) return true
    const readers = this.#context.tables.messages.readers(row.id)
    return readers.some(({ userId }) => this.#consenting.has(userId) && isSubscribed(this.#context, userId, stream.id))
  }

  #hasConsentingSubscriber(stream: StreamRow): boolean {
    for (const id of this.#consenting) if (isSubscribed(this.#context, id, stream.id)) return true
    return false
  }
}

/**
 * The archive of an export in pieces, as tar: JSON files, and the uploaded files of the exported messages. Each piece
 * takes a few milliseconds, and other requests have their turn between two of them.
 * @param isClosing ends the export if it returns true
 * @throws ExportEndedError
 */
export async function* archive(
  context: ServerContext,
  row: ExportRow,
  reader: UserRow,
  isClosing: () => boolean,
): AsyncGenerator<Buffer> {
  const time = row.requested_at
  const slice = new Slice()
  const choice = new Choice(context, row.type)
  const turn = async () => {
    await slice.pause()
    if (isClosing()) throw new ExportEndedError('the server closes')
  }

  function* entry(name: string, pieces: readonly string[]): Generator<Buffer> {
    const bytes = Buffer.from(pieces.join(''))
    yield tarHeader(name, bytes.length, time)
    yield bytes
    yield tarPadding(bytes.length)
  }

  /** A JSON list, whose members are written in turns. */
  async function* list<T>(name: string, items: readonly T[], form: (item: T) => unknown): AsyncGenerator<Buffer> {
    const pieces: string[] = ['[']
    for (const [index, item] of items.entries()) {
      if (index % limits.exportedAtOnce.most === 0) await turn()
      pieces.push(index === 0 ? '\n' : ',\n', JSON.stringify(form(item)))
    }
    yield* entry(name, [...pieces, '\n]\n'])
  }

  const { name, description } = context.tables.organization.get()
  const about = {
    name,
    description,
    export_time: time,
    export_type: row.type === exportTypes.consented ? 'public and consented data' : 'public data',
    settings: organizationSettings(context),
    ...versionFields(context.options.dialect),
  }
  yield* entry('export/organization.json', [`${JSON.stringify(about, null, 2)}\n`])
  yield* list('export/users.json', context.tables.users.all(), (user) =>
    userObject(context, user, reader, { avatarOptional: false, withProfileData: true }),
  )
  yield* list('export/user_groups.json', groupObjects(context), (group) => group)
  const streams = context.tables.streams.withArchived().filter((stream) => choice.hasStream(stream))
  yield* list('export/streams.json', streams, (stream) => ({
    ...streamObject(context, stream),
    is_archived: stream.is_archived === 1,
    subscribers: context.tables.streams.subscribers(stream.id),
  }))

  const table = context.table(exportTable)
  const files = new Map<string, { readonly size: number; readonly messages: number[] }>()
  let part: string[] = []
  let parts = 0
  function* flush(): Generator<Buffer> {
    if (part.length === 0) return
    parts += 1
    yield* entry(`export/messages-${String(parts).padStart(6, '0')}.json`, [`[\n${part.join(',\n')}\n]\n`])
    part = []
  }
  for (let last = 0; ;) {
    await turn()
    const rows = table.messagesAfter(last, limits.exportedAtOnce.most)
    const end = rows.at(-1)
    if (end === undefined) break
    last = end.id
    for (const message of rows) {
      if (!choice.hasMessage(message)) continue
      const { user_ids: people, ...fields } = message
      part.push(JSON.stringify({ ...fields, user_ids: people === null ? null : people.split(',').map(Number) }))
      for (const file of context.tables.attachments.ofMessage(message.id)) {
        const known = files.get(file.path_id) ?? { size: file.size, messages: [] }
        known.messages.push(message.id)
        files.set(file.path_id, known)
      }
    }
    if (part.length >= limits.exportedInFile.most) yield* flush()
  }
  yield* flush()

  yield* list('export/uploads.json', [...files], ([path, { size, messages }]) => ({ path, size, messages }))
  for (const path of files.keys()) {
    await turn()
    const stored = `uploads/${path}`
    const size = context.ports.files.size(stored)
    // It was deleted meanwhile.
    if (size === undefined) continue
    yield tarHeader(`export/uploads/${path}`, size, time)
    for await (const bytes of context.ports.files.stream(stored)) {
      yield Buffer.from(bytes as Uint8Array) // a stream of a file without an encoding
      await turn()
    }
    yield tarPadding(size)
  }
  yield tarEnd
}
