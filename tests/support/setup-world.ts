import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { Core } from '#engine/core/core.ts'
import { openStore, type Store } from '#engine/store/store.ts'
import type { ServerOptions } from '#server/base/options.ts'
import { TestClient, type TestClientOptions } from './test-client.ts'
import { TestServer } from './test-server.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** A busy machine takes a while to close what a test has opened. */
const longestCleanUpMs = 120_000

/** The accounts and streams of `TestServer.seed`. */
export type People = ReturnType<TestServer['seed']>

/** The options of a test's world and of its first engine. */
export interface WorldOptions extends TestClientOptions {
  /** Prepares the server's data before the first request of an engine. */
  readonly before?: (server: TestServer, people: People) => unknown
  /** The options of the server's construction. */
  readonly server?: ConstructorParameters<typeof TestServer>[0]
  /** The options of the server's start. */
  readonly settings?: ServerOptions
  /** The account of the engine, Iris's by default. */
  readonly account?: 'iris' | 'noor' | 'mei'
}

/** A server, its people and its streams. */
export type World = People & {
  readonly server: TestServer
  readonly clock: VirtualClock
  readonly people: People
  /** Starts another engine of the same account, with the options of the world and `more`. */
  readonly start: (more?: TestClientOptions) => TestClient
}

/**
 * A server in virtual time and an engine that is online with it; with `engine: 'none'` the test creates its engines.
 * Everything is closed after the test, which fails if it leaves timers or open databases.
 */
export function setupWorld(options?: WorldOptions): Promise<World & { readonly client: TestClient }>
export function setupWorld(options: WorldOptions & { readonly engine: 'none' }): Promise<World>
export async function setupWorld(options: WorldOptions & { readonly engine?: 'none' } = {}): Promise<World> {
  const server = new TestServer(options.server)
  closesItself(server)
  await server.start(options.settings)
  const people = server.seed()
  await options.before?.(server, people)
  const start = (more: TestClientOptions = {}) =>
    new TestClient(server, people[options.account ?? 'iris'], { ...options, ...more }).start()
  const made = { server, clock: server.clock, people, start, ...people }
  if (options.engine === 'none') return made
  const client = start()
  await client.online()
  return Object.assign(made, { client })
}

/** The core of a closed client's engine, on its file: it computes views without synchronizing. */
export function openCore(client: TestClient, database: string): Core {
  const core = new Core({ ...client.ports, database, engineEpoch: 2 })
  onTestFinished(() => {
    core.close()
  })
  return core
}

/** The tables of a client's file, until the end of the test: to open them for each look takes longer than most tests. */
export function openTables(database: string): Store {
  const store = openStore(database)
  onTestFinished(() => {
    store.close()
  })
  return store
}

/**
 * Closes the server and its engines after the running test.
 * @throws if a timer is still pending an hour later, or a database of the test is still open
 */
export function closesItself(server: TestServer): void {
  const before = new Set(openDatabases())
  onTestFinished(async () => {
    for (const client of server.clients) client.engine.close()
    if (server.isUp) await server.stop()
    // A pending delay ends within this hour; a timer after it was restarted.
    await server.clock.advance(3_600_000)
    const left = () => openDatabases().filter((path) => !before.has(path))
    // The thread of an engine needs a moment to end.
    for (let tries = 0; tries < 100 && left().length > 0; tries += 1) await wait(20)
    const problems = [
      ...left().map((path) => `${path} is open`),
      ...(server.timers === 0 ? [] : [`${server.timers} timers of the server wait`]),
      ...server.clients.flatMap(({ timers }) => (timers === 0 ? [] : [`${timers} timers of an engine wait`])),
    ]
    if (problems.length > 0) throw new Error(`The test has left: ${problems.join(', ')}.`)
  }, longestCleanUpMs)
}

/** The open databases of `temporaryDatabase` in this process, if the system reports them. */
function openDatabases(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${descriptor}`)
      return path.includes('/skein-engine-') ? [path] : []
    } catch {
      return [] // the file was closed in the meantime
    }
  })
}
