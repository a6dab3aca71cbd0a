import { X509Certificate } from 'node:crypto'
import { Certificate, CertificateChainValidationEngine, type GeneralSubtree, NameConstraints } from 'pkijs'
import { hasWeakKey } from './authority-file.ts'

/** The chain of a server, its own certificate first. */
export interface ServerChain {
  /** The host name or address of the connection. */
  readonly hostname: string
  /** The certificates as PEM. */
  readonly certificates: readonly string[]
  /** UNIX milliseconds. */
  readonly now: number
}

const serverPurpose = '1.3.6.1.5.5.7.3.1'
const anyPurpose = '2.5.29.37.0'
const nameConstraintsId = '2.5.29.30'
/** Object identifiers of signatures with MD2, MD5 and SHA-1, which can be forged. */
const weakSignatures: ReadonlySet<string> = new Set([
  '1.2.840.113549.1.1.2',
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
  '1.2.840.10040.4.3',
  '1.3.14.3.2.29',
])

/**
 * Whether a chain leads to one of the given authorities by RFC 5280 (6.1), and is one for this host. A chain that
 * cannot be read does not. Revocation is not checked; Chromium does not check it for authorities of the user, either.
 */
export async function isIssuedBy(authorities: readonly X509Certificate[], chain: ServerChain): Promise<boolean> {
  try {
    const certificates = chain.certificates.map((pem) => new X509Certificate(pem))
    const [own] = certificates
    if (own === undefined || !isForHost(own, chain.hostname) || !isForServers(own)) return false
    if (certificates.some(hasWeakKey)) return false
    for (const authority of authorities) {
      // An authority at the end of the chain is not signed by anybody else, so that its signature does not matter.
      const sent = certificates.filter(({ fingerprint256 }) => fingerprint256 !== authority.fingerprint256)
      if (await leadsTo(authority, sent, chain.now)) return true
    }
    return false
  } catch {
    // The certificates are the server's, and any of their parts may be unreadable.
    return false
  }
}

function isForHost(own: X509Certificate, hostname: string): boolean {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  // As in Chromium, a subject's common name is none of the host's names.
  const isNamed = own.checkHost(bare, { subject: 'never' }) ?? own.checkIP(bare)
  return isNamed !== undefined
}

/** Whether a certificate may be that of a server (RFC 5280, 4.2.1.12); one without purposes has all. */
function isForServers({ keyUsage }: X509Certificate): boolean {
  // Node's types lack that there may be none.
  const purposes = keyUsage as readonly string[] | undefined
  return purposes === undefined || purposes.includes(serverPurpose) || purposes.includes(anyPurpose)
}

async function leadsTo(authority: X509Certificate, sent: readonly X509Certificate[], now: number): Promise<boolean> {
  const anchor = decoded(authority)
  const certificates = sent.map(decoded)
  if (certificates.some(({ signatureAlgorithm }) => weakSignatures.has(signatureAlgorithm.algorithmId))) return false
  if (!isValidAt(anchor, now)) return false
  const engine = new CertificateChainValidationEngine({
    trustedCerts: [anchor],
    // The library takes the certificate of the server last.
    certs: certificates.reverse(),
    checkDate: new Date(now),
  })
  const { permitted, excluded } = constraintsOf(anchor)
  const { result } = await engine.verify({
    ...(permitted === undefined ? {} : { initialPermittedSubtreesSet: permitted }),
    ...(excluded === undefined ? {} : { initialExcludedSubtreesSet: excluded }),
  })
  return result
}

function decoded(certificate: X509Certificate): Certificate {
  return Certificate.fromBER(new Uint8Array(certificate.raw))
}

function isValidAt({ notBefore, notAfter }: Certificate, now: number): boolean {
  return notBefore.value.getTime() <= now && now < notAfter.value.getTime()
}

/** The names that an authority may certify. The library applies those of the certificates below it only. */
function constraintsOf(anchor: Certificate): {
  readonly permitted?: GeneralSubtree[] | undefined
  readonly excluded?: GeneralSubtree[] | undefined
} {
  const found = anchor.extensions?.find(({ extnID }) => extnID === nameConstraintsId)
  if (found === undefined) return {}
  // The library types it as anything.
  const parsedValue: unknown = found.parsedValue
  if (!(parsedValue instanceof NameConstraints)) throw new TypeError('the constraints of an authority are unreadable')
  return { permitted: parsedValue.permittedSubtrees, excluded: parsedValue.excludedSubtrees }
}
