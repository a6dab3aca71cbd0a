import type { Bridge, Destination, Failure, Narrow } from '../../preload/contract.ts'

/** Typing rests this long before the text is stored; well below the 500 ms that may be lost (P2). */
const saveDelayMs = 150
/** While somebody types without a pause, the text is stored this often: well before the 500 ms, on a busy machine too. */
const saveAtLeastMs = 250

/** The composer of one conversation: its text is on disk while it is typed, and leaves it only into the outbox. */
export class ComposerModel {
  readonly narrow: Narrow
  readonly #accountId: string
  readonly #bridge: Bridge
  content = $state('')
  topic = $state('')
  failure = $state.raw<Failure | null>(null)
  saved = $state.raw<'nothing' | 'saving' | 'saved' | 'failed'>('nothing')
  isLoaded = $state.raw(false)
  /** Raised when the field should get the focus. */
  focusRequests = $state.raw(0)
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirtySince: number | null = null
  /** Raised by each edit, so that an older answer does not speak for a newer text. */
  #edit = 0

  constructor(bridge: Bridge, accountId: string, narrow: Narrow) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.narrow = narrow
    void this.#load()
  }

  get destination(): Destination | null {
    if (this.narrow.kind !== 'stream') return this.narrow
    const topic = this.topic.trim()
    return topic === '' ? null : { kind: 'topic', streamId: this.narrow.streamId, topic }
  }

  async #load(): Promise<void> {
    const result = await this.#bridge.call('drafts.get', { accountId: this.#accountId, narrow: this.#narrowInput() })
    if (result.ok && this.#edit === 0) {
      this.content = result.value.content
      this.topic = result.value.topic
      if (result.value.content !== '') this.saved = 'saved'
    }
    this.isLoaded = true
  }

  /** The text changed under the user's hands. */
  edited(): void {
    this.#edit += 1
    this.failure = null
    this.saved = 'saving'
    const now = performance.now()
    this.#dirtySince ??= now
    clearTimeout(this.#timer)
    const rest = Math.max(0, saveAtLeastMs - (now - this.#dirtySince))
    this.#timer = setTimeout(() => void this.flush(), Math.min(saveDelayMs, rest))
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#dirtySince === null) return
    this.#dirtySince = null
    const edit = this.#edit
    const result = await this.#bridge.call('drafts.set', {
      accountId: this.#accountId,
      narrow: this.#narrowInput(),
      topic: this.narrow.kind === 'stream' ? this.topic : '',
      content: this.content,
    })
    if (edit !== this.#edit) return
    if (result.ok) {
      this.saved = this.content === '' ? 'nothing' : 'saved'
    } else {
      this.saved = 'failed'
      this.failure = result.error
      this.#dirtySince = performance.now()
    }
  }

  /** Puts the text into the outbox; the composer is emptied only when it is there (S1). */
  async send(): Promise<boolean> {
    const { content, destination } = this
    if (destination === null) {
      this.failure = { code: 'TOPIC_MISSING', message: 'Give the conversation a topic first.' }
      return false
    }
    if (content.trim() === '') return false
    // The draft is removed with the sending; a save that is still waiting would bring it back.
    clearTimeout(this.#timer)
    this.#dirtySince = null
    const edit = this.#edit
    const result = await this.#bridge.call('messages.send', {
      accountId: this.#accountId,
      localId: crypto.randomUUID(),
      destination: destination as never, // the schema's input is the same shape with mutable arrays
      content,
    })
    if (!result.ok) {
      this.failure = result.error
      this.#dirtySince = performance.now()
      void this.flush()
      return false
    }
    if (edit === this.#edit) {
      this.content = ''
      this.saved = 'nothing'
    } else if (this.content.startsWith(content)) {
      // Something was typed while the call was under way: only what was sent goes.
      this.content = this.content.slice(content.length)
      this.edited()
    }
    return true
  }

  /** Adds a text below what is there. */
  append(text: string): void {
    this.content = this.content.trim() === '' ? text : `${this.content.trimEnd()}\n\n${text}`
    this.edited()
    this.focusRequests += 1
  }

  /** A text that comes back from the outbox; the engine has stored it as this conversation's draft. */
  restore(content: string): void {
    this.#edit += 1
    this.content = content
    this.saved = 'saved'
  }

  #narrowInput(): never {
    return this.narrow as never // the schema's input is the same shape with mutable arrays
  }
}
