import type { ServerContext } from '../context/context.ts'
import { badRequest, notFound } from '../base/errors.ts'
import { limit, refused, requireAtMost, requireLength, textLimit, urlTemplateLimit } from '../base/limits.ts'
import { pathInteger, type Endpoints } from '../http/endpoint.ts'
import type { Resource } from '../http/resource.ts'
import { requireAdministrator } from '../people/permissions.ts'
import type { ServerDatabase } from '../store/database.ts'

/** Code playgrounds by language (wire-protocol.md §2.11). */
export const playgrounds: Resource = {
  migrations: [
    {
      version: 6,
      change: `
        CREATE TABLE playground (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL,
          pygments_language TEXT NOT NULL,
          url_template TEXT NOT NULL,
          UNIQUE (pygments_language, name)
        ) STRICT;
      `,
    },
  ],
  registration: [
    { type: 'realm_playgrounds', state: (context) => ({ realm_playgrounds: context.table(playgroundTable).all() }) },
  ],
  routes: playgroundRoutes,
}

const most = limit(1000, 'entries', 'playgrounds', refused('Too many playgrounds'))
const nameLimit = textLimit(1000, 'name', 'name of a playground')
const languageLimit = textLimit(40, 'pygments_language', 'language of a playground')

interface PlaygroundRow {
  id: number
  name: string
  pygments_language: string
  url_template: string
}

function playgroundTable(database: ServerDatabase) {
  const all = database.prepare<[], PlaygroundRow>('SELECT * FROM playground ORDER BY id')
  const add = database.prepare<Omit<PlaygroundRow, 'id'>>(
    'INSERT INTO playground (name, pygments_language, url_template) VALUES (@name, @pygments_language, @url_template)',
  )
  const remove = database.prepare('DELETE FROM playground WHERE id = ?')
  return {
    all: () => all.all(),
    add: (row: Omit<PlaygroundRow, 'id'>) => Number(add.run(row).lastInsertRowid),
    /** Returns whether the row existed. */
    remove: (id: number) => remove.run(id).changes > 0,
  }
}

function playgroundRoutes(api: Endpoints, context: ServerContext): void {
  const playgrounds = context.table(playgroundTable)

  function tell(): void {
    const event = { type: 'realm_playgrounds', realm_playgrounds: playgrounds.all() }
    for (const user of context.tables.users.all()) context.events.publish(user.id, () => event)
  }

  api.authenticated('POST', '/realm/playgrounds', ({ parameters, user }) => {
    requireAdministrator(user)
    const name = requireLength('name', parameters.text('name').trim(), nameLimit)
    const language = requireLength('pygments_language', parameters.text('pygments_language').trim(), languageLimit)
    const template = requireLength('url_template', parameters.text('url_template').trim(), urlTemplateLimit)
    if (name === '') throw badRequest('name cannot be blank')
    if (!/^[\w +#.@'()/-]+$/.test(language)) throw badRequest('Invalid characters in pygments language')
    if (!/^https?:\/\/[^\s]+$/.test(template)) throw badRequest('Invalid URL template.')
    if (!/\{code\}/.test(template)) throw badRequest('Missing the required variable "code" in the URL template')
    return context.write(() => {
      const known = playgrounds.all()
      requireAtMost(most, known.length + 1)
      if (known.some((row) => row.name === name && row.pygments_language === language)) {
        throw badRequest('Realm playground with this Realm, Pygments language and Name already exists.')
      }
      const id = playgrounds.add({ name, pygments_language: language, url_template: template })
      tell()
      return { id }
    })
  })

  api.authenticated('DELETE', '/realm/playgrounds/:playground_id', (call) => {
    requireAdministrator(call.user)
    const id = pathInteger(call, 'playground_id')
    context.write(() => {
      if (!playgrounds.remove(id)) throw notFound('Invalid playground')
      tell()
    })
    return {}
  })
}
