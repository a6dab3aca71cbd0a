import { describe, expect, it } from 'vitest'
import { certificateOrigin, ClientCertificates, validCertificates } from '#network/client-certificates.ts'

type Certificate = Electron.Certificate

const now = Date.UTC(2026, 10, 22)
const day = 86_400

function certificate(name: string, over: Partial<Certificate> = {}): Certificate {
  return {
    subjectName: name,
    issuerName: 'Alder CA',
    fingerprint: `sha256/${name}`,
    validStart: now / 1000 - day,
    validExpiry: now / 1000 + day,
    ...over,
  } as Certificate // the code under test reads no other member
}

const work = certificate('Iris at work')
const home = certificate('Iris at home', { validExpiry: now / 1000 + 2 * day })
const old = certificate('Iris before', { validExpiry: now / 1000 - 1 })
const early = certificate('Iris to be', { validStart: now / 1000 + 1 })

function world(choice: (offered: readonly Certificate[]) => Certificate | undefined) {
  const asked: string[] = []
  const certificates = new ClientCertificates({
    isOwnOrigin: (origin) => origin === 'https://chat.example.com',
    choose(origin, offered) {
      asked.push(origin)
      return Promise.resolve(choice(offered))
    },
  })
  return {
    asked,
    select: (asker: string, fitting: readonly Certificate[]) => certificates.select(asker, fitting, now),
    certificates,
  }
}

describe('a client certificate', () => {
  it.each(['files.example.com:443', 'chat.example.com:8443', 'evil.chat.example.com:443', 'proxy:3128', ''])(
    'is never sent to “%s”, which is not the account’s own origin',
    async (asker) => {
      const { asked, select } = world(() => work)
      expect(await select(asker, [work])).toBeUndefined()
      expect(await select(asker, [work, home])).toBeUndefined()
      expect(asked).toEqual([])
    },
  )

  it('is sent to the account’s own server without a question if it is the only valid one', async () => {
    const { asked, select } = world(() => undefined)
    expect(await select('chat.example.com:443', [old, work, early])).toBe(work)
    expect(await select('chat.example.com:443', [old])).toBeUndefined()
    expect(asked).toEqual([])
  })

  it('is chosen once from several, and the choice holds until the user retries', async () => {
    const { asked, select, certificates } = world((offered) => offered[1])
    expect(await select('chat.example.com:443', [work, home])).toBe(work)
    // Each session of the account sends its own request.
    const again = { ...work }
    expect(await select('chat.example.com:443', [home, again])).toBe(again)
    expect(asked).toHaveLength(1)
    certificates.askAgain()
    await select('chat.example.com:443', [work, home])
    expect(asked).toHaveLength(2)
  })

  it('is not sent if the user chose none, and the user chooses once for all sessions', async () => {
    const { asked, select } = world(() => undefined)
    const all = [1, 2, 3].map(() => select('chat.example.com:443', [work, home]))
    expect(await Promise.all(all)).toEqual([undefined, undefined, undefined])
    expect(asked).toHaveLength(1)
  })

  it('is offered in order of expiry, the latest first, eight at most', () => {
    expect(validCertificates([old, work, early, home], now)).toEqual([home, work])
    const many = Array.from({ length: 30 }, (_, index) => certificate(`${index}`))
    expect(validCertificates(many, now)).toHaveLength(8)
  })

  it.each([
    ['chat.example.com:443', 'https://chat.example.com'],
    ['chat.example.com:8443', 'https://chat.example.com:8443'],
    ['[::1]:443', 'https://[::1]'],
    ['https://chat.example.com/x', 'https://chat.example.com'],
    ['', null],
  ])('is requested by “%s” for the origin %s', (asker, origin) => {
    expect(certificateOrigin(asker)).toBe(origin)
  })
})
