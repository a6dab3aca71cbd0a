import type { Failure } from '#contract/base/failures.ts'
import type { Destination, Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { AttachmentItem, ComposerDraft } from '#contract/drafts.ts'
import type { Copying } from '../media/file-copies.svelte.ts'
import { destinationFor } from './destination.ts'
import { DraftCalls } from './draft-calls.ts'
import { isWorthRetrying, retryAfterMs, sentBefore, topicMissing, unanswered, whyNotKept } from './composer-failures.ts'
import { DraftFiles, type AttachRules } from '../attachments/draft-files.svelte.ts'
import { EditingSession } from '../editor/markdown/editing-session.ts'
import { isOutdated, unknownDraft, type KnownDraft } from './known-draft.ts'
import { UnansweredSending, type Sending } from './unanswered-sending.ts'

/** The pause in typing after which the text is stored, in milliseconds; well below the allowed loss of 500 ms. */
const saveDelayMs = 150
/** The interval of storing during continuous typing, in milliseconds; well below 500 ms even on a busy machine. */
const saveAtLeastMs = 250

/** The composer of one conversation. Its text is stored while it is typed, and only the outbox removes it. */
export class ComposerModel {
  narrow = $state.raw<Narrow>({ kind: 'direct', userIds: [] })
  readonly accountId: string
  /** The state of the text field, with its undo history. */
  readonly session: EditingSession
  /** Writes a text at the caret of the field that shows this draft; null while none does. The field assigns it. */
  writeAtCaret: ((text: string) => void) | null = null
  readonly #calls: DraftCalls
  content = $state('')
  topic = $state('')
  failure = $state.raw<Failure | null>(null)
  saved = $state.raw<'nothing' | 'saving' | 'saved' | 'failed'>('nothing')
  isLoaded = $state.raw(false)
  /** Whether sending was requested while files were being copied. It follows when they are. */
  isSendWaiting = $state.raw(false)
  /** Whether a message to the stream needs a topic; otherwise an empty one is allowed. */
  needsTopic = $state.raw(true)
  /** Whether messages to the stream have no topic, so that a typed topic is ignored. */
  isTopicless = $state.raw(false)
  /** Incremented to focus the field of the topic. */
  topicRequests = $state.raw(0)
  /** Incremented to focus the text field. */
  focusRequests = $state.raw(0)
  /** Runs when a message is in the outbox. Its argument is the delivery time in UNIX seconds, or null for at once. */
  onSent: (deliverAt: number | null) => void = () => undefined
  /** Runs when all typed text is stored and the outcome of every sending is known. */
  onStored: () => void = () => undefined
  /** The delivery time of the sending that waits for files. */
  #waitingTime: number | null = null
  #draftId: string = crypto.randomUUID()
  #sentDraftId: string | null = null
  /** The revision of the engine's latest state that this composer has adopted or caused. */
  #revision = -1
  /** The engine's state that arrived while local changes were not stored yet. */
  #waiting: ComposerDraft | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirtySince: number | null = null
  #saving = 0
  #storing: Promise<unknown> = Promise.resolve()
  #retries = 0
  /** The failure of the last save while it is shown. */
  #saveFailure: Failure | null = null
  readonly #unanswered = new UnansweredSending()
  /** Incremented by each edit, so that an earlier answer is not applied to a later text. */
  #edit = 0
  readonly files: DraftFiles
  readonly #loading: Promise<void>

  /**
   * @param draft the engine's state of the draft; with it, the composer is loaded at once
   * @param known what the previous composer of this conversation knew; a draft that is older is read again
   */
  constructor(
    bridge: Bridge,
    accountId: string,
    narrow: Narrow,
    draft: ComposerDraft | null = null,
    known: KnownDraft = unknownDraft,
  ) {
    this.#calls = new DraftCalls(bridge, accountId, () => ({ narrow: this.narrow, revision: this.#revision }))
    this.accountId = accountId
    this.narrow = narrow
    this.#revision = known.revision
    this.#sentDraftId = known.sentDraftId
    this.session = known.session ?? new EditingSession()
    this.files = new DraftFiles(bridge, accountId, () => ({ narrow: this.#calls.narrow, draftId: this.#draftId }))
    this.isLoaded = draft !== null && !isOutdated(draft, known)
    this.#loading = this.isLoaded ? Promise.resolve() : this.#load()
    if (draft !== null) this.adopt(draft)
  }

  get draftId(): string {
    return this.#draftId
  }

  get known(): KnownDraft {
    return { revision: this.#revision, sentDraftId: this.#sentDraftId, session: this.session }
  }

  /** The files of the draft. */
  get attachments(): readonly AttachmentItem[] {
    return this.files.attached
  }

  /** The files that are still being copied to the draft. */
  get copying(): readonly Copying[] {
    return this.files.copying
  }

  /** Whether the engine has everything that this composer holds. */
  get isStored(): boolean {
    return this.#dirtySince === null && this.#saving === 0 && this.files.isStored
  }

  /** The destination of the message; null while a required topic is missing. */
  get destination(): Destination | null {
    return destinationFor(this)
  }

  /** Follows a move of the whole conversation with the text (M15, S14), including a text that is being stored. */
  follow(narrow: Narrow): void {
    if (JSON.stringify(narrow) === JSON.stringify(this.narrow)) return
    this.narrow = narrow
    if (!this.#isEmpty()) this.#dirtySince ??= performance.now()
    void this.flush()
  }

  async #load(): Promise<void> {
    const before = this.#revision
    const result = await this.#calls.get()
    this.isLoaded = true
    const waiting = this.#waiting
    if (result.ok) {
      // An engine that was restarted counts its revisions from the start, so its answer is the current state.
      if (this.#revision === before) this.#revision = Math.min(before, result.value.revision)
      this.adopt(result.value)
    }
    if (waiting !== null) this.adopt(waiting)
  }

  /** Adopts the engine's state of the draft, which may have been edited or sent on another device. */
  adopt(draft: ComposerDraft): void {
    if (isOutdated(draft, this.known)) return
    if (draft.draftId === this.#draftId) this.files.adopt(draft.attachments, draft.revision)
    if (this.#dirtySince !== null || this.#saving > 0 || !this.isLoaded) {
      this.#waiting = draft
      return
    }
    this.#waiting = null
    this.#revision = draft.revision
    this.files.adopt(draft.attachments, draft.revision)
    if (draft.draftId === null && this.content === '' && this.topic === '') return
    this.#draftId = draft.draftId ?? crypto.randomUUID()
    if (this.content !== draft.content) this.content = draft.content
    if (this.topic !== draft.topic) this.topic = draft.topic
    this.saved = draft.content === '' ? 'nothing' : 'saved'
  }

  #adoptPending(): void {
    if (this.#waiting !== null) this.adopt(this.#waiting)
    if (this.isStored) this.onStored()
  }

  /** Notes that the user has changed the text and schedules storing it. */
  edited(): void {
    this.#edit += 1
    this.failure = whyNotKept(this.content)
    this.isSendWaiting = false
    this.saved = 'saving'
    const now = performance.now()
    this.#dirtySince ??= now
    clearTimeout(this.#timer)
    const remainingMs = Math.max(0, saveAtLeastMs - (now - this.#dirtySince))
    this.#timer = setTimeout(() => void this.flush(), Math.min(saveDelayMs, remainingMs))
  }

  /** Stores unsaved changes, repeatedly until that succeeds. Resolves when every save under way has its answer. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#dirtySince !== null) this.#storing = Promise.all([this.#storing, this.#store()])
    await this.#storing
  }

  async #store(): Promise<void> {
    this.#dirtySince = null
    const edit = this.#edit
    // The question prevents a second message: a text that is already queued is not stored as a draft.
    const question = this.#unanswered.question
    this.#saving += 1
    const result = await this.#calls.set({
      draftId: this.#draftId,
      topic: this.narrow.kind === 'stream' ? this.topic : '',
      content: this.content,
      ...(question === null ? {} : { sending: question.sending.localId }),
    })
    this.#saving -= 1
    if (result.ok) {
      this.#retries = 0
      this.#revision = Math.max(this.#revision, result.value.revision)
      this.narrow = result.value.movedTo ?? this.narrow
      if (this.failure !== null && this.failure === this.#saveFailure) this.failure = null
      if (question !== null && result.value.isQueued) {
        if (this.#unanswered.isCurrent(question.sending)) this.#queuedAfterAll(question.sending)
      } else {
        if (question !== null) this.#unanswered.noteAbsent(question)
        if (edit === this.#edit) this.saved = this.content === '' ? 'nothing' : 'saved'
      }
    } else {
      this.#saveFailed(result.error, edit)
    }
    this.#adoptPending()
  }

  #saveFailed(error: Failure, edit: number): void {
    if (edit === this.#edit) {
      this.saved = 'failed'
      // A failed send takes precedence over a failed save.
      if (this.failure === null || this.failure === this.#saveFailure) {
        this.failure = error
        this.#saveFailure = error
      }
    }
    if (error.code === 'NO_ACCOUNT') return
    // The unsaved text stays here, whatever state of the draft the engine sends.
    this.#dirtySince ??= performance.now()
    clearTimeout(this.#timer)
    if (isWorthRetrying(error)) this.#timer = setTimeout(() => void this.flush(), retryAfterMs(this.#retries))
    this.#retries += 1
  }

  /**
   * Puts the message into the outbox; the composer is emptied only after that (S1). After a lost answer, the same text
   * is sent with the same id; a changed text waits until the engine has said whether the first one is queued.
   * @param deliverAt UNIX seconds at which the server is to send it; null for at once
   */
  async send(deliverAt: number | null = null): Promise<boolean> {
    const { destination } = this
    if (destination === null) {
      this.failure = topicMissing
      this.topicRequests += 1
      return false
    }
    if (this.copying.length > 0) {
      this.isSendWaiting = true
      this.#waitingTime = deliverAt
      return false
    }
    if (this.#isEmpty()) return false
    let sending = this.#next(destination, deliverAt)
    if (sending === null) {
      this.#dirtySince ??= performance.now()
      await this.flush()
      if (this.#unanswered.question !== null) this.failure = unanswered
      // Text that was added below a queued one is sent as well. The user decides about a different version of it.
      if (this.failure === unanswered || this.failure === sentBefore || this.#isEmpty()) return false
      sending = this.#next(destination, deliverAt)
      if (sending === null) return false
    }
    // Sending removes the draft, which a pending save would restore.
    clearTimeout(this.#timer)
    this.#dirtySince = null
    this.#unanswered.begin(sending)
    this.#saving += 1
    const result = await this.#calls.queue(sending)
    this.#saving -= 1
    // Text typed meanwhile may have been stored, and the answer may have said that the first text is queued.
    const isOpen = this.#unanswered.isCurrent(sending)
    if (!result.ok && isOpen) {
      this.failure = result.error
      if (result.error.code === 'TOPIC_MISSING') this.topicRequests += 1
      this.#dirtySince = performance.now()
      void this.flush()
      return false
    }
    if (isOpen) this.#queued(sending)
    this.#adoptPending()
    return true
  }

  #isEmpty(): boolean {
    return this.content.trim() === '' && this.attachments.length === 0
  }

  /** Returns the next sending; null while it is unknown whether an earlier text is queued. */
  #next(destination: Destination, deliverAt: number | null): Sending | null {
    const files = this.attachments.map(({ id }) => id)
    return this.#unanswered.next({ draftId: this.#draftId, content: this.content, destination, files, deliverAt })
  }

  /** Removes the sent text after the engine has the message. Later text stays. */
  #queued(sending: Sending): void {
    this.#unanswered.end()
    this.onSent(sending.deliverAt)
    const files = this.attachments.filter(({ id }) => !sending.files.includes(id))
    if (files.length === 0) {
      this.#sentDraftId = sending.draftId
      this.#draftId = crypto.randomUUID()
    }
    this.files.keepOnly(files)
    const isAll = this.content === sending.content
    // Text that was typed during the call stays.
    if (this.content.startsWith(sending.content)) this.content = this.content.slice(sending.content.length)
    if (isAll) this.saved = 'nothing'
    else this.edited()
  }

  /** Handles a text that turned out to be queued although it may have been changed since. */
  #queuedAfterAll(sending: Sending): void {
    const isChanged = !this.content.startsWith(sending.content)
    this.#queued(sending)
    this.failure = isChanged ? sentBefore : null
  }

  /** Appends a text in a paragraph of its own and focuses the field. */
  append(text: string): void {
    this.content = this.content.trim() === '' ? text : `${this.content.trimEnd()}\n\n${text}`
    this.edited()
    this.focusRequests += 1
  }

  /** Appends a text as `append` does, after the draft has been loaded. */
  async appendLoaded(text: string): Promise<void> {
    await this.#loading
    this.append(text)
  }

  /** Writes a text at the caret, or at the end if no field shows the draft, once it is loaded, and focuses the field. */
  async writeLoaded(text: string): Promise<void> {
    await this.#loading
    if (this.writeAtCaret === null) {
      this.content = /(?:^|\s)$/.test(this.content) ? this.content + text : `${this.content} ${text}`
      this.edited()
    } else this.writeAtCaret(text)
    this.focusRequests += 1
  }

  /** Copies files to `outgoing/` and adds them to the draft. A failure names the files that are too large. */
  async attach(files: readonly File[], rules: AttachRules): Promise<void> {
    await this.files.add(files, rules, (failure) => (this.failure = failure))
    if (this.copying.length === 0 && this.isSendWaiting) {
      this.isSendWaiting = false
      if (this.failure === null) void this.send(this.#waitingTime)
    }
    if (this.isStored) this.onStored()
  }

  /** Removes a file from the draft or cancels its copy. */
  async detach(attachmentId: string): Promise<void> {
    if (this.failure?.code === 'FILE_INCOMPLETE') this.failure = null
    await this.files.remove(attachmentId)
  }

  /** Changes the name and the description of a file. */
  async describe(attachmentId: string, description: { readonly name: string; readonly alt: string }): Promise<void> {
    this.failure = (await this.files.describe(attachmentId, description)) ?? this.failure
  }

  /** Moves a file to another position among the files of the message. */
  async move(attachmentId: string, position: number): Promise<void> {
    this.failure = (await this.files.move(attachmentId, position)) ?? this.failure
  }
}
