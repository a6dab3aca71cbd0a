import { clientLimits } from '#shared/client-limits.ts'

const mostValues = clientLimits.eventValues.most
const longestText = clientLimits.otherText.most

/** Fields with message contents; their own limits apply where they are parsed. */
const messageTexts: ReadonlySet<string> = new Set([
  'content',
  'rendered_content',
  'prev_content',
  'prev_rendered_content',
])
/** Other fields with long texts. */
const longTexts: ReadonlySet<string> = new Set(['description', 'rendered_description', 'field_data'])

/** The longest text for a field name. */
function longest(name: string): number {
  if (messageTexts.has(name)) return Infinity
  return longTexts.has(name) ? clientLimits.contentText.most : longestText
}

/** The start of a text as a copy, since a slice would keep the whole text in memory. Surrogate pairs are not split. */
function cut(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf8').toString('utf8')
}

/**
 * Truncates all texts of a JSON value except message contents; the value is modified. Returns false if it has more
 * values than an event or message can need, so that the caller must not decode it.
 */
export function bringWithinBounds(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  let count = 0
  const waiting: Record<string, unknown>[] = [value as Record<string, unknown>] // An array has keys as well.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next) && next.length > mostValues) return false
    for (const key in next) {
      count += 1
      if (count > mostValues) return false
      const inner = next[key]
      if (typeof inner === 'string') {
        if (inner.length > longestText && inner.length > longest(key)) {
          next[key] = cut(inner, longest(key))
        }
      } else if (typeof inner === 'object' && inner !== null) waiting.push(inner as Record<string, unknown>)
    }
  }
  return true
}

/** Lists of a registration that are stored in batches; all others are stored at once. */
const longLists: ReadonlySet<string> = new Set([
  'realm_users',
  'realm_non_active_users',
  'cross_realm_bots',
  'subscriptions',
  'unsubscribed',
  'never_subscribed',
  'unread_msgs',
  'recent_private_conversations',
  'realm_user_groups',
  'presences',
])

/** Truncates the lists, maps and texts of a registration to what can be stored; the value is modified. */
export function bringRegistrationWithinBounds(answer: unknown): unknown {
  if (typeof answer !== 'object' || answer === null) return answer
  for (const [name, list] of Object.entries(answer)) {
    const most = longLists.has(name) ? clientLimits.registeredLong.most : clientLimits.registeredShort.most
    cutLists(answer as Record<string, unknown>, name, list, most)
  }
  return answer
}

function cutLists(parent: Record<string, unknown>, name: string, list: unknown, most: number): void {
  const waiting: { parent: Record<string, unknown>; key: string; name: string; value: unknown }[] = [
    { parent, key: name, name, value: list },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value } = next
    if (typeof value === 'string') {
      if (value.length > longest(next.name)) {
        next.parent[next.key] = cut(value, longest(next.name))
      }
      continue
    }
    if (typeof value !== 'object' || value === null) continue
    if (Array.isArray(value) && value.length > most) value.length = most
    let kept = value as Record<string, unknown> // An array has keys as well.
    let names = Object.keys(kept)
    if (names.length > most) {
      names = names.slice(0, most)
      kept = Object.fromEntries(names.map((key) => [key, (value as Record<string, unknown>)[key]]))
      next.parent[next.key] = kept
    }
    for (const key of names) {
      const inner = kept[key]
      if (typeof inner === 'string' ? inner.length > longestText : typeof inner === 'object' && inner !== null) {
        waiting.push({ parent: kept, key, name: Array.isArray(value) ? next.name : key, value: inner })
      }
    }
  }
}
