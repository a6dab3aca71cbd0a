import Database from 'better-sqlite3'
import { sentenceOf } from '#i18n/catalogue.ts'
import { Engine } from '#engine/engine.ts'
import type { AccountStatus } from '#engine/ports.ts'
import type { PersonItem } from '#contract/people.ts'
import type { PersonMeta, ProfileFieldItem } from '#contract/people/profiles.ts'
import { directoryQuery } from '#support/directory-query.ts'
import { filesQuery } from '#support/files-query.ts'
import { SeededRandom } from '#support/random.ts'
import type { RecordedServer } from './recorded-server.ts'
import { testWindow } from '#support/test-window.ts'

/** An engine with the recorded server, and access to its database. */
export class RecordedClient {
  readonly engine: Engine
  readonly logs: string[] = []
  status: AccountStatus | undefined
  readonly #server: RecordedServer

  constructor(server: RecordedServer, database: string, engineEpoch: number) {
    this.#server = server
    this.engine = new Engine({
      transport: server.transport,
      clock: server.clock,
      random: new SeededRandom(7),
      database,
      engineEpoch,
      accountId: 'recorded',
      publish: () => undefined,
      status: (status) => {
        this.status = status
      },
      log: (level, message) => this.logs.push(`${level}: ${message}`),
      restart: () => this.logs.push('error: restart'),
      keepAttachments: () => undefined,
      notify: () => undefined,
      withdraw: () => undefined,
    })
  }

  start(): this {
    this.engine.start()
    return this
  }

  /** Waits until all events are stored and acknowledged. */
  async hear(): Promise<void> {
    await this.#server.clock.until('everything is heard', () => this.#server.isHeard)
  }

  online(): Promise<void> {
    return this.#server.clock.until('it is online', () => this.status?.connection.state === 'online')
  }

  /** Waits for the consequences of the events: fetches and look-ups. */
  settle(): Promise<void> {
    return this.#server.clock.advance(5_000)
  }

  /** The presences of a list of users, without the user, whose earlier activity is in no event. */
  async presence(): Promise<readonly string[]> {
    const viewId = 'people'
    const opened = await this.engine.call('views.open', { viewId, query: directoryQuery() }, testWindow)
    if (!opened.ok) throw new Error(sentenceOf(opened.error))
    const { items } = opened.value as { readonly items: readonly PersonItem[] } // what this view shows
    await this.engine.call('views.close', { viewId }, testWindow)
    const others = items.filter((person) => person.id !== this.#server.state.recording.ids.iris)
    return others
      .map((person) => `${person.id} ${person.presence?.state} ${person.presence?.lastActive ?? 'never'}`)
      .sort()
  }

  /** A person with the fields of their profile, as a card shows them. */
  async person(userId: number): Promise<{ readonly fields: readonly ProfileFieldItem[]; readonly meta: PersonMeta }> {
    const viewId = 'person'
    const opened = await this.engine.call('views.open', { viewId, query: { type: 'person', userId } }, testWindow)
    if (!opened.ok) throw new Error(sentenceOf(opened.error))
    const { items, meta } = opened.value as { readonly items: readonly ProfileFieldItem[]; readonly meta: PersonMeta } // what this view shows
    await this.engine.call('views.close', { viewId }, testWindow)
    return { fields: items, meta }
  }

  /** Opens a stream, which fetches messages without an event. */
  async lookAtStream(streamId: number): Promise<void> {
    const viewId = `stream ${streamId}`
    await this.engine.call(
      'views.open',
      {
        viewId,
        query: { type: 'conversation', narrow: { kind: 'stream', streamId }, anchor: 'newest' },
      },
      testWindow,
    )
    await this.settle()
    await this.engine.call('views.close', { viewId }, testWindow)
  }

  async lookAtUploads(): Promise<void> {
    await this.engine.call('views.open', { viewId: 'uploads', query: filesQuery() }, testWindow)
    await this.settle()
  }

  /** The errors that the engine has logged. */
  errors(): string[] {
    return this.logs.filter((line) => line.startsWith('error'))
  }
}

/** Rows of a table of an engine's file. */
export function rowsOf<T>(database: string, sql: string): T[] {
  const reader = new Database(database, { readonly: true })
  const rows = reader.prepare<[], T>(sql).all()
  reader.close()
  return rows
}

/** Removes the acknowledgement of the last `count` events, so that they are sent and applied again. */
export function rewind(database: string, count: number): void {
  const file = new Database(database)
  file
    .prepare(
      `UPDATE meta SET value = json_set(value, '$.lastEventId', max(-1, json_extract(value, '$.lastEventId') - ?))
       WHERE key = 'queue'`,
    )
    .run(count)
  file.close()
}
