import { X509Certificate } from 'node:crypto'
import { Integer, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
  GeneralSubtree,
  NameConstraints,
  RelativeDistinguishedNames,
} from 'pkijs'

const day = 86_400_000
/** `GeneralName` types of host names and addresses. */
const [dns, ip] = [2, 7] as const

export interface CertificateOptions {
  readonly name: string
  /** The certificate that signs this one; by default this one. */
  readonly by?: TestCertificate
  readonly isAuthority?: boolean
  /** Days from now. */
  readonly validFrom?: number
  readonly validUntil?: number
  readonly hosts?: readonly string[]
  /** IPv4 addresses. */
  readonly addresses?: readonly string[]
  /** Object identifiers. */
  readonly purposes?: readonly string[]
  /** The only domain that it may certify. */
  readonly permits?: string
  readonly hash?: 'SHA-1' | 'SHA-256'
  /** Bits of an RSA key; an elliptic curve otherwise. */
  readonly rsaBits?: number
}

/** A certificate with its key. */
export interface TestCertificate {
  readonly name: string
  readonly key: CryptoKey
  readonly pem: string
  readonly der: Buffer
}

/** Makes a certificate. */
export async function makeCertificate(options: CertificateOptions): Promise<TestCertificate> {
  const { name, by, hash = 'SHA-256', rsaBits } = options
  const keys = await makeKeys(rsaBits)
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ value: 1 + Math.floor(Math.random() * 1_000_000) })
  certificate.subject = named(name)
  certificate.issuer = named(by?.name ?? name)
  certificate.notBefore.value = new Date(Date.now() + (options.validFrom ?? -1) * day)
  certificate.notAfter.value = new Date(Date.now() + (options.validUntil ?? 300) * day)
  certificate.extensions = extensionsOf(options)
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  await certificate.sign(by?.key ?? keys.privateKey, hash)
  const der = Buffer.from(certificate.toSchema(true).toBER(false))
  return { name, key: keys.privateKey, der, pem: new X509Certificate(der).toString() }
}

async function makeKeys(rsaBits: number | undefined): Promise<CryptoKeyPair> {
  const usages: readonly KeyUsage[] = ['sign', 'verify']
  if (rsaBits === undefined) return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, usages)
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: rsaBits,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  return crypto.subtle.generateKey(algorithm, true, usages)
}

function named(name: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: name })
  return new RelativeDistinguishedNames({
    typesAndValues: [new AttributeTypeAndValue({ type: '2.5.4.3', value })],
  })
}

function extensionsOf({ isAuthority, hosts, addresses, purposes, permits }: CertificateOptions): Extension[] {
  const extension = (
    extnID: string,
    isCritical: boolean,
    value: { toSchema: () => { toBER: (size: boolean) => ArrayBuffer } },
  ) => new Extension({ extnID, critical: isCritical, extnValue: value.toSchema().toBER(false) })
  const names = [
    ...(hosts ?? []).map((value) => new GeneralName({ type: dns, value })),
    ...(addresses ?? []).map((address) => {
      const valueHex = new Uint8Array(address.split('.').map(Number)).buffer
      return new GeneralName({ type: ip, value: new OctetString({ valueHex }) })
    }),
  ]
  const found: Extension[] = []
  if (isAuthority !== undefined) found.push(extension('2.5.29.19', true, new BasicConstraints({ cA: isAuthority })))
  if (names.length > 0) found.push(extension('2.5.29.17', false, new GeneralNames({ names })))
  if (purposes !== undefined) found.push(extension('2.5.29.37', false, new ExtKeyUsage({ keyPurposes: [...purposes] })))
  if (permits !== undefined) {
    const base = new GeneralName({ type: dns, value: permits })
    const constraints = new NameConstraints({ permittedSubtrees: [new GeneralSubtree({ base })] })
    found.push(extension('2.5.29.30', true, constraints))
  }
  return found
}
