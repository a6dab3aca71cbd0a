import type { FailureValues } from '../../../preload/contract/failures.ts'
import type { Section } from '../../catalogue.ts'

export const snippets = {
  failures: {
    SNIPPET_EMPTY: 'Write the text first.',
    SNIPPET_GONE: 'This saved text was deleted meanwhile.',
    SNIPPETS_FULL: ({ most }) => `You have ${most} saved texts, and there can be no more. Delete one first.`,
  } satisfies Section<Pick<FailureValues, 'SNIPPET_EMPTY' | 'SNIPPET_GONE' | 'SNIPPETS_FULL'>>,
}
