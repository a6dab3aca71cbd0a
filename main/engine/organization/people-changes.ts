import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { deactivateBot } from '../api/administration/bots.ts'
import {
  addPerson,
  changePerson,
  deactivatePerson,
  getUserByEmail,
  reactivatePerson,
  type WirePersonChange,
} from '../api/administration/people.ts'
import { ApiError } from '../api/errors.ts'
import { getUser, type WireUser } from '../api/resources/people.ts'
import type { CallOptions } from '../api/client.ts'
import type { Core } from '../core/core.ts'
import { profileFields } from '../state/organization/profile-fields.ts'
import type { Act } from '../state/permissions/rights.ts'
import type { PersonRow } from '../store/directory.ts'
import { arrival } from '../streams/server-change.ts'
import type { UserId } from '../values/ids.ts'
import { fieldTypes, personIdsOf, readProfile, roles } from '../values/people.ts'
import type { Administration } from './administration.ts'

const done = { ok: true, value: null } as const
const unknown = { ok: false, error: { code: 'PERSON_UNKNOWN' } } as const

/** Adds and changes people of the organization. */
export class PeopleChanges {
  readonly #core: Core
  readonly #administration: Administration

  constructor(core: Core, administration: Administration) {
    this.#core = core
    this.#administration = administration
  }

  async change({ userId, ...wanted }: EngineInput<'people.change'>): Promise<Result<null>> {
    const { api, accountState } = this.#core
    const person = accountState.people.get(userId)
    if (person === undefined) return unknown
    const name = wanted.name?.trim()
    const email = wanted.email?.trim()
    const role = wanted.role === undefined ? undefined : roles[wanted.role]
    const change: WirePersonChange = {
      name: name === person.name ? undefined : name,
      email: email === person.email ? undefined : email,
      role: role === person.role ? undefined : role,
      fields: this.#fieldsOf(person, wanted.fields),
    }
    const roleAct: Act | null = change.role === undefined ? null : { act: 'change_role', person, toRole: change.role }
    const isEdited = change.name !== undefined || change.email !== undefined || change.fields.length > 0
    if (roleAct === null && !isEdited) return done
    const problem =
      (change.name === undefined ? null : problemOfName(change.name)) ??
      (change.email === undefined ? null : problemOfEmail(change.email)) ??
      (roleAct === null ? null : this.#administration.refusal(roleAct))
    if (problem !== null) return { ok: false, error: problem }
    const has = (now: PersonRow | WireUser | undefined) =>
      now !== undefined && nameOf(now) === (change.name ?? nameOf(now)) && now.role === (change.role ?? now.role)
    const result = await this.#administration.change({
      act: isEdited || roleAct === null ? { act: 'edit_person', person } : roleAct,
      ask: async (options) => {
        await changePerson(api, userId, change, options)
        return null
      },
      ...(change.name === undefined && change.role === undefined
        ? {}
        : { lookUp: (options) => this.#lookUp(userId, has, options) }),
    })
    if (result.ok) await arrival(this.#core, () => has(accountState.people.get(userId)))
    return result
  }

  async deactivate({ userId, comment }: EngineInput<'people.deactivate'>): Promise<Result<null>> {
    const { api } = this.#core
    return await this.#setActive(userId, false, (person, options) =>
      person.is_bot === 1
        ? deactivateBot(api, userId, options)
        : deactivatePerson(api, userId, comment.trim(), options),
    )
  }

  async reactivate({ userId }: EngineInput<'people.reactivate'>): Promise<Result<null>> {
    return await this.#setActive(userId, true, (_, options) => reactivatePerson(this.#core.api, userId, options))
  }

  async add(wanted: EngineInput<'people.add'>): Promise<Result<{ readonly userId: UserId }>> {
    const { api, accountState } = this.#core
    const [name, email] = [wanted.name.trim(), wanted.email.trim()]
    const { password } = wanted
    const least = accountState.organizationSettings.server.password_min_length
    const problem = problemOfName(name) ?? problemOfEmail(email)
    if (problem !== null) return { ok: false, error: problem }
    if ([...password].length < least) {
      return { ok: false, error: { code: 'PERSON_PASSWORD_TOO_SHORT', values: { least } } }
    }
    const result = await this.#administration.change({
      act: { act: 'add_person' },
      ask: (options) => addPerson(api, { name, email, password }, options),
      lookUp: async (options) => {
        const user = await orNothing(getUserByEmail(api, email, options))
        return user === undefined ? undefined : { value: { userId: user.user_id } }
      },
    })
    if (result.ok) await arrival(this.#core, () => accountState.people.has(result.value.userId))
    return result
  }

  async #setActive(
    userId: UserId,
    isActive: boolean,
    ask: (person: PersonRow, options: CallOptions) => Promise<void>,
  ): Promise<Result<null>> {
    const { accountState } = this.#core
    const person = accountState.people.get(userId)
    if (person === undefined) return unknown
    if ((person.is_active === 1) === isActive) return done
    const result = await this.#administration.change({
      act: { act: isActive ? 'reactivate_person' : 'deactivate_person', person },
      ask: async (options) => {
        await ask(person, options)
        return null
      },
      lookUp: (options) => this.#lookUp(userId, (user) => user.is_active === isActive, options),
    })
    if (result.ok) {
      await arrival(this.#core, () => (accountState.people.get(userId)?.is_active === 1) === isActive)
    }
    return result
  }

  async #lookUp(userId: UserId, has: (user: WireUser) => boolean, options: CallOptions) {
    return has(await getUser(this.#core.api, userId, options)) ? { value: null } : undefined
  }

  /** The changed values of custom fields as the server takes them. */
  #fieldsOf(person: PersonRow, fields: EngineInput<'people.change'>['fields']): WirePersonChange['fields'] {
    const profile = readProfile(person.profile)
    const known = this.#core.accountState.of(profileFields)
    return fields.flatMap(({ fieldId: id, value: text }): WirePersonChange['fields'] => {
      const field = known.find((other) => other.id === id)
      const value = text.trim()
      if (field === undefined || value === (profile[String(id)]?.value ?? '')) return []
      if (value === '') return [{ id, value: null }]
      return [{ id, value: field.type === fieldTypes.person ? personIdsOf(value) : value }]
    })
  }
}

function nameOf(person: PersonRow | WireUser): string {
  return 'full_name' in person ? person.full_name : person.name
}

/** The failure of a trimmed name that every server refuses; null for another one. */
export function problemOfName(name: string): Failure | null {
  const { most } = clientLimits.fullName
  if (name === '') return { code: 'OWN_NAME_EMPTY' }
  return [...name].length > most ? { code: 'OWN_NAME_TOO_LONG', values: { most } } : null
}

function problemOfEmail(email: string): Failure | null {
  return /^[^@\s]+@[^@\s]+$/.test(email) ? null : { code: 'PERSON_EMAIL_INVALID' }
}

/** Returns the answer of a lookup; undefined if the server knows no such thing. */
async function orNothing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return undefined
    throw error
  }
}
