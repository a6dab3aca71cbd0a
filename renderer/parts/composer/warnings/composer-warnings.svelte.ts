import type { StreamId } from '#shared/ids.ts'
import type { PersonName } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { WritingWarnings } from '#contract/writing.ts'
import { isolated, personName } from '#i18n/names.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import type { ComposerModel } from '../composer-model.svelte.ts'

/** Returns the name of a person for a plain sentence. */
const nameOf = (person: PersonName): string => isolated(personName(person))

/** The pause in typing after which the mentioned people are looked up, in milliseconds. */
const pauseMs = 300
const anyMention = /@\*\*[^*\n]+\*\*/g
const manyMention = /@\*\*(?:all|everyone|channel|stream|topic)\*\*/

/** The composer with its conversation, and the calls that its warnings need. */
export interface WarningsPorts {
  readonly calls: Pick<AccountCalls, 'askOf' | 'setTopicPolicy'>
  readonly composer: ComposerModel
  readonly meta: ConversationMeta
  readonly notify: (sentence: string) => void
}

/** A warning about a message before it is sent, with the action that resolves it; null for none. */
export interface ComposerWarning {
  readonly kind: 'resolved' | 'muted' | 'deactivated' | 'not_reading'
  readonly sentence: string
  readonly act: { readonly label: string; readonly run: () => void } | null
}

/** The question about a message that notifies many people. The message waits for the answer. */
export interface ManyQuestion {
  readonly sentence: string
  /** The delivery time in UNIX seconds; null for at once. */
  readonly deliverAt: number | null
}

/** The warnings about a message before it is sent. Only the question about many people waits for the server. */
export class ComposerWarnings {
  readonly #ports: () => WarningsPorts
  /** The engine's warnings about the mentions of a composer's text. */
  #found = $state.raw<{ readonly composer: ComposerModel; readonly warnings: WritingWarnings } | null>(null)
  #question = $state.raw<(ManyQuestion & { readonly composer: ComposerModel; readonly content: string }) | null>(null)
  /** The kinds of warnings that the user has dismissed, by composer. */
  #dismissed = $state.raw<ReadonlyMap<ComposerModel, ReadonlySet<ComposerWarning['kind']>>>(new Map())
  /** The mentions that were last looked up or are about to be. */
  #asked: { readonly composer: ComposerModel; readonly mentions: string } | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(ports: () => WarningsPorts) {
    this.#ports = ports
  }

  /** The warnings to show while a text is written. */
  readonly shown: readonly ComposerWarning[] = $derived.by(() => {
    const { composer } = this.#ports()
    if (composer.content.trim() === '') return []
    const dismissed = this.#dismissed.get(composer)
    return this.#all().filter(({ kind }) => dismissed?.has(kind) !== true)
  })

  /** The question that must be answered before the message is sent; null for none. */
  readonly question: ManyQuestion | null = $derived.by(() => {
    const { composer } = this.#ports()
    const asked = this.#question
    return asked?.composer === composer && asked.content === composer.content ? asked : null
  })

  /** Handles a change of the text. The mentioned people are looked up after a pause. */
  written(): void {
    const { composer } = this.#ports()
    const { content } = composer
    const mentions = content.includes('@**') ? (content.match(anyMention) ?? []).join() : ''
    if (this.#asked?.composer === composer && this.#asked.mentions === mentions) return
    this.#asked = { composer, mentions }
    clearTimeout(this.#timer)
    if (mentions === '') this.#found = null
    else this.#timer = setTimeout(() => void this.#ask(), pauseMs)
  }

  /** Returns whether a message may be sent now. Otherwise, it has changed or the question about many people is open. */
  async mayLeave(deliverAt: number | null): Promise<boolean> {
    const { composer } = this.#ports()
    const { content } = composer
    if (!manyMention.test(content)) return true
    const many = (await this.#ask())?.many ?? null
    // A text that has changed meanwhile is another message.
    if (many === null) return composer.content === content
    if (composer.content !== content) return false
    this.#question = { composer, content, deliverAt, sentence: catalogue.screens.composer.warnings.many(many) }
    return false
  }

  /** Withdraws the question, because the user continues to write. */
  withdraw(): void {
    this.#question = null
  }

  dismiss(kind: ComposerWarning['kind']): void {
    const { composer } = this.#ports()
    const kinds = new Set([...(this.#dismissed.get(composer) ?? []), kind])
    this.#dismissed = new Map([...this.#dismissed, [composer, kinds]])
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  async #ask(): Promise<WritingWarnings | null> {
    clearTimeout(this.#timer)
    const { calls, composer, meta } = this.#ports()
    const asked = { narrow: meta.narrow as never, content: composer.content }
    const result = await calls.askOf(composer.accountId, 'writing.warnings', asked).catch(() => null)
    // A failed question does not prevent sending, because the server decides.
    const warnings = result?.ok === true ? result.value : null
    if (this.#ports().composer === composer) this.#found = warnings === null ? null : { composer, warnings }
    return warnings
  }

  #all(): ComposerWarning[] {
    const { composer, meta, calls } = this.#ports()
    const t = catalogue.screens.composer.warnings
    const { narrow } = meta
    const warnings: ComposerWarning[] = []
    if (narrow.kind === 'topic' && meta.isResolved === true) {
      const reopen = () => void this.#reopen(narrow.streamId, narrow.topic)
      warnings.push({ kind: 'resolved', sentence: t.resolved, act: { label: t.reopen, run: reopen } })
    }
    if (narrow.kind === 'topic' && meta.topicPolicy === 1) {
      const unmute = () => void calls.setTopicPolicy(narrow.streamId, narrow.topic, 0)
      warnings.push({ kind: 'muted', sentence: t.mutedTopic, act: { label: t.unmuteTopic, run: unmute } })
    }
    const gone = meta.people.filter(({ isActive }) => !isActive)
    if (gone.length > 0) {
      warnings.push({ kind: 'deactivated', sentence: t.deactivated(gone.map(nameOf)), act: null })
    }
    const found = this.#found?.composer === composer ? this.#found.warnings : null
    if (found !== null && found.notReading.length > 0 && meta.streamName !== null) {
      const names = found.notReading.map(nameOf)
      const add = found.canAdd ? { label: t.add(names.length), run: () => void this.#add(found) } : null
      warnings.push({
        kind: 'not_reading',
        sentence: t.notReading({ names, stream: isolated(meta.streamName) }),
        act: add,
      })
    }
    return warnings
  }

  async #reopen(streamId: StreamId, topic: string): Promise<void> {
    const { calls, composer, notify } = this.#ports()
    const result = await calls.askOf(composer.accountId, 'topics.resolve', { streamId, topic, isResolved: false })
    if (!result.ok) notify(sentenceOf(result.error))
  }

  async #add({ notReading }: WritingWarnings): Promise<void> {
    const { calls, composer, meta, notify } = this.#ports()
    if (meta.narrow.kind === 'direct') return
    const asked = { streamId: meta.narrow.streamId, userIds: notReading.map(({ id }) => id) }
    const result = await calls.askOf(composer.accountId, 'writing.addReaders', asked)
    notify(result.ok ? catalogue.screens.composer.warnings.added(notReading.map(nameOf)) : sentenceOf(result.error))
    if (result.ok && this.#found?.composer === composer) this.#found = null
  }
}
