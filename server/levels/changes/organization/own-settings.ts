import { z } from 'zod'
import type { ServerContext } from '#server/context/context.ts'
import { badRequest } from '#server/base/errors.ts'
import { requireAdministrator } from '#server/people/permissions.ts'
import { settingValue } from '#server/people/user-settings.ts'
import { withRealm, type CallRewrite, type Rewrite } from '../../change.ts'

type Value = z.ZodDefault<z.ZodType<boolean | number>>

/** The id of a stream, or -1 for none. */
export const streamOrNone: Value = z.number().int().min(-1).default(-1)

/** The value of a setting of the organization that exists only at later levels. */
function ownSettingValue(context: ServerContext, name: string, schema: Value): boolean | number {
  return schema.parse(context.levelSettings?.get('realm', name))
}

/** A setting of the organization that exists only at later levels: its registration, change and event. */
export function ownSetting(name: string, schema: Value): Rewrite {
  return {
    register: (state, { context }) => withRealm(state, { [`realm_${name}`]: ownSettingValue(context, name, schema) }),
    calls: {
      async 'PATCH /realm'({ parameters, user }, next, { context }) {
        const text = parameters.take(name)
        if (text === undefined || user === undefined) return next()
        requireAdministrator(user)
        const value = schema.safeParse(settingValue(text))
        if (!value.success) throw badRequest(`Invalid ${name}`)
        if (schema === streamOrNone) requireOpenStream(context, Number(value.data))
        const isNew = ownSettingValue(context, name, schema) !== value.data
        const answer = await next()
        if (!isNew) return answer
        context.write(() => {
          context.levelSettings?.set('realm', name, value.data)
          context.events.publishToEverybody({ type: 'realm', op: 'update', property: name, value: value.data })
        })
        return { ...answer, [name]: value.data }
      },
    },
  }
}

function requireOpenStream(context: ServerContext, id: number): void {
  const stream = context.tables.streams.get(id)
  if (id !== -1 && (stream === undefined || stream.is_archived === 1)) throw badRequest('Invalid channel ID')
}

/** The calls that name a user. */
const naming: ReadonlySet<string> = new Set(['PATCH /settings', 'POST /users', 'PATCH /users/:user_id'])
const isRequired = z.boolean().default(false)

/** Refuses the name of another active user if the organization requires unique names. */
export const requireUniqueName: CallRewrite = async ({ parameters, path, request, user }, next, { context }) => {
  const name = parameters.peek('full_name')?.trim().toLowerCase()
  const route = `${request.method} ${(request.routeOptions.url ?? '').replace('/api/v1', '')}`
  if (name === undefined || !naming.has(route)) return next()
  if (ownSettingValue(context, 'require_unique_names', isRequired) !== true) return next()
  const own = route === 'PATCH /settings' ? user?.id : Number(path.user_id ?? 0)
  const isTaken = context.tables.users
    .all()
    .some((other) => other.id !== own && other.is_active === 1 && other.full_name.toLowerCase() === name)
  if (isTaken) throw badRequest('Unique names required in this organization.')
  return next()
}
