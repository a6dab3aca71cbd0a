import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import type { Failure } from '../failures.ts'
import { accountIdSchema } from '../values.ts'

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

/** Texts that the user stores for use in messages: on all devices if the server supports snippets (level 297). */
export const snippets = {
  views: {
    /** The snippets whose name or content contains each word of `text`, ordered by name. */
    snippets: {
      query: z.strictObject({ type: z.literal('snippets'), text: z.string().max(clientLimits.pageQuery.most) }),
      item: typeOf<SnippetItem>(),
      meta: typeOf<SnippetsMeta>(),
    },
  },
  calls: {
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

declare module '../failures.ts' {
  interface FailureValues {
    SNIPPET_EMPTY: null
    SNIPPET_GONE: null
    SNIPPETS_FULL: { readonly most: number }
    SNIPPET_NULL_CHARACTER: null
    SNIPPET_TOO_LONG: { readonly most: number }
  }
}
