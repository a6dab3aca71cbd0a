import { z } from 'zod'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { badRequest } from '#server/base/errors.ts'
import type { ServerContext } from '#server/context/context.ts'
import type { RequestFields, StoreSettings } from '#server/context/level-rules.ts'
import { isAdministrator } from '#server/people/permissions.ts'
import type { UserRow } from '#server/store/people/users.ts'
import { objects, type Fields, type LevelChange, type Scene } from '../../change.ts'

interface FieldSetting {
  readonly level: number
  readonly name: string
  /** The value of a field that was made without one. */
  readonly usual: boolean
}

const editable: FieldSetting = { level: 296, name: 'editable_by_user', usual: true }

const settings: readonly FieldSetting[] = [
  { level: 244, name: 'required', usual: false },
  editable,
  { level: 455, name: 'use_for_user_matching', usual: false },
]

/** Further settings of custom profile fields (newer-servers.md §6). */
export const profileFields: readonly LevelChange[] = settings.map((setting): LevelChange => {
  const withSetting = (list: unknown, { context }: Scene) =>
    objects(list).map((field) => ({ ...field, [setting.name]: valueOf(context, Number(field.id), setting) }))
  return {
    level: setting.level,
    what: `custom fields of profiles say ${setting.name}`,
    rewrite: {
      register: (state, scene) =>
        'custom_profile_fields' in state
          ? { ...state, custom_profile_fields: withSetting(state.custom_profile_fields, scene) }
          : state,
      event: (event, scene) => [
        event.type === 'custom_profile_fields' ? { ...event, fields: withSetting(event.fields, scene) } : event,
      ],
      calls: {
        async 'GET /realm/profile_fields'(_call, next, scene): Promise<Fields> {
          const answer = await next()
          return { ...answer, custom_fields: withSetting(answer.custom_fields, scene) }
        },
      },
    },
  }
})

/** Decides about custom profile fields by the settings that the level has. */
export function profileFieldRules(level: FeatureLevel, organization: () => ServerContext) {
  return {
    settingsOfProfileField(fields: RequestFields): StoreSettings {
      const values = settings
        .filter((setting) => setting.level <= level)
        .flatMap(({ name }) => {
          const text = fields.take(name)
          return text === undefined ? [] : [[name, readBoolean(name, text)] as const]
        })
      return (id) => {
        for (const [name, value] of values) organization().levelSettings?.set(place(id), name, value)
      }
    },
    mayFillField: (user: UserRow, fieldId: number): boolean =>
      level < editable.level || isAdministrator(user) || valueOf(organization(), fieldId, editable),
  }
}

/** The storage key of the settings of a field. */
function place(id: number): string {
  return `field:${id}`
}

function valueOf(context: ServerContext, id: number, { name, usual }: FieldSetting): boolean {
  const value = context.levelSettings?.get(place(id), name)
  return typeof value === 'boolean' ? value : usual
}

/** @throws ServiceError `BAD_REQUEST` */
function readBoolean(name: string, text: string): boolean {
  let value: unknown
  try {
    value = parseGivenJson(text)
  } catch {
    throw badRequest(`Argument "${name}" is not valid JSON.`)
  }
  const read = z.boolean().safeParse(value)
  if (!read.success) throw badRequest(`${name} is not a boolean`)
  return read.data
}
