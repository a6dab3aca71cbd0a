import type { Resource } from '../http/resource.ts'
import { z } from 'zod'
import type { ServerContext } from '../context/context.ts'
import { pathInteger, type Endpoints } from '../http/endpoint.ts'
import { badRequest } from '../base/errors.ts'
import { parseGivenJson } from '../base/json.ts'
import { limits, requireAtMost, requireLength } from '../base/limits.ts'
import type { Parameters } from '../http/parameters.ts'
import { requireAdministrator } from '../people/permissions.ts'
import {
  changeProfile,
  prepareProfile,
  choicesSchema,
  clearProfile,
  externalAccounts,
  fieldTypes,
  profileChange,
} from './profile-values.ts'
import type { UserRow } from '../store/people/users.ts'
import type { ProfileFieldRow } from '../store/people/profiles.ts'

const externalSchema = z.object({
  subtype: z.string(),
  url_pattern: z.string().max(1024).optional(),
})

/** Custom profile fields. */
export const profileFields: Resource = {
  registration: [
    {
      type: 'custom_profile_fields',
      state: (context) => ({
        custom_profile_fields: profileFieldObjects(context),
        custom_profile_field_types: profileFieldTypes,
      }),
    },
  ],
  routes: profileFieldRoutes,
}

/** Custom profile fields and their values (Service API, Custom profile field; wire-protocol.md §2.9, §2.11). */
function profileFieldRoutes(api: Endpoints, context: ServerContext): void {
  const { profiles, users } = context.tables

  function tell(): void {
    const fields = profileFieldObjects(context)
    for (const user of users.all()) {
      context.events.publish(user.id, () => ({ type: 'custom_profile_fields', fields }))
    }
  }

  function existing(id: number): ProfileFieldRow {
    const field = profiles.field(id)
    if (field === undefined) throw badRequest(`Field id ${id} not found.`)
    return field
  }

  /** @throws ServiceError `BAD_REQUEST` if the administrators fill in a field */
  function requireFilling(user: UserRow, ids: readonly number[]): void {
    if (ids.some((id) => context.layer?.mayFillField(user, id) === false)) {
      throw badRequest('You are not allowed to change this field. Contact an administrator to update it.')
    }
  }

  function readName(text: string, except: number | undefined): string {
    const name = requireLength('Name', text.trim(), limits.profileFieldName)
    if (name === '') throw badRequest('Label cannot be blank.')
    const isTaken = profiles.fields().some((field) => field.name === name && field.id !== except)
    if (isTaken) throw badRequest('A field with that label already exists.')
    return name
  }

  function readSummary(parameters: Parameters, type: number, current: ProfileFieldRow | undefined): number {
    const isShown = parameters.boolean('display_in_profile_summary', current?.in_summary === 1)
    if (!isShown) return 0
    if (type === fieldTypes.longText || type === fieldTypes.person)
      throw badRequest('Field type not supported for display in profile summary.')
    const shown = profiles.fields().filter((field) => field.in_summary === 1 && field.id !== current?.id)
    requireAtMost(limits.profileFieldsInSummary, shown.length + 1)
    return 1
  }

  function readData(text: string | undefined, type: number): string {
    let data: unknown
    try {
      data = text === undefined || text === '' ? {} : parseGivenJson(text)
    } catch {
      throw badRequest('field_data is not JSON')
    }
    if (type === fieldTypes.list) {
      const choices = choicesSchema.safeParse(data)
      if (!choices.success || Object.keys(choices.data).length === 0) {
        throw badRequest('Field must have at least one choice.')
      }
      const texts = Object.values(choices.data).map((choice) => choice.text)
      if (new Set(texts).size < texts.length) throw badRequest('Field must not have duplicate choices.')
      return JSON.stringify(choices.data)
    }
    if (type !== fieldTypes.externalAccount) return ''
    const account = externalSchema.safeParse(data)
    if (!account.success) throw badRequest('Invalid external account type')
    const { subtype, url_pattern } = account.data
    if (subtype === 'custom') {
      if (url_pattern?.includes('%(username)s') !== true || !/^https?:\/\//.test(url_pattern)) {
        throw badRequest('Malformed URL pattern.')
      }
    } else if (!(subtype in externalAccounts)) throw badRequest('Invalid external account type')
    return JSON.stringify(account.data)
  }

  api.authenticated('GET', '/realm/profile_fields', () => ({ custom_fields: profileFieldObjects(context) }))

  api.authenticated('PATCH', '/realm/profile_fields', ({ parameters, user }) => {
    requireAdministrator(user)
    const order = parameters.json('order', z.array(z.number().int()))
    context.write(() => {
      const fields = profiles.fields()
      const known = new Set(fields.map((field) => field.id))
      if (order.some((id) => !known.has(id)) || new Set(order).size !== order.length || order.length !== known.size) {
        throw badRequest('Invalid order mapping.')
      }
      for (const field of fields) profiles.changeField({ ...field, position: order.indexOf(field.id) + 1 })
      tell()
    })
    return {}
  })

  api.authenticated('POST', '/realm/profile_fields', ({ parameters, user }) => {
    requireAdministrator(user)
    const type = parameters.integer('field_type')
    if (!Object.values<number>(fieldTypes).includes(type)) throw badRequest('Invalid field type.')
    const given = parameters.optionalText('name') ?? ''
    const hint = requireLength('Hint', parameters.optionalText('hint') ?? '', limits.profileFieldHint)
    const data = readData(parameters.optionalText('field_data'), type)
    const store = context.layer?.settingsOfProfileField(parameters)
    return context.write(() => {
      const subtype = type === fieldTypes.externalAccount ? externalSchema.parse(JSON.parse(data)).subtype : ''
      const usual = Object.entries(externalAccounts).find(([key]) => key === subtype)?.[1]
      const name = readName(given === '' && usual !== undefined ? usual.name : given, undefined)
      const id = profiles.addField({
        type,
        name,
        hint,
        field_data: data,
        in_summary: readSummary(parameters, type, undefined),
      })
      store?.(id)
      tell()
      return { id }
    })
  })

  api.authenticated('PATCH', '/realm/profile_fields/:field_id', (call) => {
    const { parameters, user } = call
    requireAdministrator(user)
    const store = context.layer?.settingsOfProfileField(parameters)
    context.write(() => {
      const field = existing(pathInteger(call, 'field_id'))
      store?.(field.id)
      const name = parameters.optionalText('name')
      const hint = parameters.optionalText('hint')
      const data = parameters.optionalText('field_data')
      profiles.changeField({
        ...field,
        name: name === undefined ? field.name : readName(name, field.id),
        hint: hint === undefined ? field.hint : requireLength('Hint', hint, limits.profileFieldHint),
        field_data: data === undefined ? field.field_data : readData(data, field.type),
        in_summary: readSummary(parameters, field.type, field),
      })
      tell()
    })
    return {}
  })

  api.authenticated('DELETE', '/realm/profile_fields/:field_id', (call) => {
    requireAdministrator(call.user)
    context.write(() => {
      profiles.removeField(existing(pathInteger(call, 'field_id')).id)
      tell()
    })
    return {}
  })

  api.authenticated('PATCH', '/users/me/profile_data', async ({ parameters, user }) => {
    const changes = parameters.json('data', profileChange, limits.profileValues)
    requireFilling(
      user,
      changes.map(({ id }) => id),
    )
    await prepareProfile(context, user, changes)
    context.write(() => {
      changeProfile(context, user, changes)
    })
    return {}
  })

  api.authenticated('DELETE', '/users/me/profile_data', ({ parameters, user }) => {
    const ids = parameters.json('data', z.array(z.number().int()), limits.profileValues)
    requireFilling(user, ids)
    context.write(() => {
      clearProfile(context, user, ids)
    })
    return {}
  })
}

/** Custom profile fields as clients receive them, in display order. */
function profileFieldObjects(context: ServerContext): Record<string, unknown>[] {
  return context.tables.profiles.fields().map((field, index) => ({
    id: field.id,
    type: field.type,
    order: index + 1,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    ...(field.in_summary === 1 ? { display_in_profile_summary: true } : {}),
  }))
}

/** `custom_profile_field_types` of register. */
const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  LONG_TEXT: { id: 2, name: 'Long text' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date picker' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Person picker' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
}
