import type { LevelChange } from '../../change.ts'
import type { PerhapsAuthenticatedCall } from '#server/http/endpoint.ts'
import { navigationViewObjects, navigationViewRoutes } from '#server/people/navigation-views.ts'
import { savedSnippetEdits, savedSnippetObjects, savedSnippetRoutes } from '#server/messages/sending/saved-snippets.ts'

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

/** Navigation views (newer-servers.md §7). */
export const navigationViews: readonly LevelChange[] = [
  {
    level: 390,
    what: 'users arrange the views of their navigation',
    rewrite: {
      routes: (_app, api, { context }) => {
        navigationViewRoutes(api, context)
      },
      calls: {
        async 'POST /register'(call, next, { context }) {
          const isAsked = asksFor(call, 'navigation_views')
          const answer = await next()
          return isAsked && call.user !== undefined
            ? { ...answer, navigation_views: navigationViewObjects(context, call.user.id) }
            : answer
        },
      },
    },
  },
]

/**
 * Lists by the level that added them, with their entry of `fetch_event_types`. They are always empty on this server.
 */
const lists: readonly { readonly level: number; readonly type: string; readonly name: string }[] = [
  { level: 399, type: 'reminders', name: 'reminders' },
]

/** Lists of registrations that are new (newer-servers.md §7). */
export const laterLists: readonly LevelChange[] = [
  ...lists.map(({ level, type, name }): LevelChange => ({
    level,
    what: `${name} are told`,
    rewrite: {
      calls: {
        async 'POST /register'(call, next) {
          const isAsked = asksFor(call, type)
          const answer = await next()
          return isAsked ? { ...answer, [name]: [] } : answer
        },
      },
    },
  })),
]

/** Whether a call of `POST /register` asks for the state of this entry of `fetch_event_types`. */
export function asksFor({ parameters }: PerhapsAuthenticatedCall, type: string): boolean {
  const asked = parameters.peek('fetch_event_types') ?? parameters.peek('event_types')
  return asked === undefined || asked.includes(`"${type}"`)
}
