import type {
  ManagedBot,
  ManagedFieldItem,
  ManagedPerson,
  ManagedPersonMeta,
} from '#contract/people/people-administration.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { botTypes } from '#shared/directory-choices.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { personName } from '../../projections/headings.ts'
import type { Change } from '../../state/changes.ts'
import { bots } from '../../state/organization/bots.ts'
import { profileFields } from '../../state/organization/profile-fields.ts'
import { personRefusals } from '../../state/permissions/person-rights.ts'
import { refusalOf } from '../../state/permissions/rights.ts'
import type { PersonRow } from '../../store/directory.ts'
import { compareNames } from '../../values/name-order.ts'
import type { UserId } from '../../values/ids.ts'
import { botTypeNumbers, readProfile, roleOf, visibleEmail } from '../../values/people.ts'
import { fieldContent, shownFieldValue } from '../account/field-content.ts'
import type { View } from '../view.ts'

/** The view of a person or bot that is administered. */
export class ManagedPersonView implements View<'managed_person'> {
  readonly #core: ReadCore
  readonly #userId: UserId

  constructor(core: ReadCore, userId: UserId) {
    this.#core = core
    this.#userId = userId
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'people':
      case 'organization':
      case 'groups':
        return true
      case 'part':
        return change.part === bots || change.part === profileFields
      default:
        return false
    }
  }

  compute(): { items: ManagedFieldItem[]; meta: ManagedPersonMeta } {
    const row = this.#core.accountState.people.get(this.#userId)
    if (row === undefined) return { items: [], meta: { person: null } }
    return { items: row.is_bot === 1 ? [] : this.#fields(row), meta: { person: this.#person(row) } }
  }

  #fields(row: PersonRow): ManagedFieldItem[] {
    const profile = readProfile(row.profile)
    return this.#core.accountState
      .of(profileFields)
      .slice(0, clientLimits.profileFields.most)
      .flatMap((field): ManagedFieldItem[] => {
        const value = profile[String(field.id)]?.value ?? ''
        const content = fieldContent(this.#core, field, value)
        if (content === null) return []
        const { id: fieldId, name, hint } = field
        const shown = shownFieldValue(content, value)
        return [{ key: `managed_field:${fieldId}`, kind: 'managed_field', fieldId, name, hint, content, value: shown }]
      })
  }

  #person(row: PersonRow): ManagedPerson {
    const { accountState, capabilities, ports } = this.#core
    const judge = accountState.judge(ports.clock.now())
    const refusals = personRefusals(row, judge)
    const isUpstream = accountState.organization?.isUpstream === true
    const owned = [...accountState.people.values()]
      .filter((other) => other.is_bot === 1 && other.is_active === 1 && other.bot_owner_id === row.id)
      .sort((a, b) => compareNames(a.name, b.name))
    return {
      ...accountState.person(row.id),
      role: roleOf(row.role),
      email: visibleEmail(row),
      isSelf: row.id === accountState.selfId,
      canChangeEmail: capabilities.emailChanges && row.is_bot === 0,
      editRefusal: refusals.edit,
      roleRefusals: refusals.roles,
      activityRefusal: refusals.activity,
      hasComment: isUpstream && row.is_bot === 0,
      bot: row.is_bot === 1 ? this.#bot(row, refusalOf({ act: 'manage_bot', person: row }, judge)) : null,
      bots: owned.slice(0, clientLimits.personBots.most).map(({ id }) => personName(accountState, id)),
      botCount: owned.length,
      endsBots: isUpstream,
      groupCount: this.#groupCount(row.id),
    }
  }

  #bot(row: PersonRow, refusal: ManagedBot['refusal']): ManagedBot {
    const { accountState, capabilities } = this.#core
    const listed = accountState.of(bots).find(({ user_id: id }) => id === row.id)
    const number = listed?.bot_type ?? row.bot_type
    const isOwn = row.bot_owner_id === accountState.selfId
    return {
      type: botTypes.find((type) => botTypeNumbers[type] === number) ?? null,
      owner: row.bot_owner_id === null ? null : personName(accountState, row.bot_owner_id),
      hasStreams: accountState.organization?.isUpstream === true,
      sendingStream: listed?.default_sending_stream ?? '',
      eventsStream: listed?.default_events_register_stream ?? '',
      hasKey: row.is_active === 1 && (isOwn || capabilities.botKeys),
      refusal,
    }
  }

  #groupCount(userId: UserId): number {
    return this.#core.accountState.groups
      .all()
      .filter((group) => group.is_system === 0 && group.is_deactivated === 0 && group.members.has(userId)).length
  }
}
