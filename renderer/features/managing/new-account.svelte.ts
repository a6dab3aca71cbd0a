import type { FormTexts } from '#contract/drafts.ts'
import { botTypes, type BotType } from '#shared/directory-choices.ts'
import type { UserId } from '#shared/ids.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { Submission } from '#renderer/ui/form/submission.svelte.ts'

interface Ports {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly accountId: string
}

/** The form for a new person. */
export class NewPerson {
  readonly #ports: Ports
  name = $state('')
  email = $state('')
  /** It is not kept with the texts of an abandoned form. */
  password = $state('')
  readonly submission = new Submission()

  constructor(ports: Ports) {
    this.#ports = ports
  }

  get texts(): FormTexts {
    return { name: this.name, email: this.email }
  }

  fill({ name, email }: FormTexts): void {
    this.name = name ?? ''
    this.email = email ?? ''
  }

  /** Adds the person. @returns whether that succeeded */
  async submit(): Promise<boolean> {
    const { calls, accountId } = this.#ports
    const { name, email, password } = this
    this.submission.failure = null
    const added = await this.submission.run(() => calls.askOf(accountId, 'people.add', { name, email, password }))
    return added !== undefined
  }
}

/** The form for a new bot. */
export class NewBot {
  readonly #ports: Ports
  type = $state.raw<BotType>('generic')
  name = $state('')
  shortName = $state('')
  address = $state('')
  readonly submission = new Submission()

  constructor(ports: Ports, types: readonly BotType[]) {
    this.#ports = ports
    this.type = types[0] ?? 'generic'
  }

  get texts(): FormTexts {
    return { type: this.type, name: this.name, shortName: this.shortName, address: this.address }
  }

  fill({ type, name, shortName, address }: FormTexts): void {
    this.type = botTypes.find((other) => other === type) ?? this.type
    this.name = name ?? ''
    this.shortName = shortName ?? ''
    this.address = address ?? ''
  }

  /** Creates the bot. @returns its id; null without success */
  async submit(): Promise<UserId | null> {
    const { calls, accountId } = this.#ports
    const { type, name, shortName, address } = this
    this.submission.failure = null
    const made = await this.submission.run(() =>
      calls.askOf(accountId, 'bots.create', { type, name, shortName, address }),
    )
    return made?.userId ?? null
  }
}
