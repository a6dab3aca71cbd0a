import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodePublicKey, encodePublicKey, SignatureError, signText, verifiedText } from '#shared/signed-text.ts'

const ours = generateKeyPairSync('ed25519')
const theirs = generateKeyPairSync('ed25519')
const key = encodePublicKey(ours.publicKey)
const otherKey = encodePublicKey(theirs.publicKey)
const text = 'version: 1.2.3\nfiles: []\n'
const signed = signText(text, 'latest.yml', ours.privateKey)

describe('a signed text', () => {
  it('is the text with one more line, which is a comment in YAML', () => {
    expect(signed).toMatch(/^version: 1\.2\.3\nfiles: \[\]\n# skein-signature: [A-Za-z0-9+/]{86}==\n$/)
    expect(verifiedText(signed, 'latest.yml', [key])).toBe(text)
  })

  it('is valid for any of several keys, so that keys can be replaced', () => {
    expect(verifiedText(signed, 'latest.yml', [otherKey, key])).toBe(text)
  })

  it('gets a final line end if it has none, and one signature however often it is signed', () => {
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

  it('is refused without a known key', () => {
    expect(() => verifiedText(signed, 'latest.yml', [])).toThrow(SignatureError)
  })
})

describe('a public key as text', () => {
  it('is decoded to the same key', () => {
    expect(encodePublicKey(decodePublicKey(key))).toBe(key)
    expect(key).toHaveLength(43)
  })

  it.each(['', 'x', `${key}=`, key.slice(1), `${key},${key}`, ' '.repeat(43)])('is refused for %j', (bad) => {
    expect(() => decodePublicKey(bad)).toThrow(SignatureError)
  })

  it('is never of another kind of key', () => {
    expect(() => encodePublicKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)).toThrow(SignatureError)
  })
})
