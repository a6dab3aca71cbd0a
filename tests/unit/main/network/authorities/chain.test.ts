import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isIssuedBy } from '#network/authorities/chain.ts'
import { makeCertificate, type TestCertificate } from '#support/certificates.ts'

const host = 'chat.example.test'
const day = 86_400_000

/** Whether a chain is accepted by these authorities. */
const accepts = (
  trusted: readonly TestCertificate[],
  sent: readonly TestCertificate[],
  hostname = host,
  now = Date.now(),
) =>
  isIssuedBy(
    trusted.map(({ pem }) => new X509Certificate(pem)),
    { hostname, certificates: sent.map(({ pem }) => pem), now },
  )

const root = await makeCertificate({ name: 'Root', isAuthority: true })
const middle = await makeCertificate({ name: 'Middle', by: root, isAuthority: true })

describe('a server’s certificate', () => {
  it('is accepted if it leads to the user’s authority, with and without authorities between', async () => {
    const below = await makeCertificate({ name: 'a', by: middle, hosts: [host], purposes: ['1.3.6.1.5.5.7.3.1'] })
    const direct = await makeCertificate({ name: 'b', by: root, hosts: ['*.example.test'] })
    expect(await accepts([root], [below, middle])).toBe(true)
    expect(await accepts([root], [below, middle, root])).toBe(true)
    expect(await accepts([root], [direct])).toBe(true)
    const other = await makeCertificate({ name: 'Other', isAuthority: true })
    expect(await accepts([other, root], [direct])).toBe(true)
    // An authority between the two may be the trusted one.
    expect(await accepts([middle], [below, middle])).toBe(true)
    expect(await accepts([root], [below])).toBe(false)
    expect(await accepts([other], [below, middle])).toBe(false)
    expect(await accepts([], [below, middle])).toBe(false)
    expect(await accepts([root], [])).toBe(false)
  })

  it('is refused if it is for another host, whatever its common name says', async () => {
    const own = await makeCertificate({ name: host, by: root, hosts: ['other.example.test'] })
    const nameless = await makeCertificate({ name: host, by: root })
    const address = await makeCertificate({ name: 'x', by: root, addresses: ['10.0.0.7'] })
    expect(await accepts([root], [own])).toBe(false)
    expect(await accepts([root], [nameless])).toBe(false)
    expect(await accepts([root], [address], '10.0.0.7')).toBe(true)
    expect(await accepts([root], [address], '10.0.0.8')).toBe(false)
  })

  it('is refused if somebody else signed it in the authority’s name', async () => {
    const twin = await makeCertificate({ name: 'Root', isAuthority: true })
    const forged = await makeCertificate({ name: 'c', by: twin, hosts: [host] })
    expect(await accepts([root], [forged])).toBe(false)
    expect(await accepts([root], [forged, twin])).toBe(false)
    expect(await accepts([root], [forged, root])).toBe(false)
  })

  it('is refused if a certificate that is no authority signed it', async () => {
    const server = await makeCertificate({ name: 'Server', by: root, hosts: ['shop.example.test'], isAuthority: false })
    const silent = await makeCertificate({ name: 'Silent', by: root, hosts: ['shop.example.test'] })
    for (const by of [server, silent]) {
      const below = await makeCertificate({ name: 'd', by, hosts: [host] })
      expect(await accepts([root], [below, by])).toBe(false)
    }
  })

  it('is refused outside of its validity or that of its authority', async () => {
    const expired = await makeCertificate({ name: 'e', by: root, hosts: [host], validFrom: -9, validUntil: -1 })
    const valid = await makeCertificate({ name: 'f', by: root, hosts: [host], validUntil: 900 })
    expect(await accepts([root], [expired])).toBe(false)
    expect(await accepts([root], [valid])).toBe(true)
    expect(await accepts([root], [valid], host, Date.now() + 400 * day)).toBe(false)
    expect(await accepts([root], [valid], host, Date.now() - 30 * day)).toBe(false)
  })

  it('is refused for another purpose, with a weak key, and with a weak signature', async () => {
    const clients = await makeCertificate({ name: 'g', by: root, hosts: [host], purposes: ['1.3.6.1.5.5.7.3.2'] })
    const short = await makeCertificate({ name: 'h', by: root, hosts: [host], rsaBits: 1024 })
    const enough = await makeCertificate({ name: 'i', by: root, hosts: [host], rsaBits: 2048 })
    const weak = await makeCertificate({ name: 'j', by: root, hosts: [host], hash: 'SHA-1' })
    expect(await accepts([root], [clients])).toBe(false)
    expect(await accepts([root], [short])).toBe(false)
    expect(await accepts([root], [enough])).toBe(true)
    expect(await accepts([root], [weak])).toBe(false)
  })

  it('is refused beyond the names that an authority may certify', async () => {
    const limited = await makeCertificate({ name: 'Limited', isAuthority: true, permits: 'corp.test' })
    const below = await makeCertificate({ name: 'Below', by: root, isAuthority: true, permits: 'corp.test' })
    for (const [trusted, by, between] of [
      [limited, limited, []],
      [root, below, [below]],
    ] as const) {
      const inside = await makeCertificate({ name: 'k', by, hosts: ['chat.corp.test'] })
      const outside = await makeCertificate({ name: 'l', by, hosts: ['bank.test'] })
      expect(await accepts([trusted], [inside, ...between], 'chat.corp.test')).toBe(true)
      expect(await accepts([trusted], [outside, ...between], 'bank.test')).toBe(false)
    }
  })

  it('is refused if it cannot be read', async () => {
    const sent = {
      hostname: host,
      certificates: ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'],
      now: 0,
    }
    expect(await isIssuedBy([new X509Certificate(root.pem)], sent)).toBe(false)
  })
})
