import type { Certificate } from 'electron'
import { clientLimits } from '#shared/client-limits.ts'

/** The maximum number of certificates in a dialog. */
const mostOffered = clientLimits.certificates.most

/**
 * The origin that requests a client certificate. Electron passes `host:port` of the server or the proxy, although its
 * documentation says URL.
 */
export function certificateOrigin(asker: string): string | null {
  const address = asker.includes('://') ? asker : `https://${asker}`
  return URL.canParse(address) ? new URL(address).origin : null
}

/** The certificates that are valid at `now` (UNIX milliseconds), the latest expiry first. */
export function validCertificates(certificates: readonly Certificate[], now: number): Certificate[] {
  const seconds = now / 1000
  return certificates
    .filter(({ validStart, validExpiry }) => validStart <= seconds && seconds < validExpiry)
    .sort((a, b) => b.validExpiry - a.validExpiry)
    .slice(0, mostOffered)
}

/** Lets the user choose one of several certificates; undefined means none. */
export type ChooseCertificate = (origin: string, offered: readonly Certificate[]) => Promise<Certificate | undefined>

/**
 * Selects the client certificate of a server: only for origins of accounts, never for proxies or for other hosts after
 * a redirect. If several fit, the user chooses once until Skein quits. The choice serves all sessions of an account,
 * each of which requests a certificate.
 */
export class ClientCertificates {
  readonly #isOwnOrigin: (origin: string) => boolean
  readonly #choose: ChooseCertificate
  readonly #chosen = new Map<string, Promise<Certificate | undefined>>()

  constructor(options: { isOwnOrigin: (origin: string) => boolean; choose: ChooseCertificate }) {
    this.#isOwnOrigin = options.isOwnOrigin
    this.#choose = options.choose
  }

  /** The certificate for a host from the fitting ones; undefined if none is sent. */
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

  /** Forgets the choices when the user retries, since a choice may have been wrong. */
  askAgain(): void {
    this.#chosen.clear()
  }
}
