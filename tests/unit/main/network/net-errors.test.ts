import { describe, expect, it } from 'vitest'
import { netFailure } from '../../../../main/network/net-errors.ts'
import { AddressError, serverOrigin } from '../../../../main/network/server-address.ts'

describe('faults of the network', () => {
  it.each(['ERR_NAME_NOT_RESOLVED', 'ERR_CONNECTION_REFUSED', 'ERR_CERT_DATE_INVALID', 'ERR_SSL_BAD_RECORD_MAC_ALERT'])(
    '%s proves that the request did not arrive',
    (name) => {
      expect(netFailure(`net::${name}`)).toMatchObject({ code: 'unreachable', provesNonDelivery: true })
    },
  )

  it.each(['ERR_CONNECTION_RESET', 'ERR_EMPTY_RESPONSE', 'ERR_TIMED_OUT', 'ERR_SOMETHING_NEW', ''])(
    '%s proves nothing',
    (name) => {
      expect(netFailure(`net::${name}`)).toMatchObject({ code: 'broken', provesNonDelivery: false })
    },
  )
})

describe('the address of a server', () => {
  it.each([
    ['chat.example.com', 'https://chat.example.com'],
    [' https://chat.example.com/login#x ', 'https://chat.example.com'],
    ['localhost:9991', 'http://localhost:9991'],
    ['127.0.0.1:80', 'http://127.0.0.1'],
    ['https://chat.example.com:8443', 'https://chat.example.com:8443'],
  ])('%s is %s', (typed, origin) => {
    expect(serverOrigin(typed)).toBe(origin)
  })

  it.each(['', '   ', 'http://chat.example.com', 'ftp://x', 'https://user:pw@chat.example.com', 'https://', 'a b c'])(
    '“%s” is refused with a sentence',
    (typed) => {
      expect(() => serverOrigin(typed)).toThrow(AddressError)
    },
  )
})
