import type { PersonName } from '#contract/base/values.ts'
import type { FormTexts } from '#contract/drafts.ts'
import type { StreamCreation } from '#contract/streams.ts'
import type { StreamId } from '#shared/ids.ts'
import { newStreamPrivacies, postingRights, type NewStreamPrivacy, type PostingRight } from '#shared/stream-choices.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

/** The part of the form that a refusal concerns. */
export type NewStreamPart = 'name' | 'description' | 'privacy' | 'people' | 'all'

/** Whether the account may create any stream. */
export function mayCreate({ public: isPublic, private: isPrivate, webPublic }: StreamCreation): boolean {
  return isPublic || isPrivate || webPublic
}

/** A stream that is being created. A refusal keeps the contents of its form. */
export class NewStream {
  readonly #calls: Pick<AccountCalls, 'ask'>
  /** The local id, the same for each attempt, so that a repeated one does not create a second stream. */
  readonly #localId = crypto.randomUUID()
  name = $state('')
  description = $state('')
  privacy = $state.raw<NewStreamPrivacy>('public')
  posting = $state.raw<PostingRight>('everyone')
  announce = $state(false)
  /** The first subscribers besides the user. */
  people = $state.raw<readonly PersonName[]>([])
  readonly submission = new Submission()

  constructor(calls: Pick<AccountCalls, 'ask'>, creation: StreamCreation) {
    this.#calls = calls
    this.privacy = creation.public ? 'public' : 'private_protected'
  }

  /** The contents of the form, which are kept if it is abandoned. */
  get texts(): FormTexts {
    const { name, description, privacy, posting, announce, people } = this
    return { name, description, privacy, posting, announce: announce ? '1' : '', people: JSON.stringify(people) }
  }

  /** Restores the contents of an abandoned form. */
  fill({ name, description, privacy, posting, announce, people }: FormTexts): void {
    this.name = name ?? ''
    this.description = description ?? ''
    this.privacy = newStreamPrivacies.find((other) => other === privacy) ?? this.privacy
    this.posting = postingRights.find((other) => other === posting) ?? this.posting
    this.announce = announce === '1'
    // Only `texts` writes this text.
    this.people = JSON.parse(people ?? '[]') as readonly PersonName[]
  }

  /** Adds people to the first subscribers, each of them once. */
  addPeople(people: readonly PersonName[]): void {
    const others = people.filter(({ id }) => !this.people.some((person) => person.id === id))
    this.people = [...this.people, ...others]
  }

  removePerson(id: PersonName['id']): void {
    this.people = this.people.filter((person) => person.id !== id)
  }

  /** The part that the refusal concerns, which shows it; null without one. */
  get refused(): NewStreamPart | null {
    switch (this.submission.failure?.code) {
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

  /** Creates the stream. @returns null if it was refused, or while another call is in progress */
  async create(): Promise<StreamId | null> {
    const { name, description, privacy, posting, submission } = this
    if (submission.isPending) return null
    submission.failure = null
    const created = await submission.run(() =>
      this.#calls.ask('streams.create', {
        localId: this.#localId,
        name,
        description,
        privacy,
        posting,
        // Only streams that everybody can see are announced.
        announce: this.announce && (privacy === 'public' || privacy === 'web_public'),
        userIds: this.people.map(({ id }) => id),
      }),
    )
    return created?.streamId ?? null
  }
}
