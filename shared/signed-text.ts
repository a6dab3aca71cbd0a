import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto'

/** The signature is missing, or does not match the text, the key or the purpose. */
export class SignatureError extends Error {
  readonly code = 'SIGNATURE'
}

/** The last line of a signed text; a comment in YAML, so that other readers ignore it. */
const mark = '# skein-signature: '

/**
 * Signs a text. Replaces an existing signature.
 * @param purpose such as the file name: a signature is valid for one purpose only
 * @param privateKey of Ed25519
 * @returns the text with the signature as its last line
 */
export function signText(text: string, purpose: string, privateKey: KeyObject): string {
  const plain = split(text)?.plain ?? (text.endsWith('\n') ? text : `${text}\n`)
  const signature = sign(null, signedBytes(plain, purpose), privateKey)
  return `${plain}${mark}${signature.toString('base64')}\n`
}

/**
 * Verifies that one of the keys made the signature, and returns the text without it.
 * @param publicKeys in the form of `encodePublicKey`
 * @throws SignatureError
 */
export function verifiedText(signed: string, purpose: string, publicKeys: readonly string[]): string {
  const parts = split(signed)
  if (parts === null) throw new SignatureError('It has no signature.')
  const bytes = signedBytes(parts.plain, purpose)
  const isOurs = publicKeys.some((key) => verify(null, bytes, decodePublicKey(key), parts.signature))
  if (!isOurs) throw new SignatureError('Its signature is not of a known key.')
  return parts.plain
}

/** A public key of Ed25519 as 43 characters of base64url. */
export function encodePublicKey(key: KeyObject): string {
  const { x } = key.export({ format: 'jwk' })
  if (key.asymmetricKeyType !== 'ed25519' || x === undefined) throw new SignatureError('It is no key of Ed25519.')
  return x
}

/** @throws SignatureError if the text is not such a key */
export function decodePublicKey(text: string): KeyObject {
  if (!/^[\w-]{43}$/.test(text)) throw new SignatureError('It is no public key of Ed25519.')
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' })
  } catch {
    throw new SignatureError('It is no public key of Ed25519.')
  }
}

function split(text: string): { readonly plain: string; readonly signature: Buffer } | null {
  const start = text.lastIndexOf(`\n${mark}`) + 1
  if (start === 0) return null
  const encoded = /^([A-Za-z0-9+/]{86}==)\r?\n?$/.exec(text.slice(start + mark.length))?.[1]
  if (encoded === undefined) return null
  return { plain: text.slice(0, start), signature: Buffer.from(encoded, 'base64') }
}

function signedBytes(plain: string, purpose: string): Buffer {
  return Buffer.from(`skein signed text\n${purpose}\n${plain}`, 'utf8')
}
