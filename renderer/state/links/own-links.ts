import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { UserId } from '#shared/ids.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Route } from '../routes/routes.ts'

/** The target of a link. */
export type ReadLink =
  /**
   * A conversation of the organization. With `followed`, it is the conversation in which that message is now; `anchor`
   * is the message at which to open it, if the link has one.
   */
  | {
      readonly kind: 'conversation'
      readonly accountId: string
      readonly narrow: Narrow | null
      readonly followed: number | null
      readonly anchor: number | null
    }
  /** A list such as the inbox or the starred messages. */
  | { readonly kind: 'view'; readonly accountId: string; readonly route: Route }
  /** The profile of a person. */
  | { readonly kind: 'person'; readonly accountId: string; readonly userId: UserId }
  /** A file of the organization, which can be fetched only with an API key. */
  | { readonly kind: 'file'; readonly accountId: string; readonly path: string }
  /** A malformed link into the organization. */
  | { readonly kind: 'malformed' }
  /** A link that the system's browser opens. */
  | { readonly kind: 'elsewhere' }

/** The parts of an account that parsing a link needs. */
export interface LinkAccount {
  readonly id: string
  readonly server: string
}

const elsewhere = { kind: 'elsewhere' } as const
const malformed = { kind: 'malformed' } as const
/** The lists of the family's clients, by the fragments of their addresses. */
const lists: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['#inbox', { kind: 'inbox' }],
  ['#recent', { kind: 'recent' }],
  ['#feed', { kind: 'feed', narrow: { kind: 'combined' } }],
  ['#all_messages', { kind: 'feed', narrow: { kind: 'combined' } }],
  ['#drafts', { kind: 'drafts' }],
  ['#scheduled', { kind: 'scheduled' }],
])
const feedsByState: ReadonlyMap<string, FeedNarrow> = new Map<string, FeedNarrow>([
  ['starred', { kind: 'starred' }],
  ['mentioned', { kind: 'mentions' }],
  ['followed', { kind: 'followed' }],
  ['dm', { kind: 'direct_all' }],
  ['private', { kind: 'direct_all' }],
])
const feedsByContent: ReadonlyMap<string, FeedNarrow> = new Map(
  (['attachment', 'image', 'link', 'reaction'] as const).map((what) => [what, { kind: 'has', what }]),
)
/** The pattern of an id. Longer numbers are not ids. */
const idPattern = /^\d{1,15}$/

/**
 * Parses a link. A link into an organization with an account belongs to that account, the shown one first. Links to
 * views that Skein lacks, such as searches, belong to the browser unless they name a message.
 */
export function readLink(address: string, accounts: readonly LinkAccount[], shownId: string | null): ReadLink {
  if (!URL.canParse(address)) return elsewhere
  const url = new URL(address)
  const own = accounts.filter(({ server }) => URL.canParse(server) && new URL(server).origin === url.origin)
  const accountId = (own.find(({ id }) => id === shownId) ?? own[0])?.id
  if (accountId === undefined) return elsewhere
  if (url.pathname.startsWith('/user_uploads/')) return { kind: 'file', accountId, path: url.pathname + url.search }
  const route = lists.get(url.hash)
  if (route !== undefined) return { kind: 'view', accountId, route }
  const person = /^#user\/(\d{1,15})(?:\/|$)/.exec(url.hash)?.[1]
  if (person !== undefined) return { kind: 'person', accountId, userId: Number(person) }
  if (!url.hash.startsWith('#narrow/')) return elsewhere
  const read = parseNarrowPath(url.hash.slice('#narrow/'.length))
  if ('feed' in read) return { kind: 'view', accountId, route: { kind: 'feed', narrow: read.feed } }
  return 'kind' in read ? read : { kind: 'conversation', accountId, ...read }
}

type Target = Omit<Extract<ReadLink, { kind: 'conversation' }>, 'kind' | 'accountId'>
type NoRoute = typeof elsewhere | typeof malformed

/** Parses a narrow such as `channel/7-general/topic/hello.20world/with/214`. In `topic//with`, the topic is empty. */
function parseNarrowPath(path: string): Target | { readonly feed: FeedNarrow } | NoRoute {
  const terms = termsOf(path.split('/'))
  if (terms === null) return malformed
  const feed = feedOf(terms)
  if (feed !== null) return { feed }
  const id = (...names: string[]) => names.map((name) => terms.get(name)).find((operand) => operand !== undefined)
  const ids = { near: id('near', 'id'), with: id('with') }
  if (Object.values(ids).some((operand) => operand !== undefined && !idPattern.test(operand))) return malformed
  const anchor = ids.near === undefined ? null : Number(ids.near)
  const followed = ids.with === undefined ? anchor : Number(ids.with)
  const narrow = narrowOf(terms)
  if (narrow !== null && 'code' in narrow) return malformed
  return narrow === null && followed === null ? elsewhere : { narrow, followed, anchor }
}

/** Returns the operands by their operators; null for a malformed escape. */
function termsOf(parts: string[]): Map<string, string> | null {
  // Some servers omit the empty topic: `topic/with/214`.
  const topicAt = parts.indexOf('topic')
  const isShort =
    parts.length % 2 === 1 && topicAt >= 0 && topicAt % 2 === 0 && idPattern.test(parts[topicAt + 2] ?? '')
  if (isShort && /^(?:with|near)$/.test(parts[topicAt + 1] ?? '')) parts.splice(topicAt + 1, 0, '')
  const terms = new Map<string, string>()
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const operand = decodeOperand(parts[index + 1] ?? '')
    if (operand === null) return null
    terms.set(parts[index] ?? '', operand)
  }
  return terms
}

/** Returns the feed of a single term; null if Skein has no such feed. */
function feedOf(terms: ReadonlyMap<string, string>): FeedNarrow | null {
  const [term] = terms
  if (terms.size !== 1 || term === undefined) return null
  const [operator, operand] = term
  switch (operator) {
    case 'is':
      return feedsByState.get(operand) ?? null
    case 'has':
      return feedsByContent.get(operand.replace(/s$/, '')) ?? null
    case 'sender': {
      const userId = /^(\d+)(?:-|$)/.exec(operand)?.[1]
      return userId !== undefined && idPattern.test(userId) ? { kind: 'sender', userId: Number(userId) } : null
    }
    default:
      return null
  }
}

/** Returns the conversation of the terms; null if Skein has no view of it. */
function narrowOf(terms: ReadonlyMap<string, string>): Narrow | { readonly code: 'malformed' } | null {
  const streamOperand = terms.get('channel') ?? terms.get('stream')
  if (streamOperand !== undefined) {
    const stream = /^(\d+)(?:-|$)/.exec(streamOperand)?.[1]
    // The family's clients abandoned names of streams in links long ago.
    if (stream === undefined) return null
    if (!idPattern.test(stream)) return { code: 'malformed' }
    const topic = terms.get('topic') ?? terms.get('subject')
    if (topic === undefined) return { kind: 'stream', streamId: Number(stream) }
    return topic.length > clientLimits.pageTopic.most
      ? { code: 'malformed' }
      : { kind: 'topic', streamId: Number(stream), topic }
  }
  const people = /^([\d,]+)(?:-|$)/.exec(terms.get('dm') ?? terms.get('pm-with') ?? '')?.[1]
  if (people === undefined) return null
  const ids = people.split(',').filter((part) => part !== '')
  if (ids.length === 0 || ids.length > clientLimits.pagePeople.most || !ids.every((part) => idPattern.test(part))) {
    return { code: 'malformed' }
  }
  return { kind: 'direct', userIds: ids.map(Number) }
}

/** Decodes an operand, which has `.` instead of `%`. Returns null for a malformed escape. */
function decodeOperand(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return null
  }
}
