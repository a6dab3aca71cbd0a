import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { appPart } from './app-part.ts'
import { strictPart } from './strict-part.ts'
import { SessionSockets } from './net-sockets.ts'
import { record } from './recorder.ts'

type UsedSession = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
  | 'addWordToSpellCheckerDictionary'
  | 'availableSpellCheckerLanguages'
  | 'closeAllConnections'
>

/** A `Session` with sockets of its own. */
export class HostSession extends EventEmitter {
  readonly sockets = new SessionSockets()
  readonly #isPages: boolean

  /**
   * The languages whose dictionaries this session loads. Chromium begins with the system's language in every session,
   * and fetches missing dictionaries in a later turn (`ElectronBrowserContext::InitPrefs`, `Session::Session`).
   */
  #languages: readonly string[] = ['en-GB']

  /** A part of Chromium's list. */
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr']

  /** @param isPages whether it is the session of the pages, whose languages are recorded */
  constructor(isPages = false) {
    super()
    this.#isPages = isPages
  }

  setPermissionRequestHandler(): void {
    // The browser asks its user itself; the page requests no permission.
  }

  setPermissionCheckHandler(): void {
    // As above.
  }

  setDevicePermissionHandler(): void {
    // As above.
  }

  setSpellCheckerEnabled(isEnabled: boolean): void {
    record.spelling = { ...record.spelling, isEnabled }
  }

  setSpellCheckerLanguages(languages: string[]): void {
    for (const language of languages) {
      if (!this.availableSpellCheckerLanguages.includes(language))
        throw new Error(`Invalid language code provided: "${language}" is not a valid language code`)
    }
    this.#languages = languages
    if (this.#isPages) record.spelling = { ...record.spelling, languages }
    this.loadDictionaries()
  }

  /** Fetches the wanted dictionaries after the present turn. */
  loadDictionaries(): void {
    const begun = this.#languages
    if (begun.length === 0) return
    setImmediate(() => {
      if (this.#languages !== begun) return
      record.spelling = { ...record.spelling, fetched: [...record.spelling.fetched, ...begun] }
    })
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    record.spelling = { ...record.spelling, words: [...record.spelling.words, word] }
    return true
  }

  /**
   * Closes idle and connecting sockets; busy ones are closed after their answer. Like Electron, it resolves when
   * another process has done it, so callers must await it.
   */
  async closeAllConnections(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.sockets.closeAll()
  }
}

const firstSession = new HostSession(true)
export const defaultSession = strictPart('session.defaultSession', firstSession satisfies UsedSession)
appPart.once('ready', () => {
  firstSession.loadDictionaries()
})

const partitions = new Map<string, HostSession>()

/** Returns the same session for the same name. */
export function sessionFromPartition(partition: string, _options?: Electron.FromPartitionOptions): HostSession {
  if (partition.startsWith('persist:')) throw new Error('sessions of Skein live in memory')
  const known = partitions.get(partition)
  if (known !== undefined) return known
  const made = new HostSession()
  made.loadDictionaries()
  const session = strictPart('Session', made satisfies UsedSession)
  partitions.set(partition, session)
  appPart.emit('session-created', session)
  return session
}
