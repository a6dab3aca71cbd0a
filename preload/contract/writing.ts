import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { UserId } from '#shared/ids.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import {
  accountIdSchema,
  narrowSchema,
  streamIdSchema,
  textSchema,
  userIdSchema,
  type PersonRef,
} from './base/values.ts'
import type { Wildcard } from './people.ts'

/** Warnings about a text before it is sent. */
export interface WritingWarnings {
  /** The mention that reaches many people; null for none. `reach` is their number, null if it is unknown. */
  readonly many: { readonly wildcard: Wildcard; readonly reach: number | null } | null
  /** The mentioned people who are not subscribed to the stream, as far as the server reports it. */
  readonly notReading: readonly (PersonRef & { readonly name: string; readonly id: UserId })[]
  /** Whether the account may subscribe them. */
  readonly canAdd: boolean
}

/** A snippet in the list. */
export interface SnippetItem {
  readonly key: string
  readonly kind: 'snippet'
  readonly snippetId: string
  /** The user's name for the snippet; may be empty. */
  readonly name: string
  /** The text, cut at `clientLimits.snippetStart`. */
  readonly start: string
  /** The reason for which the snippet stays on this computer, if the others are on the server; null otherwise. */
  readonly localReason: Failure | null
}

export interface SnippetsMeta {
  /** The number of the account's snippets. */
  readonly total: number
  /** The number of snippets that match the search; the list may contain fewer. */
  readonly found: number
  /** Whether the snippets are stored on the server; otherwise they are on this computer only. */
  readonly isShared: boolean
}

/** A whole snippet. */
export interface Snippet {
  readonly name: string
  readonly content: string
}

const snippetIdSchema = z.uuid()
const ofSnippet = z.strictObject({ accountId: accountIdSchema, snippetId: snippetIdSchema })

/**
 * Help with a text in a composer. Snippets, texts that the user stores for use in messages, are on all devices if the
 * server supports them (level 297).
 */
export const writing = {
  views: {
    /** The snippets whose name or content contains each word of `text`, ordered by name. */
    snippets: {
      query: z.strictObject({ type: z.literal('snippets'), text: z.string().max(clientLimits.pageQuery.most) }),
      item: typeOf<SnippetItem>(),
      meta: typeOf<SnippetsMeta>(),
    },
  },
  calls: {
    /** Renders a text on the server; needs the server. Answers allow-listed HTML. */
    'writing.preview': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, content: textSchema }),
      output: typeOf<{ readonly html: string }>(),
    },
    /**
     * Reports that the user starts or stops typing in a conversation; others are notified if the account's settings
     * permit it.
     */
    'writing.typing': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, isTyping: z.boolean() }),
      output: typeOf<null>(),
    },
    /** The warnings about a text for a conversation; without the server as far as they are known here. */
    'writing.warnings': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema, narrow: narrowSchema, content: textSchema }),
      output: typeOf<WritingWarnings>(),
    },
    /** Subscribes people to a stream; needs the server. */
    'writing.addReaders': {
      to: 'engine',
      input: z.strictObject({
        accountId: accountIdSchema,
        streamId: streamIdSchema,
        userIds: z.array(userIdSchema).min(1).max(clientLimits.mentionsChecked.most).readonly(),
      }),
      output: typeOf<null>(),
    },
    /** Stores a new snippet under an id that the page chooses, or changes the snippet with this id. */
    'snippets.save': {
      to: 'engine',
      input: ofSnippet.extend({
        name: z.string().max(clientLimits.snippetName.most),
        content: z.string().max(clientLimits.snippetText.most),
      }),
      output: typeOf<null>(),
    },
    'snippets.get': { to: 'engine', input: ofSnippet, output: typeOf<Snippet>() },
    /** @returns the deleted text, so that the deletion can be undone; null if there was none */
    'snippets.delete': { to: 'engine', input: ofSnippet, output: typeOf<Snippet | null>() },
  },
} as const satisfies ResourceContract

declare module './base/failures.ts' {
  interface FailureValues {
    SNIPPET_EMPTY: null
    SNIPPET_GONE: null
    SNIPPETS_FULL: { readonly most: number }
    SNIPPET_NULL_CHARACTER: null
    SNIPPET_TOO_LONG: { readonly most: number }
  }
}
