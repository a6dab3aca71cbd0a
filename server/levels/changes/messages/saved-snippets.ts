import { savedSnippetEdits, savedSnippetObjects, savedSnippetRoutes } from '#server/messages/sending/saved-snippets.ts'
import type { LevelChange } from '../../change.ts'
import { asksFor } from '../../fetched-types.ts'

/** Saved snippets (newer-servers.md §7). */
export const savedSnippets: readonly LevelChange[] = [
  {
    level: 297,
    what: 'users save snippets',
    rewrite: {
      routes: (_app, api, { context }) => {
        savedSnippetRoutes(api, context)
      },
      calls: {
        async 'POST /register'(call, next, { context }) {
          const isAsked = asksFor(call, 'saved_snippets')
          const answer = await next()
          return isAsked && call.user !== undefined
            ? { ...answer, saved_snippets: savedSnippetObjects(context, call.user.id) }
            : answer
        },
      },
    },
  },
  {
    level: 368,
    what: 'snippets can be edited',
    rewrite: {
      routes: (_app, api, { context }) => {
        savedSnippetEdits(api, context)
      },
    },
  },
]
