import type { MessageId } from '#shared/ids.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Narrow } from '#contract/values.ts'
import type { MarkedWords } from '#contract/views/search.ts'
import type { FeedNarrow } from '#contract/views/feed.ts'

/** Where a conversation is opened: at its first unread message, or at a message. */
export type Anchor = 'first_unread' | MessageId

/** What the window shows of an account. Each kind has its line in the table of screens (`screens.ts`). */
export type Route =
  /** Nothing is chosen yet. */
  | { readonly kind: 'start' }
  | {
      readonly kind: 'conversation'
      readonly narrow: Narrow
      readonly anchor: Anchor
      /** What is marked in its messages: the words of the search that led there. */
      readonly marked?: readonly MarkedWords[]
    }
  /** Messages that are looked for, in the account or in all of them. */
  | { readonly kind: 'search'; readonly query: string; readonly isEverywhere: boolean }
  /** Messages of many conversations, by what they have in common. */
  | { readonly kind: 'feed'; readonly narrow: FeedNarrow }
  /** What is unread, in the account or in all of them. */
  | { readonly kind: 'inbox'; readonly isEverywhere?: true }
  /** The conversations with the newest messages. */
  | { readonly kind: 'recent' }
  | { readonly kind: 'drafts' }
  /** What was not sent. */
  | { readonly kind: 'unsent' }
  /** What waits at the server for its time. */
  | { readonly kind: 'scheduled' }
  /** Texts that the user keeps for use in messages. */
  | { readonly kind: 'snippets' }
  /** The streams of the organization, joined or not. */
  | { readonly kind: 'streams' }

/** The place of a conversation. */
export function conversationRoute(
  narrow: Narrow,
  anchor: Anchor = 'first_unread',
  marked: readonly MarkedWords[] = [],
): Route {
  return { kind: 'conversation', narrow, anchor, ...(marked.length === 0 ? {} : { marked }) }
}

/** Whether both are the same place: a conversation at another message is another place, and so is another search. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a.kind === 'search' && b.kind === 'search') return a.query === b.query && a.isEverywhere === b.isEverywhere
  if (a.kind === 'inbox' && b.kind === 'inbox') return a.isEverywhere === b.isEverywhere
  if (a.kind === 'feed' && b.kind === 'feed') return feedKey(a.narrow) === feedKey(b.narrow)
  if (a.kind !== 'conversation' || b.kind !== 'conversation') return a.kind === b.kind
  return a.anchor === b.anchor && isSameNarrow(a.narrow, b.narrow)
}

/** Whether both are the same conversation. Topics differ in more than case, and the order of people is of no meaning. */
export function isSameNarrow(a: Narrow, b: Narrow): boolean {
  switch (a.kind) {
    case 'stream':
      return b.kind === 'stream' && a.streamId === b.streamId
    case 'topic':
      return b.kind === 'topic' && a.streamId === b.streamId && a.topic.toLowerCase() === b.topic.toLowerCase()
    case 'direct':
      return b.kind === 'direct' && sorted(a.userIds).join() === sorted(b.userIds).join()
  }
}

/** Equal for the same feed. */
export function feedKey(narrow: FeedNarrow): string {
  switch (narrow.kind) {
    case 'sender':
      return `sender:${narrow.userId}`
    case 'has':
      return `has:${narrow.what}`
    case 'combined':
    case 'direct_all':
    case 'mentions':
    case 'starred':
    case 'followed':
      return narrow.kind
  }
}

/** Equal for the same conversation as `isSameNarrow` compares it. */
export function narrowKey(narrow: Narrow): string {
  switch (narrow.kind) {
    case 'stream':
      return `stream:${narrow.streamId}`
    case 'topic':
      return `topic:${narrow.streamId}:${narrow.topic.toLowerCase()}`
    case 'direct':
      return `direct:${sorted(narrow.userIds).join()}`
  }
}

function sorted(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b)
}

/** The key of what is kept for a conversation or feed of an account, as it is spelled; it starts with the account and a space. */
export function keptKey(accountId: string, narrow: Narrow | FeedNarrow): string {
  return `${accountId} ${JSON.stringify(narrow)}`
}

/** Forgets what is kept of an account by `keptKey`. */
export function forgetKept(kept: Map<string, unknown>, accountId: string): void {
  for (const key of [...kept.keys()]) if (key.startsWith(`${accountId} `)) kept.delete(key)
}

/** The text of a place for the storage. A conversation is stored without its anchor: it is opened where unread begins. */
export function storedRoute(route: Route): string {
  return JSON.stringify(route.kind === 'conversation' ? { kind: route.kind, narrow: route.narrow } : route)
}

/** The place of a stored text; null if there is none, or if it is damaged or of another version. */
export function readRoute(text: string | null): Route | null {
  const stored = parsed(text)
  if (!isRecord(stored)) return null
  switch (stored.kind) {
    case 'inbox':
      return stored.isEverywhere === true ? { kind: 'inbox', isEverywhere: true } : { kind: 'inbox' }
    case 'start':
    case 'recent':
    case 'drafts':
    case 'unsent':
    case 'scheduled':
    case 'snippets':
    case 'streams':
      return { kind: stored.kind }
    case 'search': {
      const { query, isEverywhere } = stored
      const isQuery = typeof query === 'string' && query.length <= clientLimits.pageQuery.most
      return isQuery ? { kind: 'search', query, isEverywhere: isEverywhere === true } : null
    }
    case 'conversation':
      return isNarrow(stored.narrow) ? conversationRoute(stored.narrow) : null
    case 'feed':
      return isFeedNarrow(stored.narrow) ? { kind: 'feed', narrow: stored.narrow } : null
    default:
      return null
  }
}

/** The place of the text of a narrow; null as for `readPlace`. */
export function readNarrow(text: string | null): Route | null {
  const stored = parsed(text)
  return isNarrow(stored) ? conversationRoute(stored) : null
}

function parsed(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The checks of the contract's query of a feed. */
function isFeedNarrow(value: unknown): value is FeedNarrow {
  if (!isRecord(value)) return false
  switch (value.kind) {
    case 'combined':
    case 'direct_all':
    case 'mentions':
    case 'starred':
    case 'followed':
      return true
    case 'sender':
      return isId(value.userId)
    case 'has':
      return ['attachment', 'image', 'link', 'reaction'].includes(String(value.what))
    default:
      return false
  }
}

/** The checks of the contract's `narrowSchema`, which the page does not load. */
function isNarrow(value: unknown): value is Narrow {
  if (!isRecord(value)) return false
  switch (value.kind) {
    case 'stream':
      return isId(value.streamId)
    case 'topic':
      return (
        isId(value.streamId) && typeof value.topic === 'string' && value.topic.length <= clientLimits.pageTopic.most
      )
    case 'direct': {
      const { userIds } = value
      return Array.isArray(userIds) && userIds.length <= clientLimits.pagePeople.most && userIds.every(isId)
    }
    default:
      return false
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isId(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
