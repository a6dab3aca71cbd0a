import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import type { Failure } from '../failures.ts'
import { accountIdSchema } from '../values.ts'

/** A saved text in the list. */
export interface SnippetItem {
  readonly key: string
  readonly kind: 'snippet'
  readonly snippetId: string
  /** What the user calls it; may be empty. */
  readonly name: string
  /** The text, cut at `clientLimits.snippetStart`. */
  readonly start: string
  /** Why the text stays on this computer although the others are on the server; null otherwise. */
  readonly localReason: Failure | null
}

export interface SnippetsMeta {
  /** The number of saved texts of the account. */
  readonly total: number
  /** The number of those that the search finds; the list may hold fewer. */
  readonly found: number
  /** Whether the texts are those of the account on its server; otherwise they are on this computer only. */
  readonly isShared: boolean
}

/** A whole saved text. */
export interface Snippet {
  readonly name: string
  readonly content: string
}

const snippetIdSchema = z.uuid()
const ofSnippet = z.strictObject({ accountId: accountIdSchema, snippetId: snippetIdSchema })

/** Texts that the user keeps for use in messages: on all devices where the server keeps them (level 297). */
export const snippets = {
  views: {
    /** Texts whose name or content contains each word of `text`, in the order of their names. */
    snippets: {
      query: z.strictObject({ type: z.literal('snippets'), text: z.string().max(clientLimits.pageQuery.most) }),
      item: typeOf<SnippetItem>(),
      meta: typeOf<SnippetsMeta>(),
    },
  },
  calls: {
    /** Stores a new text under an id that the page has chosen, or changes the text of this id. */
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
