import { expect, it } from 'vitest'
import { networkOf } from '#server/base/rate-limiter.ts'

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['what a header says', 'what a header says'],
  ['x'.repeat(10_000), 'x'.repeat(64)],
])('the rate limiter counts %s as %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
