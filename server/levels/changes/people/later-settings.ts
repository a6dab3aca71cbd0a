import { z } from 'zod'
import { badRequest } from '#server/base/errors.ts'
import type { ServerContext } from '#server/context/context.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { requireAdministrator } from '#server/people/permissions.ts'
import { settingValue } from '#server/people/user-settings.ts'
import type { Fields, Rewrite } from '../../change.ts'

/** A user setting that the server lacks at its own level. */
export interface LaterSetting {
  readonly level: number
  readonly name: string
  /** The default. */
  readonly value: boolean | number | string
  /** Another default from a level on. */
  readonly later?: { readonly from: number; readonly value: boolean | number | string }
}

/** The storage key of the defaults of new users. */
const defaultsPlace = 'user defaults'
const stored = z.union([z.boolean(), z.number(), z.string()])

/** Registers, changes and publishes the setting of a user, and the default of new users. */
export function laterSetting(setting: LaterSetting): Rewrite {
  const { name } = setting
  return {
    register(state, { context, level, userId }) {
      const inList = (list: string, value: unknown): Fields =>
        list in state ? { [list]: { ...(state[list] as Fields), [name]: value } } : {}
      return {
        ...state,
        ...inList('user_settings', valueOf(context, level, setting, userId)),
        ...inList('realm_user_settings_defaults', valueOf(context, level, setting, undefined)),
      }
    },
    calls: {
      async 'PATCH /settings'({ parameters, user }, next, { context, level }) {
        const text = parameters.take(name)
        if (text === undefined || user === undefined) return next()
        const value = read(setting, text)
        const before = valueOf(context, level, setting, user.id)
        const answer = await next()
        if (value === before) return answer
        context.write(() => {
          context.levelSettings?.set(placeOf(user.id), name, value)
          context.events.publish(user.id, () => ({ type: 'user_settings', op: 'update', property: name, value }))
        })
        return answer
      },
      async 'PATCH /realm/user_settings_defaults'({ parameters, user }, next, { context, level }) {
        const text = parameters.take(name)
        if (text === undefined || user === undefined) return next()
        requireAdministrator(user)
        const value = read(setting, text)
        const before = valueOf(context, level, setting, undefined)
        const answer = await next()
        if (value === before) return answer
        context.write(() => {
          context.levelSettings?.set(defaultsPlace, name, value)
          context.events.publishToEverybody({
            type: 'realm_user_settings_defaults',
            op: 'update',
            property: name,
            value,
          })
        })
        return answer
      },
    },
  }
}

function placeOf(userId: number): string {
  return `user:${userId}`
}

/** The value of a user, or the default of new ones. */
function valueOf(
  context: ServerContext,
  level: FeatureLevel,
  { name, value, later }: LaterSetting,
  userId: number | undefined,
): boolean | number | string {
  const usual = later !== undefined && level >= later.from ? later.value : value
  const found = stored.safeParse(userId === undefined ? undefined : context.levelSettings?.get(placeOf(userId), name))
  if (found.success) return found.data
  const ofAll = stored.safeParse(context.levelSettings?.get(defaultsPlace, name))
  return ofAll.success && userId === undefined ? ofAll.data : usual
}

/** @throws ServiceError `BAD_REQUEST` unless the value has the type of the default */
function read({ name, value }: LaterSetting, text: string): boolean | number | string {
  const given = settingValue(text)
  const schema =
    typeof value === 'boolean'
      ? z.boolean()
      : typeof value === 'number'
        ? z.number().int().min(1).max(1000)
        : z.string().max(100)
  const result = schema.safeParse(given)
  if (!result.success) throw badRequest(`Invalid ${name}`)
  return result.data
}
