import { type UserSettingItem, type UserSettingName, userSettingNameSchema } from '#contract/people/user-settings.ts'
import type { UserSettingsMeta } from '#contract/people/user-settings.ts'
import { shownUserSetting, userSettingKind } from '../../actions/kinds/account/user-setting.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import type { View } from '../view.ts'
import { ownStateOf } from './own-state.ts'

/** The view of the settings that the server stores for the account. */
export class UserSettingsView implements View<'user_settings'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'outbox') return userSettingKind.queueKey.pattern.test(change.queueKey)
    return change.kind === 'preferences' || change.kind === 'organization' || change.kind === 'epoch'
  }

  compute(): { items: UserSettingItem[]; meta: UserSettingsMeta } {
    const isReady = this.#core.accountState.organization !== undefined
    const items = isReady ? userSettingNameSchema.options.flatMap((property) => this.#item(property) ?? []) : []
    return { items, meta: { isReady } }
  }

  /** Returns the item of a setting; null if the server lacks the setting. */
  #item(property: UserSettingName): UserSettingItem | null {
    const { value, row } = shownUserSetting(this.#core, property)
    if (value === undefined) return null
    return {
      key: `user_setting:${property}`,
      kind: 'user_setting',
      property,
      value,
      state: ownStateOf(row),
      isOverruled: this.#isOverruled(property),
    }
  }

  #isOverruled(property: UserSettingName): boolean {
    const { organization } = this.#core.accountState.organizationSettings
    switch (property) {
      case 'send_read_receipts':
        return !organization.enable_read_receipts
      case 'presence_enabled':
        return organization.presence_disabled
      case 'message_content_in_email_notifications':
        return !organization.message_content_allowed_in_email_notifications
      case 'enable_offline_push_notifications':
      case 'enable_online_push_notifications':
      case 'enable_stream_push_notifications':
      case 'enable_followed_topic_push_notifications':
        return !organization.push_notifications_enabled
      default:
        return false
    }
  }
}
