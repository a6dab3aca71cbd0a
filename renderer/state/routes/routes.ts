import type { MessageId } from '#shared/ids.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { FeedNarrow } from '#contract/conversations.ts'
import type { MarkedWords } from '#contract/search.ts'
import { readOrganizationSection, type OrganizationSection } from './organization-sections.ts'
import { readSection, type SettingsSection } from './settings-sections.ts'

/** The position at which a conversation is opened: its first unread message or a given message. */
export type Anchor = 'first_unread' | MessageId

/**
 * The lists without parameters. Each is the kind of a route and the id of the command that shows it; `unsent` has the
 * actions that are not sent, `streams` all streams of the organization, subscribed or not, `directory` its people,
 * `files` the files that the user has uploaded, and `notifications` the decisions about notifications.
 */
export const listKinds = [
  'recent',
  'drafts',
  'unsent',
  'scheduled',
  'snippets',
  'streams',
  'directory',
  'groups',
  'files',
  'notifications',
] as const
export type ListKind = (typeof listKinds)[number]

/** A route: the content of the window for an account. Each kind has an entry in the table of screens (`screens.ts`). */
export type Route =
  /** The screen before the user has opened anything. */
  | { readonly kind: 'start' }
  | {
      readonly kind: 'conversation'
      readonly narrow: Narrow
      readonly anchor: Anchor
      /** The words that are marked in its messages: those of the search that led to it. */
      readonly marked?: readonly MarkedWords[]
    }
  /** The results of a search, in one account or in all of them. */
  | { readonly kind: 'search'; readonly query: string; readonly isEverywhere: boolean }
  /** The messages of many conversations that have a property in common. */
  | { readonly kind: 'feed'; readonly narrow: FeedNarrow }
  /** The unread conversations, of one account or of all of them. */
  | { readonly kind: 'inbox'; readonly isEverywhere?: true }
  /** The settings of this computer and of the account. Neither section nor search makes another route. */
  | { readonly kind: 'settings'; readonly section: SettingsSection; readonly query?: string }
  /** The settings of the organization, likewise. */
  | { readonly kind: 'organization'; readonly section: OrganizationSection; readonly query?: string }
  | { [K in ListKind]: { readonly kind: K } }[ListKind]

/** Returns the route of a conversation. */
export function conversationRoute(
  narrow: Narrow,
  anchor: Anchor = 'first_unread',
  marked: readonly MarkedWords[] = [],
): Route {
  return { kind: 'conversation', narrow, anchor, ...(marked.length === 0 ? {} : { marked }) }
}

/** Returns whether two routes are equal. Another anchor makes another route, and so does another query. */
export function isSameRoute(a: Route, b: Route): boolean {
  if (a.kind === 'search' && b.kind === 'search') return a.query === b.query && a.isEverywhere === b.isEverywhere
  if (a.kind === 'inbox' && b.kind === 'inbox') return a.isEverywhere === b.isEverywhere
  if (a.kind === 'feed' && b.kind === 'feed') return feedKey(a.narrow) === feedKey(b.narrow)
  if (a.kind !== 'conversation' || b.kind !== 'conversation') return a.kind === b.kind
  return a.anchor === b.anchor && isSameNarrow(a.narrow, b.narrow)
}

/** Returns whether two narrows are the same conversation. The case of a topic and the order of people do not matter. */
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

/** Returns a key that is equal for equal feeds. */
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

/** Returns a key that is equal for narrows that `isSameNarrow` considers the same. */
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

/** Returns the key of data kept for a conversation or feed: the account, a space and the narrow as it is spelled. */
export function keptKey(accountId: string, narrow: Narrow | FeedNarrow): string {
  return `${accountId} ${JSON.stringify(narrow)}`
}

/** Removes all entries of an account from a map whose keys are those of `keptKey`. */
export function forgetKept(kept: Map<string, unknown>, accountId: string): void {
  for (const key of [...kept.keys()]) if (key.startsWith(`${accountId} `)) kept.delete(key)
}

/** Returns the text of a route for the storage. A conversation loses its anchor, so it reopens where unread begins. */
export function storedRoute(route: Route): string {
  return JSON.stringify(route.kind === 'conversation' ? { kind: route.kind, narrow: route.narrow } : route)
}

/** Parses a stored route. Returns null for no text, a damaged one, or one of another version. */
export function readRoute(text: string | null): Route | null {
  const stored = parsed(text)
  if (!isRecord(stored)) return null
  switch (stored.kind) {
    case 'inbox':
      return stored.isEverywhere === true ? { kind: 'inbox', isEverywhere: true } : { kind: 'inbox' }
    case 'start':
      return { kind: 'start' }
    case 'search': {
      const { query, isEverywhere } = stored
      const isQuery = typeof query === 'string' && query.length <= clientLimits.pageQuery.most
      return isQuery ? { kind: 'search', query, isEverywhere: isEverywhere === true } : null
    }
    case 'conversation':
      return isNarrow(stored.narrow) ? conversationRoute(stored.narrow) : null
    case 'settings': {
      const section = readSection(stored.section)
      return section === null ? null : { kind: 'settings', section, ...readQuery(stored) }
    }
    case 'organization': {
      const section = readOrganizationSection(stored.section)
      return section === null ? null : { kind: 'organization', section, ...readQuery(stored) }
    }
    case 'feed':
      return isFeedNarrow(stored.narrow) ? { kind: 'feed', narrow: stored.narrow } : null
    default: {
      const list = listKinds.find((kind) => kind === stored.kind)
      return list === undefined ? null : { kind: list }
    }
  }
}

/** Returns the search of stored settings; empty for none. */
function readQuery({ query }: Readonly<Record<string, unknown>>): { readonly query?: string } {
  return typeof query === 'string' && query.length <= clientLimits.nameQuery.most ? { query } : {}
}

/** Parses a stored narrow and returns its route. Returns null as `readRoute` does. */
export function readStoredNarrow(text: string | null): Route | null {
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

/** Checks a narrow as the contract's query of a feed does. */
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

/** Checks a narrow as the contract's `narrowSchema` does, which the page does not load. */
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
