import { Attempts } from './attempts.ts'
import { inBackground } from '../base/background.ts'
import { EventQueues } from '../events/events.ts'
import type { LevelRules } from './level-rules.ts'
import { linkifyWith } from '../markdown/inline/linkifiers.ts'
import { Drawings } from '../markdown/drawings.ts'
import type { Directory } from '../markdown/render.ts'
import { usualMaxUploadMib, type ServerOptions } from '../base/options.ts'
import { organizationSettings } from './organization-settings.ts'
import type { ServerPorts } from '../base/ports.ts'
import { extraEmojiAddress, isExtraEmoji } from './extra-emoji.ts'
import { alertWordTable } from '../store/people/alert-words.ts'
import { attachmentTable } from '../store/messages/attachments.ts'
import { customEmojiTable, emojiAddress } from '../store/organization/custom-emoji.ts'
import { Checkpoints } from '../store/checkpoints.ts'
import { CommitFlush } from '../store/commit-flush.ts'
import { openServerDatabase, type Migration, type ServerDatabase } from '../store/database.ts'
import { draftTable } from '../store/people/drafts.ts'
import { groupTable } from '../store/people/groups.ts'
import { levelSettingTable } from '../store/organization/level-settings.ts'
import { linkifierTable } from '../store/organization/linkifiers.ts'
import { messageTable } from '../store/messages/messages.ts'
import { organizationTable } from '../store/organization/organization.ts'
import { preferenceTables } from '../store/people/preferences.ts'
import { presenceTables } from '../store/people/presence.ts'
import { profileTables } from '../store/people/profiles.ts'
import { queueTable } from '../store/queues.ts'
import { reactionTable } from '../store/messages/reactions.ts'
import { scheduledMessageTable } from '../store/messages/scheduled-messages.ts'
import { sendingTable } from '../store/messages/sendings.ts'
import { streamTable } from '../store/streams.ts'
import { submessageTable } from '../store/messages/submessages.ts'
import { userTable } from '../store/people/users.ts'
import { versionFields } from '../base/feature-levels.ts'

/** The pause between two batches of moved rows, so that sends are not delayed. */
const pauseOfMovesMs = 5

/** The rules of another feature level, bound to one organization. */
export interface OrganizationLayer extends LevelRules {
  /** Connects the rules with their organization; until then only `event` may be called. */
  bind(context: ServerContext): void
}

interface Opening {
  readonly options?: ServerOptions
  readonly layer?: OrganizationLayer | undefined
  /** Migrations of resources that have their own tables. */
  readonly migrations: readonly Migration[]
}

/**
 * The open organization: its tables, its event queues, and transactions. `layer` is set if the server emulates another
 * feature level.
 */
export function openContext(ports: ServerPorts, { options = {}, layer, migrations }: Opening) {
  const database = openServerDatabase(ports.database, migrations)
  const flush = ports.database === ':memory:' ? undefined : new CommitFlush(database, ports.database, ports.flush)
  const checkpoints = flush === undefined ? undefined : new Checkpoints(ports.database)
  const tables = {
    organization: organizationTable(database),
    users: userTable(database),
    streams: streamTable(database),
    messages: messageTable(database),
    queues: queueTable(database),
    reactions: reactionTable(database),
    preferences: preferenceTables(database),
    drafts: draftTable(database),
    attachments: attachmentTable(database),
    emoji: customEmojiTable(database),
    groups: groupTable(database),
    scheduled: scheduledMessageTable(database),
    profiles: profileTables(database),
    presence: presenceTables(database),
    alertWords: alertWordTable(database),
    linkifiers: linkifierTable(database),
    submessages: submessageTable(database),
    sendings: sendingTable(database),
  }
  const levelSettings = layer === undefined ? undefined : levelSettingTable(database)
  if (options.forgetQueues === true) tables.queues.removeAll()
  const events = new EventQueues(tables.queues, ports, layer)
  const generation = Math.floor(ports.clock.now() / 1000)
  const dialect = options.dialect ?? 'svc'
  const linkifier = linkifyWith(tables.linkifiers.all)
  const drawings = new Drawings(() => directory)
  const directory: Directory = {
    drawn: (drawing) => drawings.drawn(drawing),
    user(name, id) {
      const [first] = tables.users.byName(name).filter((user) => id === undefined || user.id === id)
      return first === undefined ? undefined : { id: first.id, fullName: first.full_name }
    },
    group(name) {
      const group = tables.groups.byName(name)
      if (group === undefined) return undefined
      return { id: group.id, name: group.name, isOutOfUse: layer?.isGroupOutOfUse(group.id) ?? false }
    },
    stream(name) {
      const stream = tables.streams.byName(name)
      return stream === undefined || stream.is_archived === 1 ? undefined : { id: stream.id, name: stream.name }
    },
    customEmoji(name) {
      const emoji = tables.emoji.byName(name)
      if (emoji !== undefined) return { source: emojiAddress(emoji) }
      return isExtraEmoji(name, dialect) ? { source: extraEmojiAddress(name) } : undefined
    },
    defaultCodeLanguage: () => organizationSettings({ tables }).default_code_block_language,
    linkify: linkifier,
    ...(layer === undefined ? {} : { wildcard: (name) => layer.wildcard(name), hasNewerEmoji: layer.hasNewerEmoji }),
  }
  /** Tasks that run after the commit, such as timers and the removal of files. */
  const afterwards: (() => void)[] = []

  const opened = new Map<(database: ServerDatabase) => object, object>()
  function table<T extends object>(open: (database: ServerDatabase) => T): T {
    let found = opened.get(open)
    if (found === undefined) {
      found = open(database)
      opened.set(open, found)
    }
    return found as T // this function opened it
  }

  function forgetAll(options: { evenUntouched?: boolean } = {}): void {
    for (const table of Object.values(tables)) {
      if ('forget' in table) table.forget(options)
    }
    levelSettings?.forget()
    for (const table of opened.values()) {
      if ('forget' in table) (table as { forget(): void }).forget() // tables with an in-memory cache have it
    }
  }

  function write<T>(change: () => T): T {
    if (database.inTransaction) return change()
    let committed = false
    try {
      const result = database
        .transaction(() => {
          const value = change()
          events.write()
          return value
        })
        .immediate()
      committed = true
      return result
    } finally {
      if (!committed) forgetAll()
      events.flush(committed)
      const tasks = afterwards.splice(0)
      if (committed) {
        for (const task of tasks) task()
        flush?.begin()
        checkpoints?.committed()
        moveRows()
      }
    }
  }

  let isMoving = false
  /** Moves the personal rows of new messages into their table in batches, once there are many. */
  function moveRows(): void {
    if (isMoving || !tables.messages.personal.isFull()) return
    isMoving = true
    setImmediate(moveSomeRows)
  }

  function moveSomeRows(): void {
    const isOver = inBackground('putting rows of messages in their place', () => {
      return !database.open || tables.messages.personal.settleSome()
    })
    if (isOver !== false) isMoving = false
    else if (tables.messages.personal.isInHurry()) setImmediate(moveSomeRows)
    else setTimeout(moveSomeRows, pauseOfMovesMs).unref()
  }

  interface Waiting {
    readonly change: () => unknown
    readonly resolve: (result: unknown) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  function writeWaiting(): void {
    const batch = waiting
    waiting = []
    try {
      const results = write(() => {
        if (batch.length > 1) events.gather()
        return batch.map((one) => one.change())
      })
      for (const [index, one] of batch.entries()) one.resolve(results[index])
    } catch {
      // A failing change must not roll back the other changes of the batch.
      for (const one of batch) {
        try {
          one.resolve(write(one.change))
        } catch (error) {
          one.reject(error)
        }
      }
    }
  }

  const context = {
    ports,
    tables,
    /** The table of one resource, by the function that opens it; always the same instance. */
    table,
    layer: layer as LevelRules | undefined,
    levelSettings,
    events,
    directory,
    /** Rendered parts of texts that are slow to render. A change with such text renders them before its transaction. */
    drawings,
    options: {
      dialect,
      /**
       * Whether the repetition of a send request with the same local id has no effect; stock servers lack this feature.
       */
      knowsSendings: options.knowsSendings ?? dialect === 'svc',
      maxUploadMib: options.maxUploadMib ?? usualMaxUploadMib,
      uploadQuotaMib: options.uploadQuotaMib,
      webPublicStreams: options.webPublicStreams ?? false,
      rateLimits: options.rateLimits,
      publicUrl: options.publicUrl,
      isLoopbackOnly: options.isLoopbackOnly ?? false,
    },
    /** Counts failed authentication attempts. */
    attempts: new Attempts(ports.clock),
    /** The start of this process in UNIX seconds; it identifies a run of the server. */
    generation,
    /** UNIX time in whole seconds, as the protocol uses it. */
    nowSeconds: () => Math.floor(ports.clock.now() / 1000),
    /** Runs one change in a transaction; its events are published after the commit. Nested calls join the transaction. */
    write,
    /**
     * Like `write`, batched with other changes that arrive at the same time: they share one flush to disk. `change` may
     * run a second time after its first run was rolled back.
     */
    writeTogether<T>(change: () => T): Promise<T> {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(writeWaiting)
        waiting.push({ change, resolve: (result) => resolve(result as T), reject }) // the result of this change
      })
    },
    /** Runs `task` after the current change is committed; not if it is rolled back. */
    afterCommit(task: () => void): void {
      afterwards.push(task)
    },
    /** Removes a stored file once the change that released it is durable; call after that change. */
    removeFile(path: string): void {
      const remove = () => {
        inBackground('removing a file', () => {
          ports.files.remove(path)
        })
      }
      const onDisk = flush?.onDisk()
      if (onDisk === undefined) remove()
      // After a disk failure the server ends.
      else onDisk.then(remove, () => undefined)
    },
    /**
     * A promise that resolves when all commits are durable, before which no answer is sent, and rejects if the disk
     * fails; undefined if all are durable already.
     */
    onDisk: (): Promise<void> | undefined => flush?.onDisk(),
    /** Resolves if the disk fails; then the server must end. */
    diskFailure: flush?.failure,
    /** Runs an SQL statement; for maintenance and tests, not for routes. */
    sql(statement: string, parameters: readonly unknown[]): void {
      tables.messages.personal.settle()
      database.prepare(statement).run(...parameters)
      forgetAll({ evenUntouched: true })
    },
    /** Writes a copy of the database while it is in use. */
    backup: (file: string) => database.backup(file),
    /** Resolves when all threads have closed the database. */
    async close(): Promise<void> {
      events.close()
      drawings.close()
      flush?.close()
      database.close()
      await checkpoints?.close()
    },
  }
  layer?.bind(context)
  // Clients that resume a queue of an earlier process receive this version (wire-protocol.md §2.3.5).
  tables.queues.together(() => {
    events.publishToEverybody({
      type: 'restart',
      ...versionFields(dialect),
      server_generation: generation,
      immediate: true,
    })
    events.write()
  })
  events.flush(true)
  return context
}

export type ServerContext = ReturnType<typeof openContext>
