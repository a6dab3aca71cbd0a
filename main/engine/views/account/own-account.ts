import type { OwnAccountMeta, OwnFieldItem, OwnStatus } from '#contract/people/own-account.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { shownField } from '../../actions/kinds/account/own-field.ts'
import { shownEmailVisibility, shownName, shownTimezone } from '../../actions/kinds/account/own-setting.ts'
import { shownOwnStatus } from '../../actions/kinds/account/status.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import { statuses } from '../../state/directory/statuses.ts'
import { profileFields } from '../../state/organization/profile-fields.ts'
import { isAllowed } from '../../state/permissions/rights.ts'
import type { ProfileFieldRow } from '../../store/organization.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { reactionItem } from '../messages/reaction-item.ts'
import type { View } from '../view.ts'
import { fieldContent, shownFieldValue } from './field-content.ts'
import { ownStateOf } from './own-state.ts'

/** The view of the own account. */
export class OwnAccountView implements View<'own_account'> {
  readonly #core: ReadCore
  /** The user, and the people whom fields name. */
  #shown: ReadonlySet<number> = new Set()

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'people':
        return change.put.some(({ id }) => this.#shown.has(id)) || change.gone.some((id) => this.#shown.has(id))
      case 'outbox':
        return /^(?:status$|own_)/.test(change.queueKey)
      case 'part':
        return change.part === statuses || change.part === profileFields
      default:
        return change.kind === 'organization' || change.kind === 'preferences' || change.kind === 'epoch'
    }
  }

  compute(): { items: OwnFieldItem[]; meta: OwnAccountMeta } {
    const core = this.#core
    const { accountState } = core
    const judge = accountState.judge(core.ports.clock.now())
    const items = accountState
      .of(profileFields)
      .slice(0, clientLimits.profileFields.most)
      .flatMap((field) => this.#fieldItem(field) ?? [])
    const named = items.flatMap(({ content }) => (content.type === 'person' ? content.people : []))
    this.#shown = new Set([accountState.selfId, ...named.map(({ id }) => id)])
    return {
      items,
      meta: {
        self: accountState.organization === undefined ? null : accountState.person(accountState.selfId),
        name: valueOf(shownName(core)),
        emailVisibility: valueOf(shownEmailVisibility(core)),
        timezone: valueOf(shownTimezone(core)),
        status: this.#status(),
        canRename: isAllowed({ act: 'change_own_name' }, judge),
        canChangePicture: isAllowed({ act: 'change_own_picture' }, judge),
        minPassword: accountState.organizationSettings.server.password_min_length,
      },
    }
  }

  /** Returns the item of a field; null if this version does not know its type. */
  #fieldItem(field: ProfileFieldRow): OwnFieldItem | null {
    const { value, row } = shownField(this.#core, field.id)
    const content = fieldContent(this.#core, field, value)
    if (content === null) return null
    const { id, name, hint } = field
    // The page reads the ids of people, so that it gets no other text.
    const shown = shownFieldValue(content, value)
    return {
      key: `own_field:${id}`,
      kind: 'own_field',
      fieldId: id,
      name,
      hint,
      content,
      value: shown,
      state: ownStateOf(row),
    }
  }

  #status(): OwnStatus | null {
    const shown = shownOwnStatus(this.#core)
    if (shown === null) return null
    const { text, emoji_type: type, emoji_code: code, emoji_name: name } = shown.row
    const { character, picture } = reactionItem(this.#core, { type, code, name, users: [] })
    const emoji = code === '' ? null : { type, code, name, character, picture }
    return { text, emoji, until: shown.until, state: ownStateOf(shown.action) }
  }
}

function valueOf<T>({ value, row }: { readonly value: T; readonly row: OutboxRow | null }) {
  return { value, state: ownStateOf(row) }
}
