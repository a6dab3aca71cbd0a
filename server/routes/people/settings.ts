import { replaceApiKey, passwordIsRight } from '../../people/credentials.ts'
import type { ServerContext } from '../../context/context.ts'
import { limits, passwordLength, requireShort } from '../../base/limits.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { badRequest } from '../../base/errors.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import { apiEmail, canSeeEmail } from '../../people/people.ts'
import { hashPassword } from '../../base/passwords.ts'
import { isAdministrator } from '../../people/permissions.ts'
import type { UserRow } from '../../store/people/users.ts'
import { changeEmail, changeName, readEmail, readFullName, tellUser } from '../../organization/user-changes.ts'
import {
  changeableProperties,
  displaySettings,
  notificationSettings,
  settingSchema,
  settingsOf,
  type SettingName,
  settingValue,
} from '../../people/user-settings.ts'

interface Change {
  readonly property: SettingName
  readonly value: boolean | number | string
}

/** `PATCH /settings`: the user's own account (wire-protocol.md §2.9, §2.15). */
export function settingRoutes(api: Endpoints, context: ServerContext): void {
  const { users, drafts } = context.tables

  api.authenticated('PATCH', '/settings', async ({ parameters, user }) => {
    const changes = changeableProperties.flatMap((property): Change[] => {
      const text = parameters.optionalText(property)
      if (text === undefined) return []
      const value = settingSchema(property).safeParse(settingValue(text))
      if (!value.success) {
        throw badRequest(`Invalid ${property}`)
      }
      return [{ property, value: value.data }]
    })
    const fullName = parameters.optionalText('full_name')
    const email = parameters.optionalText('email')
    const oldPassword = parameters.optionalText('old_password')
    const newPassword = parameters.optionalText('new_password')
    const settings = organizationSettings(context)
    if (fullName !== undefined && settings.name_changes_disabled && !isAdministrator(user)) {
      throw badRequest('Name changes are disabled in this organization.')
    }
    if (email !== undefined && settings.email_changes_disabled && !isAdministrator(user)) {
      throw badRequest('Email address changes are disabled in this organization.')
    }
    const name = fullName === undefined ? undefined : readFullName(fullName)
    const address = email === undefined ? undefined : readEmail(context, email, user)
    const hash = newPassword === undefined ? undefined : await readNewPassword(user, oldPassword, newPassword)
    context.write(() => {
      if (name !== undefined) changeName(context, user, name)
      if (address !== undefined) changeEmail(context, user, address)
      if (hash !== undefined) changePassword(user, hash)
      if (changes.length > 0) store(user.id, changes)
    })
    return {}
  })

  async function readNewPassword(user: UserRow, old: string | undefined, wanted: string): Promise<string> {
    // A stolen key must not allow guessing the password here, so attempts count together with those of sign-ins.
    const attempt = context.attempts.begin(user.email, user, undefined)
    if (!(await passwordIsRight(context, user, old ?? ''))) throw badRequest('Wrong password!')
    attempt.succeeded()
    if ([...wanted].length < passwordLength) {
      throw badRequest(`New password is too weak! It needs at least ${passwordLength} characters.`)
    }
    requireShort(limits.password, wanted)
    return hashPassword(wanted)
  }

  /** Changes the password and replaces the API key, since both may have leaked. */
  function changePassword(user: UserRow, hash: string): void {
    users.change(user.id, { password_hash: hash })
    replaceApiKey(context, user.id)
  }

  function store(userId: number, changes: readonly Change[]): void {
    const before = users.get(userId)
    if (before === undefined) return
    const settings = {
      ...settingsOf(before),
      ...Object.fromEntries(changes.map((change) => [change.property, change.value])),
    }
    users.change(userId, { settings: JSON.stringify(settings), timezone: String(settings.timezone) })
    for (const change of changes) tell(userId, change)
    const after = users.get(userId)
    if (after === undefined) return
    for (const { property, value } of changes) {
      if (property === 'timezone') tellUser(context, userId, () => ({ timezone: value, email: apiEmail(after) }))
      if (property !== 'email_address_visibility') continue
      if (apiEmail(after) !== apiEmail(before)) tellUser(context, userId, () => ({ new_email: apiEmail(after) }))
      tellUser(context, userId, (reader) => {
        const shows = canSeeEmail(reader, after)
        return shows === canSeeEmail(reader, before) ? null : { delivery_email: shows ? after.delivery_email : null }
      })
    }
    // Turning it off deletes the drafts on the server (wire-protocol.md §2.5).
    if (settings.enable_drafts_synchronization === false) {
      for (const draft of drafts.ofUser(userId)) {
        context.events.publish(userId, () => ({ type: 'drafts', op: 'remove', draft_id: draft.id }))
      }
      drafts.removeAll(userId)
    }
  }

  /**
   * Publishes a changed setting; clients without `user_settings` also get the older events (Service API, Register an
   * event queue).
   */
  function tell(userId: number, { property, value }: Change): void {
    const language = property === 'default_language' ? { language_name: String(value) } : {}
    context.events.publish(userId, () => ({ type: 'user_settings', op: 'update', property, value, ...language }))
    const user = users.get(userId)
    const email = user === undefined ? '' : apiEmail(user)
    if (displaySettings.has(property)) {
      context.events.publish(userId, (options) =>
        options.userSettings
          ? null
          : { type: 'update_display_settings', user: email, setting_name: property, setting: value, ...language },
      )
    }
    if (notificationSettings.has(property)) {
      context.events.publish(userId, (options) =>
        options.userSettings
          ? null
          : { type: 'update_global_notifications', user: email, notification_name: property, setting: value },
      )
    }
  }
}
