import { cpSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import Database from 'better-sqlite3'
import { demoFolder, freePort, ServerProcess, temporaryFolder } from './processes.ts'

/**
 * A signed-in client and its organization as folders. Each test copies them, and so begins with the same state without
 * signing in and fetching again. The client knows the server by its address, so the port stays the same.
 */
export class Prepared {
  readonly port: number
  readonly #organization: string
  readonly #client: string
  readonly #key: string

  private constructor(port: number, organization: string, client: string, key: string) {
    this.port = port
    this.#organization = organization
    this.#client = client
    this.#key = key
  }

  /**
   * Creates both: `signIn` signs in a client with a new data folder, and quits it after `untilFilled`. A client that
   * quits earlier fetches the rest in each test again.
   */
  static async make(
    signIn: (url: string, data: string, untilFilled: () => Promise<void>) => Promise<void>,
  ): Promise<Prepared> {
    const port = await freePort()
    const server = await new ServerProcess(demoFolder(), { port }).start()
    const client = temporaryFolder('prepared')
    await signIn(server.url, client, () => untilFilled(server, client))
    const { api_key } = server.account('iris')
    await server.stop()
    rmSync(join(client, 'logs'), { recursive: true })
    return new Prepared(port, server.folder, client, api_key)
  }

  /** A new copy of the data folder of the organization. */
  organization(): string {
    return copyOf(this.#organization, 'server')
  }

  /**
   * A new copy of the data folder of the client. Its key is written to the keyring, since an earlier test may have
   * signed out.
   */
  async client(): Promise<string> {
    const [accountId = ''] = readdirSync(join(this.#client, 'accounts'))
    // Loading it here lets tests without a key run without keytar.
    const keytar = createRequire(import.meta.url)('keytar') as {
      setPassword(service: string, account: string, password: string): Promise<void>
    } // keytar's own declarations say the same
    await keytar.setPassword('Skein', accountId, this.#key)
    return copyOf(this.#client, 'client')
  }
}

/** Waits until the client's only account, which is iris's, has the messages of the server on its disk. */
export async function untilFilled(server: ServerProcess, client: string): Promise<void> {
  const held = (await server.contents('iris', [])).length
  await expect.poll(() => messagesOf(client), { timeout: 30_000 }).toBeGreaterThanOrEqual(held)
}

/** The number of messages of the client's only account on its disk. */
function messagesOf(client: string): number {
  const [accountId = ''] = readdirSync(join(client, 'accounts'))
  const cache = new Database(join(client, 'accounts', accountId, 'cache.sqlite'), { readonly: true })
  try {
    return Number(cache.prepare('SELECT count(*) FROM message').pluck().get())
  } finally {
    cache.close()
  }
}

function copyOf(folder: string, name: string): string {
  const copy = temporaryFolder(name)
  cpSync(folder, copy, { recursive: true })
  return copy
}
