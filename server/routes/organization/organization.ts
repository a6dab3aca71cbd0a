import { z } from 'zod'
import { settingValue } from '../../people/user-settings.ts'
import { invalidValue } from '../../http/parameters.ts'
import type { ServerContext } from '../../context/context.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { limits, requireLength } from '../../base/limits.ts'
import { changeOrganizationSettings } from '../../organization/organization-changes.ts'
import { defaultOrganizationSettings, organizationSettings } from '../../context/organization-settings.ts'
import { isOwner, requireAdministrator, requireOwner } from '../../people/permissions.ts'
import { readPicture } from '../../http/picture-upload.ts'
import { iconFields } from '../../organization/organization-state.ts'
import { settingGroup } from '../../streams/stream-settings.ts'

/** Settings that an organization cannot change. */
const fixed: ReadonlySet<string> = new Set([
  'plan_type',
  'push_notifications_enabled',
  'push_notifications_enabled_end_timestamp',
  'upload_quota_mib',
])

/** Settings that only owners can change (wire-protocol.md §2.11). */
const ofOwners: ReadonlySet<string> = new Set([
  'create_multiuse_invite_group',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'waiting_period_threshold',
])

/** Numeric settings that may be null, which requests express as a word. */
const optionalLimits = new Set(['message_retention_days'])

/** `PATCH /realm` and its icon (wire-protocol.md §2.11). */
export function organizationRoutes(api: Endpoints, context: ServerContext): void {
  const { organization, users } = context.tables
  const { files } = context.ports

  function tellEverybody(event: { readonly type: string } & Record<string, unknown>): void {
    for (const user of users.all()) {
      if (user.is_active === 1) context.events.publish(user.id, () => event)
    }
  }

  api.authenticated('PATCH', '/realm', async ({ parameters, user }) => {
    requireAdministrator(user)
    const name = parameters.optionalText('name')?.trim()
    const description = parameters.optionalText('description')
    if (name === '') throw badRequest('Organization name is missing')
    if (name !== undefined) requireLength('Organization name', name, limits.organizationName)
    if (description !== undefined)
      requireLength('Organization description', description, limits.organizationDescription)
    const wanted = Object.keys(defaultOrganizationSettings).flatMap((property): [string, unknown][] => {
      const text = fixed.has(property) ? undefined : parameters.optionalText(property)
      return text === undefined ? [] : [[property, readSetting(property, text)]]
    })
    if (wanted.some(([property]) => ofOwners.has(property)) && !isOwner(user)) requireOwner(user)
    for (const [property, value] of wanted) requireKnown(property, Number(value))
    if (description !== undefined) await context.drawings.prepare(description, user.id)
    return context.write(() => {
      const before: Readonly<Record<string, unknown>> = organizationSettings(context)
      const changed = Object.fromEntries(wanted.filter(([property, value]) => before[property] !== value))
      const answer: Record<string, unknown> = { ...changed }
      const row = organization.get()
      if (name !== undefined && name !== row.name) {
        organization.change({ name })
        tellEverybody({ type: 'realm', op: 'update', property: 'name', value: name })
        answer.name = 'updated'
      }
      if (description !== undefined && description !== row.description) {
        organization.change({ description })
        tellEverybody({ type: 'realm', op: 'update', property: 'description', value: description })
        answer.description = 'updated'
      }
      // Each value was parsed by the type of its default.
      if (Object.keys(changed).length > 0) changeOrganizationSettings(context, changed)
      return answer
    })
  })

  /** Checks that the group or stream of a setting exists. @throws ServiceError `BAD_REQUEST` */
  function requireKnown(property: string, id: number): void {
    if (property.endsWith('_group')) settingGroup(context, property, id, { onlySystem: true })
    const stream = context.tables.streams.get(id)
    const isOpen = id === -1 || (stream !== undefined && stream.is_archived === 0)
    if (property.endsWith('_stream_id') && !isOpen) throw badRequest('Invalid stream ID')
  }

  api.upload('/realm/icon', async ({ user, file }) => {
    requireAdministrator(user)
    const { bytes, extension } = await readPicture(await file(), limits.pictureBytes)
    const path = `realm/${context.ports.ids.unique()}.${extension}`
    files.write(`avatars/${path}`, bytes)
    return changeIcon(path)
  })

  api.authenticated('DELETE', '/realm/icon', ({ user }) => {
    requireAdministrator(user)
    return changeIcon(null)
  })

  function changeIcon(path: string | null): Record<string, unknown> {
    return context.write(() => {
      const { icon_path: old, icon_version: version } = organization.get()
      organization.change({ icon_path: path, icon_version: version + 1 })
      const data = iconFields(context)
      tellEverybody({ type: 'realm', op: 'update_dict', property: 'icon', data })
      if (old !== null) {
        context.afterCommit(() => {
          context.removeFile(`avatars/${old}`)
        })
      }
      return { icon_url: data.icon_url }
    })
  }
}

/** @throws ServiceError `REQUEST_VARIABLE_INVALID`, `BAD_REQUEST` */
function readSetting(property: string, text: string): unknown {
  const usual: unknown = Object.entries(defaultOrganizationSettings).find(([name]) => name === property)?.[1]
  const isLimit = property.endsWith('_limit_seconds')
  if (isLimit || optionalLimits.has(property)) {
    if (settingValue(text) === 'unlimited') return isLimit ? null : -1
    const number = z
      .number()
      .int()
      .min(1)
      .max(2 ** 31)
      .safeParse(settingValue(text))
    if (!number.success) throw invalidValue(property, text)
    return number.data
  }
  const schema =
    typeof usual === 'boolean'
      ? z.boolean()
      : typeof usual === 'number'
        ? z
            .number()
            .int()
            .min(-1)
            .max(2 ** 31)
        : z.string().max(100)
  const value = schema.safeParse(settingValue(text))
  if (!value.success) throw invalidValue(property, text)
  if (property.endsWith('_policy') && (Number(value.data) < 1 || Number(value.data) > 7)) {
    throw badRequest(`Invalid ${property}`)
  }
  return value.data
}

/** `POST /realm/deactivate`: deactivates the organization; a start with `--reactivate` reverts it. */
export function deactivationRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('POST', '/realm/deactivate', ({ user }) => {
    requireOwner(user)
    context.write(() => {
      context.tables.organization.setDeactivated(true)
      for (const reader of context.tables.users.all()) {
        context.events.publish(reader.id, () => ({ type: 'realm', op: 'deactivated', realm_id: 1 }))
      }
    })
    return {}
  })
}
