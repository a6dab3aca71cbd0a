import { describe, expect, it } from 'vitest'
import { notaryKeyText, SigningError, signingPlan } from '#build/package/signing.ts'

const certificate = { CSC_LINK: 'certificate.p12', CSC_KEY_PASSWORD: '' }
const key = { APPLE_API_KEY: 'key.p8', APPLE_API_KEY_ID: 'K', APPLE_API_ISSUER: 'I' }

describe('signing', () => {
  it.each([
    ['darwin', /other Macs will not open it.*CSC_LINK/],
    ['win32', /Windows warns.*CSC_LINK/],
  ] as const)('on %s explains the consequences if it has no certificate', (platform, sentence) => {
    const plan = signingPlan(platform, {})
    expect(plan).toMatchObject({ isSigned: false, isNotarised: false })
    expect(plan.sentences.join(' ')).toMatch(sentence)
    expect(signingPlan(platform, { CSC_LINK: '' })).toEqual(plan)
  })

  it('is not required on Linux', () => {
    expect(signingPlan('linux', { SKEIN_REQUIRE_SIGNING: '1' }).sentences).toEqual([])
  })

  it('on macOS is independent of notarisation', () => {
    expect(signingPlan('darwin', certificate)).toMatchObject({ isSigned: true, isNotarised: false })
    expect(signingPlan('darwin', certificate).sentences.join(' ')).toContain('APPLE_API_KEY')
    expect(signingPlan('darwin', { ...certificate, ...key })).toEqual({
      isSigned: true,
      isNotarised: true,
      sentences: [],
    })
    expect(signingPlan('darwin', { CSC_NAME: 'Ada', APPLE_KEYCHAIN_PROFILE: 'p' }).isNotarised).toBe(true)
    expect(signingPlan('win32', certificate)).toEqual({ isSigned: true, isNotarised: false, sentences: [] })
    expect(signingPlan('win32', { WIN_CSC_LINK: 'c', WIN_CSC_KEY_PASSWORD: 'p' }).isSigned).toBe(true)
  })

  it('with an incomplete set of variables is refused with the missing names', () => {
    expect(() => signingPlan('darwin', { CSC_LINK: 'c' })).toThrow('CSC_KEY_PASSWORD is missing')
    expect(() => signingPlan('win32', { WIN_CSC_LINK: 'c' })).toThrow('WIN_CSC_KEY_PASSWORD is missing')
    expect(() => signingPlan('darwin', { ...certificate, APPLE_API_KEY: 'k' })).toThrow(
      'APPLE_API_KEY_ID and APPLE_API_ISSUER missing',
    )
  })

  it('of a release ends the packaging if a variable is missing', () => {
    for (const platform of ['darwin', 'win32'] as const) {
      expect(() => signingPlan(platform, { SKEIN_REQUIRE_SIGNING: '1' })).toThrow(SigningError)
      expect(() => signingPlan(platform, { SKEIN_REQUIRE_SIGNING: '1' })).toThrow('must be signed')
    }
    expect(() => signingPlan('darwin', { ...certificate, SKEIN_REQUIRE_SIGNING: '1' })).toThrow('not notarised')
    expect(signingPlan('darwin', { ...certificate, ...key, SKEIN_REQUIRE_SIGNING: '1' }).isNotarised).toBe(true)
  })
})

describe('the key for notarising', () => {
  it('is a file, or the content of the variable', () => {
    const text = '-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----\n'
    expect(notaryKeyText({ APPLE_API_KEY: text })).toBe(text)
    expect(notaryKeyText({ APPLE_API_KEY: `\n${text}` })).toBe(`\n${text}`)
    for (const env of [{}, { APPLE_API_KEY: '' }, { APPLE_API_KEY: '/keys/AuthKey_K.p8' }])
      expect(notaryKeyText(env)).toBeNull()
  })
})
