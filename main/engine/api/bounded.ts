import { clientLimits } from '../../../shared/client-limits.ts'

const mostValues = clientLimits.eventValues.most
const longestText = clientLimits.otherText.most

/** Texts of messages have bounds of their own where they are read. */
const messageTexts: ReadonlySet<string> = new Set([
  'content',
  'rendered_content',
  'prev_content',
  'prev_rendered_content',
])
/** What people or administrators write at length elsewhere. */
const longTexts: ReadonlySet<string> = new Set(['description', 'rendered_description', 'field_data'])

/** How long the text of a name may be. */
function longest(name: string): number {
  if (messageTexts.has(name)) return Infinity
  return longTexts.has(name) ? clientLimits.contentText.most : longestText
}

/** The beginning of a text, as a text of its own: a slice would keep the whole one in memory. Half a character is none. */
function cut(text: string, length: number): string {
  return Buffer.from(text.slice(0, length), 'utf8').toString('utf8')
}

/**
 * Cuts all texts of a value that came as JSON, but for the long ones, to what a name can need; the value itself is
 * changed. False where it holds more values than one event or message can need: then it is not to be read.
 */
export function bringWithinBounds(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  let count = 0
  const waiting: Record<string, unknown>[] = [value as Record<string, unknown>] // a list has keys, too
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

/** Lists of a registration that are stored a part at a time; the others are stored in one go. */
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

/** Cuts the lists, maps and texts of a registration to what can be stored; the value itself is changed. */
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
    let kept = value as Record<string, unknown> // a list has keys, too
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
