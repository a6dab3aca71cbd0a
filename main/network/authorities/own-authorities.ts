import { readFileSync } from 'node:fs'
import type { App, Certificate, Request, Session } from 'electron'
import writeFileAtomic from 'write-file-atomic'
import type { OwnAuthority } from '#contract/app.ts'
import type { Result } from '#contract/base/failures.ts'
import type { LogLevel } from '#engine/ports.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { EverySession } from '../every-session.ts'
import { readAuthorities, type AuthorityCertificate } from './authority-file.ts'

/** `ERR_CERT_AUTHORITY_INVALID` of Chromium's net/base/net_error_list.h. */
const unknownAuthority = -202
/** The answers to Electron: the certificate is accepted, or Chromium's own result holds. */
const accepted = 0
const asChromium = -3

export interface OwnAuthoritiesPorts {
  /** The file of the certificates, as PEM. */
  readonly path: string
  /** Asks the user whether to trust these authorities. */
  readonly confirm: (authorities: readonly OwnAuthority[]) => Promise<boolean>
  readonly onChanged: () => void
  readonly log: (level: LogLevel, message: string) => void
}

/**
 * The authorities that the user trusts beside those of the system. They decide only about certificates that Chromium
 * refuses because it does not know their authority.
 */
export class OwnAuthorities {
  readonly #ports: OwnAuthoritiesPorts
  readonly #sessions = new EverySession()
  #certificates: readonly AuthorityCertificate[]

  constructor(ports: OwnAuthoritiesPorts) {
    this.#ports = ports
    this.#certificates = this.#read()
  }

  /** The trusted authorities in the order in which they were added. */
  get list(): readonly OwnAuthority[] {
    return this.#certificates.map(({ shown }) => shown)
  }

  /**
   * Checks the certificates of all present and future sessions. Call it once after `ready`, before the first request.
   * @param existing the present sessions
   */
  start(app: App, existing: readonly Session[]): void {
    this.#sessions.start(app, existing, (session) => {
      if (this.#certificates.length > 0) this.#check(session)
    })
  }

  /**
   * Trusts the authorities of a file after the user has confirmed it. `added` is the number of those that are new; zero
   * if the user cancels, or knows all of them.
   */
  async add(file: Buffer): Promise<Result<{ readonly added: number; readonly isCancelled: boolean }>> {
    const read = readAuthorities(file, Date.now())
    if (typeof read === 'string') return { ok: false, error: { code: read } }
    const known = new Set(this.list.map(({ fingerprint }) => fingerprint))
    const fresh = read.filter(({ shown }) => !known.has(shown.fingerprint))
    if (known.size + fresh.length > clientLimits.ownAuthorities.most) {
      return { ok: false, error: { code: 'AUTHORITIES_FULL', values: { most: clientLimits.ownAuthorities.most } } }
    }
    if (fresh.length === 0) return { ok: true, value: { added: 0, isCancelled: false } }
    if (!(await this.#ports.confirm(fresh.map(({ shown }) => shown)))) {
      return { ok: true, value: { added: 0, isCancelled: true } }
    }
    return (await this.#change([...this.#certificates, ...fresh]))
      ? { ok: true, value: { added: fresh.length, isCancelled: false } }
      : { ok: false, error: { code: 'AUTHORITIES_NOT_STORED' } }
  }

  /** Trusts an authority no longer; nothing happens if it is none of the list. */
  async remove(fingerprint: string): Promise<Result<null>> {
    const kept = this.#certificates.filter(({ shown }) => shown.fingerprint !== fingerprint)
    return (await this.#change(kept))
      ? { ok: true, value: null }
      : { ok: false, error: { code: 'AUTHORITIES_NOT_STORED' } }
  }

  #read(): readonly AuthorityCertificate[] {
    let file: Buffer
    try {
      file = readFileSync(this.#ports.path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#warn('cannot be read', error)
      return []
    }
    if (file.length === 0) return []
    // An expired authority stays in the list until the user removes it; it certifies nothing.
    const read = readAuthorities(file, 0)
    if (typeof read !== 'string') return read
    this.#warn(`are damaged and not used (${read})`)
    return []
  }

  async #change(certificates: readonly AuthorityCertificate[]): Promise<boolean> {
    const text = certificates.map(({ certificate }) => certificate.toString()).join('')
    try {
      await writeFileAtomic(this.#ports.path, text, { mode: 0o600 })
    } catch (error) {
      this.#warn('cannot be stored', error)
      return false
    }
    this.#certificates = certificates
    this.#ports.onChanged()
    await this.#sessions.change(
      (session) => {
        this.#check(session)
      },
      (error) => {
        this.#warn('hold for new connections only', error)
      },
    )
    return true
  }

  #check(session: Session): void {
    session.setCertificateVerifyProc((request, answer) => {
      this.#answer(request).then(answer, (error: unknown) => {
        this.#warn('could not be asked', error)
        answer(asChromium)
      })
    })
  }

  async #answer({ hostname, certificate, errorCode }: Request): Promise<number> {
    if (errorCode !== unknownAuthority || this.#certificates.length === 0) return asChromium
    const { isIssuedBy } = await import('./chain.ts')
    const own = this.#certificates.map((one) => one.certificate)
    const isTrusted = await isIssuedBy(own, { hostname, certificates: chainOf(certificate), now: Date.now() })
    return isTrusted ? accepted : asChromium
  }

  #warn(what: string, ...causes: readonly unknown[]): void {
    const cause = causes.map((error) => `: ${String(error)}`).join('')
    this.#ports.log('warn', `the user’s certificate authorities ${what}${cause}`)
  }
}

/** The certificates of a chain as PEM, its own first. */
function chainOf(certificate: Certificate): string[] {
  const chain: string[] = []
  // The last one lacks an issuer, although Electron's type has one.
  let next: Certificate | undefined = certificate
  while (next !== undefined && chain.length < clientLimits.serverChain.most) {
    chain.push(next.data)
    next = next.issuerCert as Certificate | undefined
  }
  return chain
}
