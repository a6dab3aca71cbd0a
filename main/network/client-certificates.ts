import type { Certificate } from 'electron'
import { clientLimits } from '../../shared/client-limits.ts'

/** Certificates that are offered for choice; who has more has to tidy up first. */
const mostOffered = clientLimits.certificates.most

/**
 * Who asks for a client certificate: Electron gives `host:port` of the server, or of the proxy, whatever its documentation
 * says of an address.
 */
export function certificateOrigin(asker: string): string | null {
  const address = asker.includes('://') ? asker : `https://${asker}`
  return URL.canParse(address) ? new URL(address).origin : null
}

/** Those that are valid now (UNIX milliseconds), the one that lasts longest first. */
export function validCertificates(certificates: readonly Certificate[], now: number): Certificate[] {
  const seconds = now / 1000
  return certificates
    .filter(({ validStart, validExpiry }) => validStart <= seconds && seconds < validExpiry)
    .sort((a, b) => b.validExpiry - a.validExpiry)
    .slice(0, mostOffered)
}

/** Lets a person choose one of several certificates; undefined means none. */
export type ChooseCertificate = (origin: string, offered: readonly Certificate[]) => Promise<Certificate | undefined>

/**
 * Which certificate of this computer a server gets to see (W7): one for the accounts' own origins alone, never for other
 * hosts that a redirect leads to, nor for proxies. Where several fit a person chooses, once until Skein quits; each of an
 * account's sessions asks anew.
 */
export class ClientCertificates {
  readonly #isOwnOrigin: (origin: string) => boolean
  readonly #choose: ChooseCertificate
  readonly #chosen = new Map<string, Promise<Certificate | undefined>>()

  constructor(options: { isOwnOrigin: (origin: string) => boolean; choose: ChooseCertificate }) {
    this.#isOwnOrigin = options.isOwnOrigin
    this.#choose = options.choose
  }

  /** The certificate for who asks, of those that fit; undefined where there is none to show. */
  async select(asker: string, fitting: readonly Certificate[], now: number): Promise<Certificate | undefined> {
    const origin = certificateOrigin(asker)
    if (origin === null || !this.#isOwnOrigin(origin)) return undefined
    const valid = validCertificates(fitting, now)
    if (valid.length < 2) return valid[0]
    const known = this.#chosen.get(origin)
    if (known !== undefined) {
      const before = await known
      const same = valid.find(({ fingerprint }) => fingerprint === before?.fingerprint)
      if (before === undefined || same !== undefined) return same
    }
    const choice = this.#choose(origin, valid)
    this.#chosen.set(origin, choice)
    return choice
  }

  /** Somebody wants to try again: what was chosen may have been wrong. */
  askAgain(): void {
    this.#chosen.clear()
  }
}
