import type { PersonName } from '#contract/base/values.ts'
import type { ManagedFieldItem, ManagedPerson } from '#contract/people/people-administration.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineCallName, Input, Output } from '#contract/calls.ts'
import type { UserId } from '#shared/ids.ts'
import { personRoles, type PersonRole } from '#shared/directory-choices.ts'
import type { LiveView, ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import { fieldOfKey, keyOfField, ProfileValues } from '#renderer/parts/people/profile-values.svelte.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { Submission } from '#renderer/ui/form/submission.svelte.ts'

export interface ManagedPersonPorts {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly views: Pick<ViewClient, 'open' | 'close'>
  /** Copies a text. Returns whether that succeeded. */
  readonly copy: (text: string) => boolean
  readonly accountId: string
  readonly userId: UserId
}

/** What the dialog shows: the form, or a question in its place. */
export type ManagingPart = 'form' | 'deactivation' | 'key'

/** What was done last, which the dialog says. */
export type Said = 'saved' | 'keyCopied' | 'keyNotCopied' | 'keyReplaced' | 'keyReplacedOnly'

/** The administration of a person or bot: the form of their properties, their key, and the end of their account. */
export class ManagedPersonModel extends ProfileValues {
  readonly #ports: ManagedPersonPorts
  readonly #view: LiveView<'managed_person'>
  part = $state.raw<ManagingPart>('form')
  /** The message to a person who is deactivated. */
  comment = $state('')
  said = $state.raw<Said | null>(null)
  readonly submission = new Submission()
  /** The key that replaced another one here. The server may not tell it again. */
  #newKey: string | null = null

  constructor(ports: ManagedPersonPorts) {
    super()
    this.#ports = ports
    this.#view = ports.views.open(ports.accountId, { type: 'managed_person', userId: ports.userId })
  }

  /** Whether the disk has answered. */
  get isKnown(): boolean {
    return this.#view.meta !== null
  }

  get person(): ManagedPerson | null {
    return this.#view.meta?.person ?? null
  }

  get fields(): readonly ManagedFieldItem[] {
    return this.#view.items
  }

  get viewFailure(): Failure | null {
    return this.#view.failure
  }

  /** Whether name, address and fields can be changed. */
  get canEdit(): boolean {
    const { person } = this
    return person !== null && (person.bot === null ? person.editRefusal : person.bot.refusal) === null
  }

  /** The roles to choose from: the present one, and those that the account may give. */
  get roles(): readonly PersonRole[] {
    const { person } = this
    return person === null ? [] : personRoles.filter((role) => person.roleRefusals[role] === null)
  }

  /** The chosen role. */
  get role(): PersonRole | null {
    return personRoles.find((role) => role === this.valueOf('role')) ?? this.person?.role ?? null
  }

  /** Whether a change can be saved. */
  get canSave(): boolean {
    const isRoleAllowed = this.isTouched('role') && this.role !== null && this.roles.includes(this.role)
    return this.isChanged && (this.canEdit || isRoleAllowed) && !this.submission.isPending
  }

  /** The chosen owner of a bot. */
  get owner(): PersonName | null {
    return this.peopleOf('owner')[0] ?? null
  }

  chooseOwner(person: PersonName): void {
    this.set('owner', '')
    this.addPeople('owner', [person])
  }

  reload(): void {
    this.#view.retry()
  }

  /** Takes over the newest state of the person. */
  follow(person: ManagedPerson, items: readonly ManagedFieldItem[]): void {
    const { bot } = person
    const owner = bot?.owner ?? null
    this.take(
      {
        name: person.name ?? '',
        ...(bot === null
          ? { email: person.email ?? '', role: person.role }
          : {
              owner: owner === null ? '' : JSON.stringify([owner.id]),
              sending: bot.sendingStream,
              events: bot.eventsStream,
            }),
        ...Object.fromEntries(items.map(({ fieldId, value }) => [keyOfField(fieldId), value])),
      },
      [
        ...(owner === null ? [] : [owner]),
        ...items.flatMap(({ content }) => (content.type === 'person' ? content.people : [])),
      ],
    )
  }

  open(part: ManagingPart): void {
    this.part = part
    this.said = null
    this.submission.failure = null
  }

  /** Saves what the user has changed. @returns whether all of it is saved */
  async save(): Promise<boolean> {
    const { person } = this
    if (person === null) return false
    this.said = null
    this.submission.failure = null
    const changed = this.changed.map((key) => [key, this.valueOf(key).trim()] as const)
    const done = await this.submission.run(() => (person.bot === null ? this.#savePerson() : this.#saveBot()))
    if (done === undefined) return false
    for (const [key, value] of changed) this.saved(key, value)
    this.said = 'saved'
    return true
  }

  async deactivate(): Promise<void> {
    const { userId } = this.#ports
    const done = await this.submission.run(() => this.#ask('people.deactivate', { userId, comment: this.comment }))
    if (done !== undefined) this.open('form')
  }

  async reactivate(): Promise<void> {
    const { userId } = this.#ports
    this.said = null
    await this.submission.run(() => this.#ask('people.reactivate', { userId }))
  }

  /** Copies the key of a bot, which is not shown. */
  async copyKey(): Promise<void> {
    this.said = null
    const { userId, copy } = this.#ports
    const key = this.#newKey ?? (await this.submission.run(() => this.#ask('bots.key', { userId })))?.key
    if (key !== undefined) this.said = copy(key) ? 'keyCopied' : 'keyNotCopied'
  }

  /** Whether the key can be copied. */
  get canCopyKey(): boolean {
    return this.#newKey !== null || this.person?.bot?.hasKey === true
  }

  /** Replaces the key of a bot, and copies the new one. */
  async replaceKey(): Promise<void> {
    const { userId, copy } = this.#ports
    const answer = await this.submission.run(() => this.#ask('bots.replaceKey', { userId }))
    if (answer === undefined) return
    this.#newKey = answer.key
    this.open('form')
    this.said = copy(answer.key) ? 'keyReplaced' : 'keyReplacedOnly'
  }

  close(): void {
    this.#newKey = null
    this.#ports.views.close(this.#view)
  }

  #savePerson(): Promise<Result<null>> {
    const { userId } = this.#ports
    const role = this.isTouched('role') ? this.role : null
    const fields = this.changed.flatMap((key) => {
      const fieldId = fieldOfKey(key)
      return fieldId === null ? [] : [{ fieldId, value: this.valueOf(key) }]
    })
    return this.#ask('people.change', {
      userId,
      ...(this.isTouched('name') ? { name: this.valueOf('name') } : {}),
      ...(this.isTouched('email') ? { email: this.valueOf('email') } : {}),
      ...(role === null ? {} : { role }),
      fields,
    })
  }

  #saveBot(): Promise<Result<null>> {
    const { userId } = this.#ports
    const { owner } = this
    return this.#ask('bots.change', {
      userId,
      ...(this.isTouched('name') ? { name: this.valueOf('name') } : {}),
      ...(this.isTouched('owner') && owner !== null ? { ownerId: owner.id } : {}),
      ...(this.isTouched('sending') ? { sendingStream: this.valueOf('sending') } : {}),
      ...(this.isTouched('events') ? { eventsStream: this.valueOf('events') } : {}),
    })
  }

  #ask<N extends EngineCallName>(name: N, input: Omit<Input<N>, 'accountId'>): Promise<Result<Output<N>>> {
    const { calls, accountId } = this.#ports
    return calls.askOf(accountId, name, input)
  }
}
