import { english } from '../format.ts'
import type { FailureValues } from '../../../preload/contract/failures.ts'
import type { Section } from '../../catalogue.ts'
import type { SnippetWords } from '../../page/snippets.ts'

export const snippets = {
  page: {
    title: 'Saved texts',
    open: 'Insert a text',
    none: 'Keep here what you write again and again, and insert it into a message with one key.',
    search: 'Search saved texts',
    create: 'New text',
    nothingFound: (text) => `No saved text contains “${text}”.`,
    more: ({ shown, found }) => `The first ${shown} of ${found}. Search for the others.`,
    name: 'Name',
    text: 'Text',
    keptHere: 'Stored while you type, on this computer only.',
    keptEverywhere: 'Saved as you type, and synced with your other devices.',
    done: 'Done',
    revert: 'Undo changes',
    discard: 'Discard',
    insert: 'Insert into the message',
    noPlace: 'Open a conversation first, then insert the text there.',
    edit: 'Edit',
    remove: 'Delete',
    removed: (name) => `“${name}” was deleted.`,
    failed: 'Your saved texts cannot be shown now',
  } satisfies SnippetWords,
  failures: {
    SNIPPET_EMPTY: 'Write the text first.',
    SNIPPET_GONE: 'This saved text was deleted meanwhile.',
    SNIPPET_NULL_CHARACTER: 'On this computer only: the text contains a character that the server doesn’t accept.',
    SNIPPET_TOO_LONG: ({ most }) =>
      `On this computer only: the server accepts at most ${english.number(most)} characters.`,
    SNIPPETS_FULL: ({ most }) => `You have ${most} saved texts, and there can be no more. Delete one first.`,
  } satisfies Section<
    Pick<
      FailureValues,
      'SNIPPET_EMPTY' | 'SNIPPET_GONE' | 'SNIPPETS_FULL' | 'SNIPPET_NULL_CHARACTER' | 'SNIPPET_TOO_LONG'
    >
  >,
}
