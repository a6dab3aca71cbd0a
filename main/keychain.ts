import { createRequire } from 'node:module'
import type { Failure } from '#contract/base/failures.ts'

/** The part of keytar that Skein uses. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export type KeychainAnswer =
  | { readonly state: 'found'; readonly key: string }
  | { readonly state: 'absent' }
  /** The keychain is missing, locked, or refuses access. No data may be removed in this state. */
  | { readonly state: 'unavailable'; readonly reason: Failure }

const service = 'Skein'
const patienceMs = 3_000
/** The wait of sign-in and sign-out for a keychain, which may show a password prompt, milliseconds. */
const longPatienceMs = 20_000

/**
 * The system's keychain, called one request at a time, because parallel prompts confuse users and some daemons. A key
 * is never written elsewhere: without a keychain it stays in memory until Skein quits.
 */
export class Keychain {
  readonly #load: () => Keytar
  #keytar: Keytar | undefined
  #queue: Promise<unknown> = Promise.resolve()
  readonly #untilQuit = new Map<string, string>()

  constructor(load: () => Keytar = loadKeytar) {
    this.#load = load
  }

  /** Reads a key. `onWaiting` is called after 3 s, when the keychain probably shows a prompt. */
  async read(name: string, onWaiting: () => void): Promise<KeychainAnswer> {
    const remembered = this.#untilQuit.get(name)
    if (remembered !== undefined) return { state: 'found', key: remembered }
    const timer = setTimeout(onWaiting, patienceMs)
    try {
      const key = await this.#inTurn((keytar) => keytar.getPassword(service, name))
      return this.#writtenMeanwhile(name) ?? (key === null ? { state: 'absent' } : { state: 'found', key })
    } catch (error) {
      return this.#writtenMeanwhile(name) ?? { state: 'unavailable', reason: reasonOf(error) }
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Stores a key, and returns whether the keychain confirmed it within 20 s. Otherwise the key stays in memory until Skein
   * quits, or until the keychain confirms it later.
   */
  async write(name: string, key: string): Promise<boolean> {
    this.#untilQuit.set(name, key)
    const written = this.#inTurn((keytar) => keytar.setPassword(service, name, key)).then(() => {
      if (this.#untilQuit.get(name) === key) this.#untilQuit.delete(name)
    })
    return answersInTime(written)
  }

  /** Removes the key; waits at most 20 s for the keychain. */
  async remove(name: string): Promise<void> {
    this.#untilQuit.delete(name)
    await answersInTime(this.#inTurn((keytar) => keytar.deletePassword(service, name)))
  }

  /** A key that was written during a slow read supersedes the answer of that read. */
  #writtenMeanwhile(name: string): KeychainAnswer | undefined {
    const key = this.#untilQuit.get(name)
    return key === undefined ? undefined : { state: 'found', key }
  }

  #inTurn<T>(action: (keytar: Keytar) => Promise<T>): Promise<T> {
    const run = this.#queue.then(async () => {
      this.#keytar ??= this.#load()
      return action(this.#keytar)
    })
    this.#queue = run.catch(() => undefined)
    return run
  }
}

/** Whether the call succeeds within 20 s. */
async function answersInTime(call: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => {
      resolve(false)
    }, longPatienceMs)
  })
  try {
    return await Promise.race([
      call.then(
        () => true,
        () => false,
      ),
      late,
    ])
  } finally {
    clearTimeout(timer)
  }
}

/** Loads keytar at the first use, from outside the bundle: it is a native module and may be missing. */
function loadKeytar(): Keytar {
  const require = createRequire(import.meta.url)
  return require('keytar') as Keytar // keytar's own declarations have the same types
}

function reasonOf(error: unknown): Failure {
  const detail = error instanceof Error ? error.message : String(error)
  const { code } = error as { readonly code?: unknown } // the code of Node's loader, if the error has one
  if (code === 'ERR_DLOPEN_FAILED') return { code: 'KEYCHAIN_LIBRARY_MISSING', values: { library: libraryIn(detail) } }
  if (code === 'MODULE_NOT_FOUND' || /cannot find module|keytar\.node/i.test(detail))
    return { code: 'KEYCHAIN_MISSING' }
  if (/locked|dismissed|cancel/i.test(detail)) return { code: 'KEYCHAIN_LOCKED' }
  return { code: 'KEYCHAIN_SILENT', values: { detail } }
}

/**
 * The library that a native module lacks, from the messages of the loaders of Linux ("libsecret-1.so.0: cannot open
 * shared object file") and macOS ("Library not loaded: @rpath/libsecret-1.0.dylib"). Null if the text names no library,
 * or the module itself.
 */
function libraryIn(detail: string): string | null {
  const named =
    /(?:^|[\s/])([\w.+-]+\.so[\d.]*): cannot open shared object file/.exec(detail) ??
    /Library not loaded: (?:\S*\/)?([\w.+-]+\.dylib)/.exec(detail)
  return named?.[1] ?? null
}
