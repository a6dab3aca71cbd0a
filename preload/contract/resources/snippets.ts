import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
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
}

export interface SnippetsMeta {
  /** The number of saved texts of the account. */
  readonly total: number
  /** The number of those that the search finds; the list may hold fewer. */
  readonly found: number
}

/** A whole saved text. */
export interface Snippet {
  readonly name: string
  readonly content: string
}

const snippetIdSchema = z.uuid()
const ofSnippet = z.strictObject({ accountId: accountIdSchema, snippetId: snippetIdSchema })

/** Texts that the user keeps for use in messages, on this computer only. */
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
  }
}
