import { english } from '#i18n/en/format.ts'
import type { FailureValues } from '#contract/base/failures.ts'
import type { Section } from '#i18n/section.ts'

export const snippets = {
  page: {
    title: 'Saved snippets',
    /** Leads from the composer to the list. */
    open: 'Insert snippet',
    /** Explains snippets to a user who has none. */
    none: 'No snippets yet. Save text you use often, and insert it into a message with one key.',
    search: 'Search snippets',
    create: 'New snippet',
    nothingFound: (text: string) => `No snippets contain “${text}”.`,
    /** The list holds only the first `shown` of `found`. */
    more: ({ shown, found }: { readonly shown: number; readonly found: number }) =>
      `Showing the first ${shown} of ${found}. Search to find the others.`,
    name: 'Name',
    text: 'Text',
    /** The text is stored while the user types, on this computer only. */
    keptHere: 'Saved as you type, on this computer only.',
    /** The text is stored while the user types, and sent to the server for the other devices. */
    keptEverywhere: 'Saved as you type, and synced with your other devices.',
    done: 'Done',
    revert: 'Undo changes',
    /** Discards a new snippet. */
    discard: 'Discard',
    insert: 'Insert into message',
    /** There is no conversation to insert it into yet. */
    noConversation: 'Open a conversation first, then insert the snippet there.',
    edit: 'Edit',
    remove: 'Delete',
    removed: (name: string) => `“${name}” was deleted.`,
    failed: 'Couldn’t load your snippets',
  },
  failures: {
    SNIPPET_EMPTY: 'Enter some text first.',
    SNIPPET_GONE: 'This snippet has been deleted.',
    SNIPPET_NULL_CHARACTER:
      'Saved on this computer only. The text contains a character that the server doesn’t accept.',
    SNIPPET_TOO_LONG: ({ most }) =>
      `Saved on this computer only. The server accepts at most ${english.number(most)} characters.`,
    SNIPPETS_FULL: ({ most }) => `You’ve reached the limit of ${most} snippets. Delete one first.`,
  } satisfies Section<
    Pick<
      FailureValues,
      'SNIPPET_EMPTY' | 'SNIPPET_GONE' | 'SNIPPETS_FULL' | 'SNIPPET_NULL_CHARACTER' | 'SNIPPET_TOO_LONG'
    >
  >,
}
