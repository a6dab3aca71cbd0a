import type { FormTexts } from '#contract/resources/forms.ts'
import type { StreamCreation } from '#contract/resources/streams.ts'
import type { Failure, PersonName } from '#contract/values.ts'
import type { StreamId } from '#shared/ids.ts'
import { newStreamPrivacies, postingRights, type NewStreamPrivacy, type PostingRight } from '#shared/stream-choices.ts'
import type { AccountCalls } from '../bridge/account-calls.ts'

/** The part of the form that a refusal is about. */
export type NewStreamPart = 'name' | 'description' | 'privacy' | 'people' | 'all'

/** Whether the account may create any stream. */
export function mayCreate({ public: isPublic, private: isPrivate, webPublic }: StreamCreation): boolean {
  return isPublic || isPrivate || webPublic
}

/** A stream that is being created: what is written and chosen, which a refusal leaves as it is. */
export class NewStream {
  readonly #calls: Pick<AccountCalls, 'ask'>
  /** The same for each try, so that a repeated one creates nothing twice. */
  readonly #localId = crypto.randomUUID()
  name = $state('')
  description = $state('')
  privacy = $state.raw<NewStreamPrivacy>('public')
  posting = $state.raw<PostingRight>('everyone')
  announce = $state(false)
  /** The first subscribers beside the user. */
  people = $state.raw<readonly PersonName[]>([])
  failure = $state.raw<Failure | null>(null)
  isCreating = $state.raw(false)

  constructor(calls: Pick<AccountCalls, 'ask'>, creation: StreamCreation) {
    this.#calls = calls
    this.privacy = creation.public ? 'public' : 'private_protected'
  }

  /** All that is written and chosen, for a form that is left. */
  get texts(): FormTexts {
    const { name, description, privacy, posting, announce, people } = this
    return { name, description, privacy, posting, announce: announce ? '1' : '', people: JSON.stringify(people) }
  }

  /** Takes what a form was left with. */
  fill({ name, description, privacy, posting, announce, people }: FormTexts): void {
    this.name = name ?? ''
    this.description = description ?? ''
    this.privacy = newStreamPrivacies.find((other) => other === privacy) ?? this.privacy
    this.posting = postingRights.find((other) => other === posting) ?? this.posting
    this.announce = announce === '1'
    // Only `texts` writes it.
    this.people = JSON.parse(people ?? '[]') as readonly PersonName[]
  }

  /** Adds people to the first subscribers; each is there once. */
  addPeople(people: readonly PersonName[]): void {
    const others = people.filter(({ id }) => !this.people.some((person) => person.id === id))
    this.people = [...this.people, ...others]
  }

  removePerson(id: PersonName['id']): void {
    this.people = this.people.filter((person) => person.id !== id)
  }

  /** What the refusal is about, so that it is said beside it. */
  get refused(): NewStreamPart | null {
    switch (this.failure?.code) {
      case undefined:
        return null
      case 'STREAM_NAME_MISSING':
      case 'STREAM_NAME_TOO_LONG':
      case 'STREAM_NAME_CHARACTER':
      case 'STREAM_NAME_TAKEN':
        return 'name'
      case 'STREAM_DESCRIPTION_TOO_LONG':
      case 'STREAM_DESCRIPTION_CHARACTER':
        return 'description'
      case 'STREAM_PRIVACY_REFUSED':
        return 'privacy'
      case 'STREAM_SUBSCRIBERS_REFUSED':
        return 'people'
      default:
        return 'all'
    }
  }

  /** Creates the stream; null if that was refused, or while it is under way. */
  async create(): Promise<StreamId | null> {
    if (this.isCreating) return null
    this.isCreating = true
    this.failure = null
    const { name, description, privacy, posting } = this
    const result = await this.#calls.ask('streams.create', {
      localId: this.#localId,
      name,
      description,
      privacy,
      posting,
      // Nobody is told of a stream that they cannot see.
      announce: this.announce && (privacy === 'public' || privacy === 'web_public'),
      userIds: this.people.map(({ id }) => id),
    })
    this.isCreating = false
    // Without an account there is no form either.
    if (result === null) return null
    if (result.ok) return result.value.streamId
    this.failure = result.error
    return null
  }
}

/** How many code points are left, where few are; null far from the limit. */
export function restOf(text: string, most: number): number | null {
  const rest = most - [...text.trim()].length
  return rest <= Math.max(10, most / 10) ? rest : null
}
