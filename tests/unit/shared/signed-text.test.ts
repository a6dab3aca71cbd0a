import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  decodePublicKey,
  encodePublicKey,
  SignatureError,
  signText,
  verifiedText,
} from '../../../shared/signed-text.ts'

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
const key = encodePublicKey(ours.publicKey)
const otherKey = encodePublicKey(theirs.publicKey)
const text = 'version: 1.2.3\nfiles: []\n'
const signed = signText(text, 'latest.yml', ours.privateKey)

describe('a signed text', () => {
  it('is the text and one line more, a comment for those who read YAML', () => {
    expect(signed).toMatch(/^version: 1\.2\.3\nfiles: \[\]\n# skein-signature: [A-Za-z0-9+/]{86}==\n$/)
    expect(verifiedText(signed, 'latest.yml', [key])).toBe(text)
  })

  it('holds for any of several keys, so that one can take the place of another', () => {
    expect(verifiedText(signed, 'latest.yml', [otherKey, key])).toBe(text)
  })

  it('gets a line end where it has none, and one signature however often it is signed', () => {
    const again = signText(signText('x', 'a', theirs.privateKey), 'a', ours.privateKey)
    expect(again.match(/skein-signature/g)).toHaveLength(1)
    expect(verifiedText(again, 'a', [key])).toBe('x\n')
  })

  it.each([
    ['not signed', text],
    ['empty', ''],
    ['changed', signed.replace('1.2.3', '1.2.4')],
    ['longer in front', `files: [x]\n${signed}`],
    ['longer behind', `${signed}files: [x]\n`],
    ['signed by another', signText(text, 'latest.yml', theirs.privateKey)],
    ['signed for something else', signText(text, 'latest-mac.yml', ours.privateKey)],
    ['with a signature of no length', `${text}# skein-signature: \n`],
    ['with a signature that is none', `${text}# skein-signature: ${'A'.repeat(86)}==\n`],
    ['with other line ends', signed.replaceAll('\n', '\r\n')],
    ['signed within, and not at its end', `${signed}# skein-signature: ${'A'.repeat(86)}==\n`],
  ])('is refused when it is %s', (_, bad) => {
    expect(() => verifiedText(bad, 'latest.yml', [key])).toThrow(SignatureError)
  })

  it('is refused where no key is known', () => {
    expect(() => verifiedText(signed, 'latest.yml', [])).toThrow(SignatureError)
  })
})

describe('a public key as text', () => {
  it('comes back as it was', () => {
    expect(encodePublicKey(decodePublicKey(key))).toBe(key)
    expect(key).toHaveLength(43)
  })

  it.each(['', 'x', `${key}=`, key.slice(1), `${key},${key}`, ' '.repeat(43)])('is refused for %j', (bad) => {
    expect(() => decodePublicKey(bad)).toThrow(SignatureError)
  })

  it('is none of another kind of key', () => {
    expect(() => encodePublicKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)).toThrow(SignatureError)
  })
})
