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
  | 'setProxy'
  | 'setCertificateVerifyProc'
>

/** A `Session` with sockets of its own. */
export class HostSession extends EventEmitter {
  readonly sockets = new SessionSockets()
  #proxy: { readonly server: URL; readonly bypass: readonly string[] } | null = null
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
   * Takes a configuration. The host sends requests without TLS through a fixed HTTP proxy; it has no other proxies, and
   * finds none of the system.
   */
  async setProxy({ mode, proxyRules = '', proxyBypassRules = '' }: Electron.ProxyConfig): Promise<void> {
    const isFixed = mode === 'fixed_servers' && proxyRules.startsWith('http://')
    this.#proxy = isFixed ? { server: new URL(proxyRules), bypass: proxyBypassRules.split(',') } : null
    await new Promise((resolve) => setImmediate(resolve))
  }

  /** Takes a check of certificates. The host's requests have no TLS, so that nothing is checked. */
  setCertificateVerifyProc(): void {}

  /**
   * The proxy of a request; null for none. Chromium reaches this computer without a proxy, unless a rule says otherwise
   * (Chromium’s documentation of proxies, “Implicit bypass rules”).
   */
  proxyOf({ protocol, hostname }: URL): URL | null {
    if (this.#proxy === null || protocol !== 'http:') return null
    const { server, bypass } = this.#proxy
    const isLoopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
    return (isLoopback && !bypass.includes('<-loopback>')) || bypass.includes(hostname) ? null : server
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
