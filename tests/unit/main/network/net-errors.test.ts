import { describe, expect, it } from 'vitest'
import { sentenceOf } from '#i18n/catalogue.ts'
import { netFailure, proxyRefusal } from '#network/net-errors.ts'
import { AddressError, serverOrigin } from '#network/server-address.ts'

describe('failures of the network', () => {
  it.each([
    'ERR_NAME_NOT_RESOLVED',
    'ERR_NAME_RESOLUTION_FAILED',
    'ERR_DNS_TIMED_OUT',
    'ERR_CONNECTION_REFUSED',
    'ERR_CONNECTION_TIMED_OUT',
    'ERR_CERT_DATE_INVALID',
    'ERR_CERT_SOMETHING_NEW',
    'ERR_PROXY_CONNECTION_FAILED',
    'ERR_TUNNEL_CONNECTION_FAILED',
    'ERR_SOCKS_CONNECTION_FAILED',
    'ERR_UNSAFE_PORT',
  ])('prove with %s, which precedes a connection, that the request did not arrive', (name) => {
    expect(netFailure(`net::${name}`)).toMatchObject({ code: 'unreachable', provesNonDelivery: true })
  })

  it.each(['ERR_INTERNET_DISCONNECTED', 'ERR_NETWORK_CHANGED', 'ERR_ADDRESS_UNREACHABLE'])(
    'prove nothing with %s, which also ends open connections, and keep their sentence',
    (name) => {
      const failure = netFailure(`net::${name}`)
      expect(failure).toMatchObject({ code: 'unreachable', provesNonDelivery: false })
      expect(sentenceOf(failure.reason)).not.toContain('ERR_')
    },
  )

  it.each([
    'ERR_SSL_PROTOCOL_ERROR',
    'ERR_SSL_BAD_RECORD_MAC_ALERT',
    'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
    // These two errors end open connections after a change of the trusted certificates.
    'ERR_CERT_DATABASE_CHANGED',
    'ERR_CERT_VERIFIER_CHANGED',
    'ERR_CONNECTION_RESET',
    'ERR_CONNECTION_CLOSED',
    'ERR_CONNECTION_ABORTED',
    'ERR_EMPTY_RESPONSE',
    'ERR_TIMED_OUT',
    'ERR_HTTP2_PING_FAILED',
    'ERR_SOMETHING_NEW',
    '',
  ])('prove nothing with %s', (name) => {
    expect(netFailure(`net::${name}`)).toMatchObject({ code: 'broken', provesNonDelivery: false })
  })

  it.each([
    'ERR_CONNECTION_REFUSED',
    'ERR_PROXY_AUTH_UNSUPPORTED',
    'ERR_CERT_REVOKED',
    'ERR_DNS_SERVER_FAILED',
    'ERR_TIMED_OUT',
  ])('have a sentence for %s', (name) => {
    expect(sentenceOf(netFailure(`net::${name}`).reason)).toMatch(/^[A-Z].*\.$/)
    expect(sentenceOf(netFailure(`net::${name}`).reason)).not.toContain('ERR_')
  })

  it('prove non-delivery for a proxy without a tunnel, but not on an unencrypted connection', () => {
    expect(proxyRefusal('https://chat.example.com/x')).toMatchObject({ code: 'unreachable', provesNonDelivery: true })
    expect(proxyRefusal('http://localhost:9991/x')).toMatchObject({ code: 'unreachable', provesNonDelivery: false })
  })
})

describe('the address of a server', () => {
  it.each([
    ['chat.example.com', 'https://chat.example.com'],
    [' https://chat.example.com/login#x ', 'https://chat.example.com'],
    ['localhost:9991', 'http://localhost:9991'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
    ['127.8.9.10:9991', 'http://127.8.9.10:9991'],
    ['[::1]:9991', 'http://[::1]:9991'],
    // Every name below localhost is this computer.
    ['alder.localhost:9991', 'http://alder.localhost:9991'],
    ['http://Team.Alder.LOCALHOST', 'http://team.alder.localhost'],
    ['http://localhost.:9991/login', 'http://localhost.:9991'],
    ['https://alder.localhost', 'https://alder.localhost'],
    // Hosts with similar names are not this computer.
    ['localhost.evil.example', 'https://localhost.evil.example'],
    ['evillocalhost', 'https://evillocalhost'],
    ['127.0.0.1.evil.example', 'https://127.0.0.1.evil.example'],
    ['https://chat.example.com:8443', 'https://chat.example.com:8443'],
  ])('is read from %s as %s', (typed, origin) => {
    expect(serverOrigin(typed)).toBe(origin)
  })

  it.each([
    'http://localhost.evil.example',
    'http://alder.localhost.evil.example',
    'http://evillocalhost',
    'http://127.0.0.1.evil.example',
    'http://128.0.0.1',
    'http://user@localhost.evil.example',
    'http://[::2]',
  ])('is refused for %s, which is not this computer and not encrypted', (typed) => {
    expect(() => serverOrigin(typed)).toThrow(AddressError)
  })

  it.each(['', '   ', 'http://chat.example.com', 'ftp://x', 'https://user:pw@chat.example.com', 'https://', 'a b c'])(
    'is refused with a sentence for “%s”',
    (typed) => {
      expect(() => serverOrigin(typed)).toThrow(AddressError)
    },
  )
})
