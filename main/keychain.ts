import { createRequire } from 'node:module'

/** The part of keytar that Skein uses. */
interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export type KeychainAnswer =
  | { readonly state: 'found'; readonly key: string }
  | { readonly state: 'absent' }
  /** No keychain, a locked one, or one that refuses; nothing may be wiped for that. */
  | { readonly state: 'unavailable'; readonly reason: string }

const service = 'Skein'
const patienceMs = 3_000

/**
 * The system's keychain, one call at a time (parallel prompts confuse people and some daemons). A key is never written
 * anywhere else: where there is no keychain, it lives in memory until Skein quits.
 */
export class Keychain {
  readonly #load: () => Keytar
  #keytar: Keytar | undefined
  #queue: Promise<unknown> = Promise.resolve()
  readonly #untilQuit = new Map<string, string>()

  constructor(load: () => Keytar = loadKeytar) {
    this.#load = load
  }

  /** `onWaiting` is called when the keychain takes long, probably because it asks the user something. */
  async read(name: string, onWaiting: () => void): Promise<KeychainAnswer> {
    const remembered = this.#untilQuit.get(name)
    if (remembered !== undefined) return { state: 'found', key: remembered }
    const timer = setTimeout(onWaiting, patienceMs)
    try {
      const key = await this.#inTurn((keytar) => keytar.getPassword(service, name))
      return key === null ? { state: 'absent' } : { state: 'found', key }
    } catch (error) {
      return { state: 'unavailable', reason: reasonOf(error) }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Returns whether the keychain holds the key now; if not, it is remembered until Skein quits. */
  async write(name: string, key: string): Promise<boolean> {
    try {
      await this.#inTurn((keytar) => keytar.setPassword(service, name, key))
      this.#untilQuit.delete(name)
      return true
    } catch {
      this.#untilQuit.set(name, key)
      return false
    }
  }

  async remove(name: string): Promise<void> {
    this.#untilQuit.delete(name)
    try {
      await this.#inTurn((keytar) => keytar.deletePassword(service, name))
    } catch {
      // Without a keychain there is nothing to remove from it.
    }
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

/** Loaded when first needed, from outside the bundle: keytar is native, and may be missing. */
function loadKeytar(): Keytar {
  const require = createRequire(import.meta.url)
  return require('keytar') as Keytar // its own declarations say the same
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (/cannot find module|keytar\.node/i.test(message)) return 'This system has no keychain that Skein can use.'
  if (/locked|dismissed|cancel/i.test(message)) return 'Your keychain is locked.'
  return `Your keychain does not answer: ${message}`
}
