import { z } from 'zod'
import type { AuthInfo } from 'electron'
import type { ProxyQuestion } from '#contract/app.ts'
import { clientLimits } from '#shared/client-limits.ts'

export interface ProxyCredentials {
  readonly username: string
  readonly password: string
}

/**
 * Returns the credentials for a proxy; null if there are none. `refused` are the credentials that the same request has
 * tried before.
 */
export type ProxyLogin = (info: AuthInfo, refused: ProxyCredentials | null) => Promise<ProxyCredentials | null>

/** Stores the passwords: the keychain. */
export interface SecretStore {
  read(
    name: string,
    onWaiting: () => void,
  ): Promise<{ readonly state: 'found'; readonly key: string } | { readonly state: 'absent' | 'unavailable' }>
  write(name: string, secret: string): Promise<boolean>
  remove(name: string): Promise<void>
}

const keptSchema = z.object({ username: z.string(), password: z.string() })
const longestRealm = clientLimits.proxyRealm.most

interface Asked {
  readonly question: ProxyQuestion
  readonly resolve: (credentials: ProxyCredentials | null) => void
}

/**
 * The credentials of proxies. The user enters them once for each proxy and realm, and again if the proxy refuses them;
 * the keychain stores them. After the user dismisses the question, it returns only when they retry.
 */
export class ProxyLogins {
  readonly #keychain: SecretStore
  readonly #onQuestion: () => void
  readonly #known = new Map<string, ProxyCredentials>()
  /** The pending look-ups, which requests of all accounts share. */
  readonly #searches = new Map<string, Promise<ProxyCredentials | null>>()
  readonly #dismissed = new Set<string>()
  #asked: readonly Asked[] = []
  #nextId = 1

  /** @param onQuestion called when `question` has changed */
  constructor(keychain: SecretStore, onQuestion: () => void) {
    this.#keychain = keychain
    this.#onQuestion = onQuestion
  }

  /** The question that the page shows; null for none. */
  get question(): ProxyQuestion | null {
    return this.#asked[0]?.question ?? null
  }

  readonly login: ProxyLogin = (info, refused) => {
    const proxy = `${info.host}:${info.port}`
    const realm = plainText(info.realm)
    const name = `proxy ${proxy} ${realm}`
    const known = this.#known.get(name)
    if (known !== undefined && known !== refused) return Promise.resolve(known)
    const running = this.#searches.get(name)
    if (running !== undefined) return running
    const search = this.#find(name, proxy, realm, refused?.username ?? null).finally(() => {
      this.#searches.delete(name)
    })
    this.#searches.set(name, search)
    return search
  }

  /** Accepts the user's answer; null if they dismissed the question. An outdated answer is ignored. */
  answer(id: number, credentials: ProxyCredentials | null): void {
    const asked = this.#asked.find(({ question }) => question.id === id)
    if (asked === undefined) return
    this.#asked = this.#asked.filter((other) => other !== asked)
    asked.resolve(credentials)
    this.#onQuestion()
  }

  /** Allows dismissed questions again, when the user retries. */
  askAgain(): void {
    this.#dismissed.clear()
  }

  async #find(
    name: string,
    proxy: string,
    realm: string,
    refusedName: string | null,
  ): Promise<ProxyCredentials | null> {
    if (refusedName !== null) {
      this.#known.delete(name)
      await this.#keychain.remove(name)
    } else {
      const kept = await this.#read(name)
      if (kept !== null) {
        this.#known.set(name, kept)
        return kept
      }
    }
    if (this.#dismissed.has(name)) return null
    const credentials = await this.#ask(proxy, { realm, refusedName })
    if (credentials === null) {
      this.#dismissed.add(name)
      return null
    }
    this.#known.set(name, credentials)
    // The request does not wait for the keychain. Without one the credentials last until Skein quits.
    void this.#keychain.write(name, JSON.stringify(credentials))
    return credentials
  }

  async #read(name: string): Promise<ProxyCredentials | null> {
    const answer = await this.#keychain.read(name, () => undefined)
    if (answer.state !== 'found') return null
    try {
      return keptSchema.parse(JSON.parse(answer.key))
    } catch {
      return null
    }
  }

  #ask(proxy: string, details: Pick<ProxyQuestion, 'realm' | 'refusedName'>): Promise<ProxyCredentials | null> {
    return new Promise((resolve) => {
      const question: ProxyQuestion = { id: this.#nextId, proxy, ...details }
      this.#nextId += 1
      this.#asked = [...this.#asked, { question, resolve }]
      this.#onQuestion()
    })
  }
}

/** The proxy's realm as one bounded line without control or bidirectional characters. */
function plainText(text: string): string {
  return text
    .slice(0, longestRealm)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}
