import { objects, type Fields, type LevelChange } from '../../change.ts'
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

/** Additional properties of custom profile fields. */
const ofFields: readonly { readonly level: number; readonly name: string; readonly value: boolean }[] = [
  { level: 244, name: 'required', value: false },
  { level: 296, name: 'editable_by_user', value: true },
  { level: 455, name: 'use_for_user_matching', value: false },
]

/** Lists of registrations that are new, or whose entries have more fields (newer-servers.md §6, §7). */
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
  ...ofFields.map(({ level, name, value }): LevelChange => {
    const withField = (list: unknown) => objects(list).map((field) => ({ ...field, [name]: value }))
    return {
      level,
      what: `custom fields of profiles say ${name}`,
      rewrite: {
        register: (state) =>
          'custom_profile_fields' in state
            ? { ...state, custom_profile_fields: withField(state.custom_profile_fields) }
            : state,
        event: (event) => [
          event.type === 'custom_profile_fields' ? { ...event, fields: withField(event.fields) } : event,
        ],
        calls: {
          async 'GET /realm/profile_fields'(_call, next): Promise<Fields> {
            const answer = await next()
            return { ...answer, custom_fields: withField(answer.custom_fields) }
          },
        },
      },
    }
  }),
]

/** Whether a call of `POST /register` asks for the state of this entry of `fetch_event_types`. */
export function asksFor({ parameters }: PerhapsAuthenticatedCall, type: string): boolean {
  const asked = parameters.peek('fetch_event_types') ?? parameters.peek('event_types')
  return asked === undefined || asked.includes(`"${type}"`)
}
