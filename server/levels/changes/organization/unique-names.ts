import { z } from 'zod'
import { badRequest } from '#server/base/errors.ts'
import type { CallRewrite } from '../../change.ts'
import { ownSettingValue } from './own-settings.ts'

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
