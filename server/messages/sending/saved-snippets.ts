import type { ServerContext } from '../../context/context.ts'
import { badRequest, notFound } from '../../base/errors.ts'
import { limits, listLimit, requireAtMost, requireLength, textLimit, type Limit } from '../../base/limits.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../../http/endpoint.ts'
import type { Resource } from '../../http/resource.ts'
import { savedSnippetMigration, savedSnippetTable, type SavedSnippetRow } from '../../store/people/saved-snippets.ts'
import type { UserRow } from '../../store/people/users.ts'

/** The table of saved snippets. The layers of levels with snippets declare the endpoints. */
export const savedSnippets: Resource = { migrations: [savedSnippetMigration] }

const titleLimit = textLimit(60, 'title', 'title of a saved snippet')
const contentLimit = textLimit(limits.message.most, 'content', 'text of a saved snippet')
const most = listLimit(1000, 'saved snippets of a user')

/** `saved_snippets` of registrations and of `GET /saved_snippets`. */
export function savedSnippetObjects(context: ServerContext, userId: number): Record<string, unknown>[] {
  return context.table(savedSnippetTable).ofUser(userId).map(snippetObject)
}

/** `GET`, `POST` and `DELETE /saved_snippets`, since level 297. */
export function savedSnippetRoutes(api: Endpoints, context: ServerContext): void {
  const snippets = context.table(savedSnippetTable)

  api.authenticated('GET', '/saved_snippets', ({ user }) => ({
    saved_snippets: savedSnippetObjects(context, user.id),
  }))

  api.authenticated('POST', '/saved_snippets', ({ parameters, user }) => {
    const title = readText(parameters.text('title'), 'title', titleLimit)
    const content = readText(parameters.text('content'), 'content', contentLimit)
    const id = context.write(() => {
      requireAtMost(most, snippets.count(user.id) + 1)
      const row = { user_id: user.id, title, content, date_created: Math.floor(context.nowSeconds()) }
      const added = { ...row, id: snippets.add(row) }
      publish(context, user, { op: 'add', saved_snippet: snippetObject(added) })
      return added.id
    })
    return { saved_snippet_id: id }
  })

  api.authenticated('DELETE', '/saved_snippets/:saved_snippet_id', (call) => {
    context.write(() => {
      const { id } = existing(context, call)
      snippets.remove(id, call.user.id)
      publish(context, call.user, { op: 'remove', saved_snippet_id: id })
    })
    return {}
  })
}

/** `PATCH /saved_snippets/{id}`, since level 368. */
export function savedSnippetEdits(api: Endpoints, context: ServerContext): void {
  const snippets = context.table(savedSnippetTable)

  api.authenticated('PATCH', '/saved_snippets/:saved_snippet_id', (call) => {
    const { parameters, user } = call
    const title = parameters.optionalText('title')
    const content = parameters.optionalText('content')
    // Stock servers check the existence of the snippet only if something changes.
    if (title === undefined && content === undefined) return {}
    const change = {
      ...(title === undefined ? {} : { title: readText(title, 'title', titleLimit) }),
      ...(content === undefined ? {} : { content: readText(content, 'content', contentLimit) }),
    }
    context.write(() => {
      const row = { ...existing(context, call), ...change }
      snippets.change(row)
      publish(context, user, { op: 'update', saved_snippet: snippetObject(row) })
    })
    return {}
  })
}

/** @throws ServiceError `BAD_REQUEST` if the text is blank, too long, or has a null byte */
function readText(given: string, name: string, limit: Limit): string {
  const text = requireLength(name, given.trim(), limit)
  if (text === '') throw badRequest(`${name} cannot be blank`)
  return text
}

/** The user's own snippet. @throws ServiceError `BAD_REQUEST` with status 404 */
function existing(context: ServerContext, call: AuthenticatedCall): SavedSnippetRow {
  const row = context.table(savedSnippetTable).get(pathInteger(call, 'saved_snippet_id'), call.user.id)
  if (row === undefined) throw notFound('Saved snippet does not exist.')
  return row
}

function publish(context: ServerContext, user: UserRow, event: Record<string, unknown>): void {
  context.events.publish(user.id, () => ({ type: 'saved_snippets', ...event }))
}

function snippetObject({ id, title, content, date_created }: SavedSnippetRow): Record<string, unknown> {
  return { id, title, content, date_created }
}
