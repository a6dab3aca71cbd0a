import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { net } from 'electron'
import type { Failure } from '#contract/base/failures.ts'
import { sentenceOf } from '#i18n/catalogue.ts'
import type { Accounts } from '#accounts/accounts.ts'
import type { EngineFiles } from '#accounts/engine-host.ts'
import { ApiError } from '#engine/api/errors.ts'
import { registerInWorker } from '#engine/workers/ingest/worker-register-reader.ts'
import { readerInWorker } from '#engine/workers/reader/worker-reader.ts'
import type { CredentialService } from '#network/credentials.ts'
import { appOrigin } from '../protocols/app-protocol.ts'
import { SelfTestOrganization } from './organization.ts'
import { SelfTestError, until, type Step } from './steps.ts'

/** The members of the keychain that the self-test uses. */
export interface KeyStore {
  read(
    name: string,
    onWaiting: () => void,
  ): Promise<
    | { readonly state: 'found'; readonly key: string }
    | { readonly state: 'absent' }
    | { readonly state: 'unavailable'; readonly reason: Failure }
  >
  write(name: string, key: string): Promise<boolean>
  remove(name: string): Promise<void>
}

export interface TrialPorts {
  readonly accounts: Accounts
  readonly credentials: CredentialService
  readonly engineFiles: EngineFiles
  /** The program of the organization's thread. */
  readonly serverFile: URL
  /** An empty folder that is also the program's data folder. */
  readonly folder: string
  /** A new keychain without the memory of the earlier one. */
  readonly newKeychain: () => KeyStore
}

/** The steps of the self-test, quick and basic ones first. `end` removes what they created. */
export function trials(ports: TrialPorts): { readonly steps: readonly Step[]; end(): Promise<void> } {
  const { accounts, credentials, engineFiles } = ports
  let organization: SelfTestOrganization | undefined
  let accountId: string | undefined
  const server = (): SelfTestOrganization => {
    if (organization === undefined) throw new SelfTestError('there is no server')
    return organization
  }
  const account = (): string => {
    if (accountId === undefined) throw new SelfTestError('nobody is signed in')
    return accountId
  }

  const steps: readonly Step[] = [
    { name: 'keytar', run: () => tryKeychain(ports.newKeychain) },
    { name: 'app', run: tryApp },
    { name: 'ingest', run: () => tryIngest(engineFiles.ingest) },
    {
      name: 'better-sqlite3',
      async run() {
        organization = await SelfTestOrganization.start(ports.serverFile, join(ports.folder, 'server'), randomUUID())
        return `SQLite ${organization.sqlite}, a server at ${organization.url}`
      },
    },
    {
      name: 'engine',
      needs: ['better-sqlite3'],
      async run() {
        const { url, email, password } = server()
        const signedIn = await accounts.signIn(await credentials.withPassword(url, email, password))
        accountId = signedIn.accountId
        await until('the engine', () => {
          const state = accounts.summaries().find(({ id }) => id === signedIn.accountId)?.connection.state
          return state === 'online' ? null : `it is ${state ?? 'gone'}`
        })
        return 'signed in and up to date'
      },
    },
    {
      name: 'reader',
      needs: ['engine'],
      run: () => tryReader(engineFiles.reader, join(accounts.folderOf(account()), 'cache.sqlite')),
    },
    { name: 'media', needs: ['engine'], run: async () => tryMedia(account(), await server().upload()) },
    {
      name: 'message',
      needs: ['engine'],
      async run() {
        const content = `self-test ${randomUUID()}`
        const destination = { kind: 'direct', userIds: [server().userId] } as const
        const sent = await accounts.call(account(), 'messages.send', { localId: randomUUID(), destination, content })
        if (!sent.ok) throw new SelfTestError(sentenceOf(sent.error))
        await until('the message', async () => {
          const count = await server().count(content)
          return count === 1 ? null : `the server has it ${count} times`
        })
        return 'arrived once'
      },
    },
    {
      name: 'sign-out',
      needs: ['engine'],
      async run() {
        const id = account()
        if (!(await accounts.signOut(id))) throw new SelfTestError('the account was gone already')
        accountId = undefined
        const left = await ports.newKeychain().read(id, () => undefined)
        if (left.state === 'found') throw new SelfTestError('its key is still in the keychain')
        return 'key and files are gone'
      },
    },
  ]
  return {
    steps,
    async end() {
      if (accountId !== undefined) await accounts.signOut(accountId).catch(() => undefined)
      await organization?.stop()
    },
  }
}

async function tryKeychain(newKeychain: () => KeyStore): Promise<string> {
  const name = `self-test ${randomUUID()}`
  const key = randomUUID()
  const keychain = newKeychain()
  try {
    if (!(await keychain.write(name, key))) {
      const answer = await newKeychain().read(name, () => undefined)
      throw new SelfTestError(
        answer.state === 'unavailable' ? sentenceOf(answer.reason) : 'the keychain did not take the key',
      )
    }
    const answer = await newKeychain().read(name, () => undefined)
    if (answer.state !== 'found') throw new SelfTestError(`the key is ${answer.state}`)
    if (answer.key !== key) throw new SelfTestError('the keychain gives back another key')
  } finally {
    await keychain.remove(name)
  }
  const after = await newKeychain().read(name, () => undefined)
  if (after.state !== 'absent') throw new SelfTestError('the key cannot be removed')
  return 'a key was written, read and removed'
}

async function tryApp(): Promise<string> {
  const response = await net.fetch(`${appOrigin}/index.html`)
  const text = await response.text()
  if (response.status !== 200) throw new SelfTestError(`the page answers ${response.status}`)
  if (response.headers.get('content-security-policy') === null) throw new SelfTestError('the page has no policy')
  const script = /<script[^>]+src="\.?\/?([^"]+)"/.exec(text)?.[1]
  if (script === undefined) throw new SelfTestError('the page names no program')
  const program = await net.fetch(`${appOrigin}/${script}`)
  if (program.status !== 200) throw new SelfTestError(`the page’s program answers ${program.status}`)
  return `the page and its program, ${(await program.arrayBuffer()).byteLength} bytes`
}

/** Starts the thread's program. A refusal is the expected answer and shows that it runs. */
async function tryIngest(file: URL): Promise<string> {
  const reading = registerInWorker(file).open()
  const body = JSON.stringify({ result: 'error', code: 'SELF_TEST', msg: 'self-test' })
  try {
    await reading.head({ status: 400, headers: { 'content-type': 'application/json' }, body })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SELF_TEST') return 'the thread has read an answer'
    throw error
  } finally {
    reading.close()
  }
  throw new SelfTestError('the thread took a refusal for a registration')
}

async function tryReader(file: URL, database: string): Promise<string> {
  const warnings: string[] = []
  const reader = readerInWorker(file, { database, key: null }, (message) => warnings.push(message))
  try {
    await reader.checkpoint()
  } finally {
    reader.close()
  }
  if (warnings.length > 0) throw new SelfTestError(warnings.join('; '))
  return 'the thread has opened the account’s file'
}

async function tryMedia(accountId: string, path: string): Promise<string> {
  const response = await net.fetch(`media://${accountId}${path}`, { headers: { range: 'bytes=0-3' } })
  const text = await response.text()
  const range = response.headers.get('content-range')
  if (response.status !== 206 || text !== 'RIFF' || range?.startsWith('bytes 0-3/') !== true) {
    throw new SelfTestError(
      `the range answers ${response.status} with ${text.length} characters of ${range ?? 'nothing'}`,
    )
  }
  return range
}
