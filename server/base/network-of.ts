import { isIP } from 'node:net'

const groups = 8
/** The number of leading 16-bit groups of an IPv6 address that a provider assigns to one customer. */
const networkGroups = 4
const longestName = 64

/**
 * The key under which requests of an address are counted: the address itself for IPv4, also if it is mapped to IPv6;
 * the network for IPv6, since a customer has 2^64 addresses.
 */
export function networkOf(address: string): string {
  const version = isIP(address)
  if (version === 4) return address
  // A header can contain anything, of any length.
  if (version === 0) return address.slice(0, longestName)
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, groups - first.length - last.length)
  const all = [...first, ...Array.from({ length: missing }, () => '0'), ...last]
  return `${all
    .slice(0, networkGroups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
