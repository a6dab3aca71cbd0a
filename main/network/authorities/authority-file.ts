import { X509Certificate } from 'node:crypto'
import type { OwnAuthority } from '#contract/app.ts'

/** The certificate of an authority that the user trusts. */
export interface AuthorityCertificate {
  readonly certificate: X509Certificate
  /** What the settings show of it. */
  readonly shown: OwnAuthority
}

/** Why the certificates of a file are not taken. */
export type AuthorityRefusal = 'AUTHORITY_UNREADABLE' | 'AUTHORITY_NOT_ONE' | 'AUTHORITY_EXPIRED' | 'AUTHORITY_WEAK'

const pemBlock = /-----BEGIN CERTIFICATE-----[\s\S]{1,40000}?-----END CERTIFICATE-----/g

/** The least bits of an RSA key; Chromium refuses certificates with less. */
const leastRsaBits = 2048

/**
 * Reads the authorities of a file: any number of PEM blocks, or one certificate as DER. One certificate that cannot be
 * used refuses the whole file, since a part of a chain would be trusted otherwise.
 * @param now UNIX milliseconds
 */
export function readAuthorities(file: Buffer, now: number): readonly AuthorityCertificate[] | AuthorityRefusal {
  const blocks = file.toString('latin1').match(pemBlock) ?? [file]
  const read: AuthorityCertificate[] = []
  for (const block of blocks) {
    const certificate = parse(block)
    if (certificate === null) return 'AUTHORITY_UNREADABLE'
    if (!certificate.ca) return 'AUTHORITY_NOT_ONE'
    if (certificate.validToDate.getTime() <= now) return 'AUTHORITY_EXPIRED'
    if (hasWeakKey(certificate)) return 'AUTHORITY_WEAK'
    if (!read.some(({ shown }) => shown.fingerprint === certificate.fingerprint256)) {
      read.push({ certificate, shown: shownOf(certificate) })
    }
  }
  return read
}

/** Whether the key of a certificate is too short to be safe. */
export function hasWeakKey({ publicKey }: X509Certificate): boolean {
  const bits = publicKey.asymmetricKeyType === 'rsa' ? publicKey.asymmetricKeyDetails?.modulusLength : undefined
  return bits !== undefined && bits < leastRsaBits
}

function parse(block: string | Buffer): X509Certificate | null {
  try {
    return new X509Certificate(block)
  } catch {
    return null
  }
}

function shownOf(certificate: X509Certificate): OwnAuthority {
  const { subject, fingerprint256, validToDate } = certificate
  const part = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(subject)?.[1]
  // Names are written by whoever made the certificate; the page shows them as one line.
  const name = part('CN') ?? part('O') ?? subject
  return {
    fingerprint: fingerprint256,
    name: name.replaceAll(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 200),
    until: validToDate.getTime(),
  }
}
