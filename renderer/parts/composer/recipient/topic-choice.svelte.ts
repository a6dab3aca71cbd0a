import type { Result } from '#contract/base/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId } from '#shared/ids.ts'
import { foldText } from '#shared/name-query.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { Suggestions, type Suggestion } from '#renderer/ui/fields/suggestions.svelte.ts'

/** The suggestion of a topic of the stream. */
export interface TopicOffer extends Suggestion {
  readonly topic: string
}

interface Ports {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly accountId: string
  readonly streamId: StreamId
}

/** The choice of a topic for a message to a stream: a known one, or a new one. */
export class TopicChoice {
  readonly #ports: Ports
  readonly suggestions: Suggestions<TopicOffer>
  /** The text of the newest search. */
  #asked = ''
  /** The text of the last answered search, and whether a topic has that name. */
  #looked = $state.raw<{ readonly text: string; readonly isKnown: boolean } | null>(null)

  constructor(ports: Ports) {
    this.#ports = ports
    this.suggestions = new Suggestions<TopicOffer>({ marksBest: false, find: (text) => this.#find(text) })
  }

  /** Returns whether the message would begin a topic of this name, as far as that is known. */
  isNew(topic: string): boolean {
    return topic.trim() !== '' && this.#looked?.text === topic.trim() && !this.#looked.isKnown
  }

  async #find(text: string): Promise<Result<readonly TopicOffer[]>> {
    const { calls, accountId, streamId } = this.#ports
    const asked = text.trim()
    this.#asked = asked
    const query = asked.slice(0, clientLimits.nameQuery.most)
    const result = await calls.askOf(accountId, 'moves.topics', { streamId, query })
    if (!result.ok) return result
    const wanted = foldText(asked)
    // An earlier answer may arrive later.
    if (this.#asked === asked) {
      this.#looked = { text: asked, isKnown: result.value.some(({ topic }) => foldText(topic) === wanted) }
    }
    return { ok: true, value: result.value.map(({ topic, name }) => ({ topic, key: topic, label: name })) }
  }
}
