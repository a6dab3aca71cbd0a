import { z } from 'zod'
import type { ServerContext } from '../context/context.ts'
import { badRequest, notFound } from '../base/errors.ts'
import { listLimit, requireAtMost, requireLength, textLimit, type Limit } from '../base/limits.ts'
import type { AuthenticatedCall, Endpoints } from '../http/endpoint.ts'
import { navigationViewTable, type NavigationViewRow } from '../store/people/navigation-views.ts'
import type { UserRow } from '../store/people/users.ts'

const fragmentLimit = textLimit(1000, 'fragment', 'address of a navigation view')
const nameLimit = textLimit(1000, 'name', 'name of a navigation view')
const most = listLimit(1000, 'navigation views of a user')

/** The views that every client has; they have no name of their own. */
const builtIn: ReadonlySet<string> = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
])

/** `navigation_views` of registrations and of `GET /navigation_views`. */
export function navigationViewObjects(context: ServerContext, userId: number): Record<string, unknown>[] {
  return context.table(navigationViewTable).ofUser(userId).map(viewObject)
}

/** `GET` and `POST /navigation_views`, `PATCH` and `DELETE /navigation_views/{fragment}`, since level 390. */
export function navigationViewRoutes(api: Endpoints, context: ServerContext): void {
  const views = context.table(navigationViewTable)

  function readName(user: UserRow, fragment: string, text: string | undefined): string | undefined {
    const name = text === undefined ? undefined : readText(text, 'name', nameLimit)
    if (name === undefined) return undefined
    if (builtIn.has(fragment)) throw badRequest('Built-in views cannot have a custom name.')
    const isTaken = views.ofUser(user.id).some((view) => view.name === name && view.fragment !== fragment)
    if (isTaken) throw badRequest('Navigation view already exists.')
    return name
  }

  /** The user's own view in the path. @throws ServiceError `BAD_REQUEST` with status 404 */
  function existing({ path, user }: AuthenticatedCall): NavigationViewRow {
    const view = views.get(user.id, path['*'] ?? '')
    if (view === undefined) throw notFound('Navigation view does not exist.')
    return view
  }

  function publish(user: UserRow, event: Record<string, unknown>): void {
    context.events.publish(user.id, () => ({ type: 'navigation_view', ...event }))
  }

  api.authenticated('GET', '/navigation_views', ({ user }) => ({
    navigation_views: navigationViewObjects(context, user.id),
  }))

  api.authenticated('POST', '/navigation_views', ({ parameters, user }) => {
    const fragment = readText(parameters.text('fragment'), 'fragment', fragmentLimit)
    const isPinned = parameters.json('is_pinned', z.boolean())
    const text = parameters.optionalText('name')
    context.write(() => {
      const name = readName(user, fragment, text)
      if (name === undefined && !builtIn.has(fragment)) throw badRequest('Custom views must have a valid name.')
      const known = views.ofUser(user.id)
      if (known.some((view) => view.fragment === fragment)) throw badRequest('Navigation view already exists.')
      requireAtMost(most, known.length + 1)
      const view = { user_id: user.id, fragment, is_pinned: Number(isPinned), name: name ?? null }
      views.add(view)
      publish(user, { op: 'add', navigation_view: viewObject(view) })
    })
    return {}
  })

  api.authenticated('PATCH', '/navigation_views/*', (call) => {
    const { parameters, user } = call
    const isPinned = parameters.optionalJson('is_pinned', z.boolean())
    const text = parameters.optionalText('name')
    context.write(() => {
      const view = existing(call)
      const name = readName(user, view.fragment, text)
      const data = {
        ...(isPinned === undefined ? {} : { is_pinned: isPinned }),
        ...(name === undefined ? {} : { name }),
      }
      if (Object.keys(data).length === 0) return
      views.change({ ...view, is_pinned: Number(isPinned ?? view.is_pinned === 1), name: name ?? view.name })
      publish(user, { op: 'update', fragment: view.fragment, data })
    })
    return {}
  })

  api.authenticated('DELETE', '/navigation_views/*', (call) => {
    context.write(() => {
      const { fragment } = existing(call)
      views.remove(call.user.id, fragment)
      publish(call.user, { op: 'remove', fragment })
    })
    return {}
  })
}

/** @throws ServiceError `BAD_REQUEST` if the text is blank, too long, or has a null byte */
function readText(given: string, name: string, limit: Limit): string {
  const text = requireLength(name, given.trim(), limit)
  if (text === '') throw badRequest(`${name} is too short.`)
  if (text.includes('\0')) throw badRequest(`${name} must not contain null bytes`)
  return text
}

function viewObject({ fragment, is_pinned, name }: NavigationViewRow): Record<string, unknown> {
  return { fragment, is_pinned: is_pinned === 1, name }
}
