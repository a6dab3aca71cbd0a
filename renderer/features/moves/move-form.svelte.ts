import type { MoveMode } from '#contract/base/choices.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineCallName, Input, Output } from '#contract/calls.ts'
import type { MovePlan, MoveStream, MoveTopic } from '#contract/moves.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { foldText } from '#shared/name-query.ts'
import type { StreamId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { Suggestions, type Suggestion } from '../../ui/fields/suggestions.svelte.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'
import type { OpenMove } from '../../state/overlays.svelte.ts'
import { consequencesOf, type Consequence } from './consequences.ts'

/** A stream that the form suggests. */
export type StreamOffer = Suggestion & MoveStream
/** A topic that the form suggests. */
export type TopicOffer = Suggestion & MoveTopic

interface Ports {
  readonly calls: Pick<AccountCalls, 'askOf'>
  readonly opened: OpenMove
  readonly forms: LeftForms
  readonly onmoved: () => void
}

/**
 * The interval at which the plan is renewed, in milliseconds: the message or the stream may disappear while the dialog
 * is open.
 */
const lookAgainMs = 2_000
/** The number of remaining characters from which the counter of the topic is shown. */
const countedFrom = 10

/** The form of a move. It asks for a new plan after each change and at intervals. */
export class MoveForm {
  readonly #ports: Ports
  readonly opened: OpenMove
  mode = $state.raw<MoveMode>('change_one')
  topic = $state('')
  notifyOld = $state(false)
  notifyNew = $state(true)
  readonly submission = new Submission()
  /** The plan: undefined until it is known; null if there is nothing left to move. */
  #plan = $state.raw<MovePlan | null | undefined>(undefined)
  #stream = $state.raw<MoveStream | null>(null)
  /** The text in the field of the stream; null while the field shows the chosen stream. */
  #typed = $state<string | null>(null)
  #round = 0
  /** Counts the changes of the destination; closing the dialog is one. */
  #version = 0
  #asking: Promise<void>
  /** The search for a stream whose name was typed in full. */
  #leaving: Promise<void> = Promise.resolve()
  readonly streams: Suggestions<StreamOffer>
  readonly topics: Suggestions<TopicOffer>
  /** Keeps the texts of the form until the move is made. */
  readonly left: LeftForm

  constructor(ports: Ports) {
    this.#ports = ports
    this.opened = ports.opened
    if (this.opened.messageId === null) this.mode = 'change_all'
    this.topic = this.opened.topic
    this.streams = new Suggestions<StreamOffer>({
      marksBest: true,
      find: async (text) =>
        offered(
          await this.#ask('moves.streams', { query: text.slice(0, clientLimits.nameQuery.most) }),
          (stream: MoveStream) => ({ ...stream, key: String(stream.streamId), label: stream.streamName }),
        ),
    })
    this.topics = new Suggestions<TopicOffer>({
      marksBest: false,
      find: async (text) =>
        offered(
          await this.#ask('moves.topics', {
            streamId: this.#streamId,
            query: text.slice(0, clientLimits.nameQuery.most),
          }),
          (topic: MoveTopic) => ({ ...topic, key: topic.topic, label: topic.name }),
        ),
    })
    const { accountId, messageId, streamId, topic } = this.opened
    this.left = ports.forms.open({
      accountId,
      name: messageId === null ? `move:${streamId}:${topic}` : `move:${messageId}`,
      read: () => ({
        topic: this.topic,
        typed: this.#typed ?? '',
        stream: this.#stream === null ? '' : JSON.stringify(this.#stream),
      }),
      show: (texts) => {
        this.topic = texts.topic ?? topic
        this.#typed = texts.typed === '' ? null : (texts.typed ?? null)
        // Only `read` above writes this text.
        this.#stream = (texts.stream ?? '') === '' ? null : (JSON.parse(texts.stream ?? '') as MoveStream)
        this.#changed()
      },
    })
    this.#asking = this.#look()
  }

  #ask<N extends EngineCallName>(name: N, input: Omit<Input<N>, 'accountId'>): Promise<Result<Output<N>>> {
    return this.#ports.calls.askOf(this.opened.accountId, name, input)
  }

  get isWhole(): boolean {
    return this.opened.messageId === null
  }

  get plan(): MovePlan | null {
    return this.#plan ?? null
  }

  get isLooking(): boolean {
    return this.#plan === undefined
  }

  get isGone(): boolean {
    return this.#plan === null
  }

  /** The destination stream of the messages. */
  get stream(): MoveStream | null {
    return this.#stream ?? this.plan?.from ?? null
  }

  get #streamId(): StreamId {
    return this.#stream?.streamId ?? this.opened.streamId
  }

  get streamText(): string {
    return this.#typed ?? this.stream?.streamName ?? ''
  }

  /** Whether the text in the field of the stream is not the name of one. */
  get hasNoStream(): boolean {
    return this.#typed !== null
  }

  get problem(): Failure | null {
    return this.plan?.problems[this.mode] ?? null
  }

  get consequences(): readonly Consequence[] {
    return this.plan === null || this.problem !== null || this.hasNoStream ? [] : consequencesOf(this.plan, this.mode)
  }

  /** The number of characters that remain for the topic; null while there are many. */
  get topicRemaining(): number | null {
    const remaining = (this.plan?.maxTopicLength ?? Infinity) - [...this.topic.trim()].length
    return remaining > countedFrom ? null : remaining
  }

  get canSubmit(): boolean {
    const { plan } = this
    const isPossible = plan !== null && plan.to !== null && !plan.isSame && this.problem === null
    return isPossible && !this.hasNoStream && !this.submission.isPending
  }

  typeStream(text: string): void {
    this.#typed = text
    this.submission.failure = null
  }

  chooseStream(stream: MoveStream): void {
    this.#typed = null
    this.#stream = stream
    this.#changed()
  }

  /** Handles the blur of the field: the full name of a stream selects it, and any other text selects nothing. */
  leaveStream(): void {
    if (this.#typed === null) return
    const typed = foldText(this.#typed.trim())
    const query = this.#typed.slice(0, clientLimits.nameQuery.most)
    this.#leaving = this.#ask('moves.streams', { query }).then((result) => {
      if (this.#typed === null || foldText(this.#typed.trim()) !== typed) return
      const exact = result.ok ? result.value.find(({ streamName }) => foldText(streamName) === typed) : undefined
      if (exact !== undefined) this.chooseStream(exact)
    })
  }

  typeTopic(text: string): void {
    this.topic = text
    this.#changed()
  }

  /** Renews the plan at intervals. @returns a function that ends this */
  following(): () => void {
    const timer = setInterval(() => {
      if (!this.submission.isPending) this.#asking = this.#look()
    }, lookAgainMs)
    return () => {
      clearInterval(timer)
      // Closing the dialog cancels a pending submission.
      this.#version += 1
    }
  }

  /** Moves the messages, once the plan for the current input is known and allows that. Any further input cancels it. */
  async submit(): Promise<void> {
    await this.#leaving
    const asked = this.#version
    await this.#answer()
    if (asked !== this.#version || !this.canSubmit) return
    if ((await this.submission.run(() => this.#move())) === undefined) {
      this.#asking = this.#look()
      return
    }
    this.left.done()
    this.#ports.onmoved()
  }

  #move(): Promise<Result<null>> {
    const { opened, mode, notifyOld, notifyNew, topic } = this
    const { messageId } = opened
    const to = { streamId: this.#streamId, topic }
    const from = { streamId: opened.streamId, topic: opened.topic }
    if (messageId === null) return this.#ask('moves.topic', { from, to, notifyOld, notifyNew })
    return this.#ask('messages.move', { messageId, ...to, mode, notifyOld, notifyNew })
  }

  /** Waits for the newest plan; an outdated one decides nothing. */
  async #answer(): Promise<void> {
    const asking = this.#asking
    await asking
    if (asking !== this.#asking) await this.#answer()
  }

  #changed(): void {
    this.#version += 1
    this.submission.failure = null
    this.#asking = this.#look()
  }

  async #look(): Promise<void> {
    const round = (this.#round += 1)
    const { opened, topic } = this
    const result = await this.#ask('moves.plan', {
      messageId: opened.messageId,
      from: { streamId: opened.streamId, topic: opened.topic },
      to: { streamId: this.#streamId, topic },
    })
    if (round !== this.#round) return
    if (result.ok) this.#plan = result.value
    else this.submission.failure = result.error
  }
}

function offered<T, Offer>(result: Result<readonly T[]>, offerOf: (item: T) => Offer): Result<readonly Offer[]> {
  return result.ok ? { ok: true, value: result.value.map(offerOf) } : result
}
