import type { Result } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { StreamId } from '#shared/ids.ts'
import { foldText } from '#shared/name-query.ts'
import type { AccountCalls } from '../../bridge/account-calls.ts'
import { Suggestions, type Suggestion } from '../../ui/fields/suggestions.svelte.ts'

/** A topic of the stream. */
export interface TopicOffer extends Suggestion {
  readonly topic: string
}

interface Ports {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly accountId: string
  readonly streamId: StreamId
}

/** The topic under which a message is written to a stream: one of those that are known, or a new one. */
export class TopicChoice {
  readonly #ports: Ports
  readonly suggestions: Suggestions<TopicOffer>
  /** What was asked for last. */
  #asked = ''
  /** What was looked for last, and whether a topic is called so. */
  #looked = $state.raw<{ readonly text: string; readonly isKnown: boolean } | null>(null)

  constructor(ports: Ports) {
    this.#ports = ports
    this.suggestions = new Suggestions<TopicOffer>({ marksBest: false, find: (text) => this.#find(text) })
  }

  /** Whether a topic of this name is begun by the message, as far as it is known here. */
  isNew(topic: string): boolean {
    return topic.trim() !== '' && this.#looked?.text === topic.trim() && !this.#looked.isKnown
  }

  async #find(text: string): Promise<Result<readonly TopicOffer[]>> {
    const { calls, accountId, streamId } = this.#ports
    const asked = text.trim()
    this.#asked = asked
    const query = asked.slice(0, clientLimits.placeQuery.most)
    const result = await calls.askOf(accountId, 'moves.topics', { streamId, query })
    if (!result.ok) return result
    const wanted = foldText(asked)
    // An earlier answer may come later.
    if (this.#asked === asked) {
      this.#looked = { text: asked, isKnown: result.value.some(({ topic }) => foldText(topic) === wanted) }
    }
    return { ok: true, value: result.value.map(({ topic, name }) => ({ topic, key: topic, label: name })) }
  }
}
