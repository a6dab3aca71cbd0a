import type { Bridge } from '#contract/bridge.ts'
import type { ComposerDraft } from '#contract/calls/drafts.ts'
import type { AttachmentItem, Destination, Failure, Narrow } from '#contract/values.ts'
import type { Copying } from '../media/file-copies.svelte.ts'
import { destinationFor } from './destination.ts'
import { DraftCalls } from './draft-calls.ts'
import { isWorthRetrying, retryAfterMs, sentBefore, topicMissing, unanswered, whyNotKept } from './composer-failures.ts'
import { DraftFiles, type AttachRules } from './attachments/draft-files.svelte.ts'
import { EditingSession } from './editor/editing-session.ts'
import { isOutdated, unknownDraft, type KnownDraft } from './known-draft.ts'
import { UnansweredSending, type Sending } from './unanswered-sending.ts'

/** The pause in typing after which the text is stored; well below the allowed loss of 500 ms. */
const saveDelayMs = 150
/** The interval of storing during continuous typing: well below 500 ms, also on a busy machine. */
const saveAtLeastMs = 250

/** The composer of one conversation: its text is stored while it is typed, and removed only by the outbox. */
export class ComposerModel {
  narrow = $state.raw<Narrow>({ kind: 'direct', userIds: [] })
  readonly accountId: string
  /** What the field shows of it, with what can be undone. */
  readonly session: EditingSession
  readonly #calls: DraftCalls
  content = $state('')
  topic = $state('')
  failure = $state.raw<Failure | null>(null)
  saved = $state.raw<'nothing' | 'saving' | 'saved' | 'failed'>('nothing')
  isLoaded = $state.raw(false)
  /** Sending was requested while files were being copied: it follows automatically. */
  isSendWaiting = $state.raw(false)
  /** Whether a stream message needs a topic here; otherwise an empty one is allowed. */
  needsTopic = $state.raw(true)
  /** Messages to the stream have no topic: a typed topic is ignored. */
  isTopicless = $state.raw(false)
  /** Incremented to focus the topic field first. */
  topicRequests = $state.raw(0)
  /** Incremented to focus the text field. */
  focusRequests = $state.raw(0)
  /** Called when a message is in the outbox; with the UNIX seconds at which it is to be sent, or null for at once. */
  onSent: (deliverAt: number | null) => void = () => undefined
  /** Called when everything typed is stored and no sending is in doubt. */
  onSettled: () => void = () => undefined
  /** The time of the sending that waits for files. */
  #waitingTime: number | null = null
  #draftId: string = crypto.randomUUID()
  #sentDraftId: string | null = null
  /** The revision of the engine's latest state that this composer has adopted or caused. */
  #revision = -1
  /** A state of the engine that arrived while local changes were not stored yet. */
  #waiting: ComposerDraft | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirtySince: number | null = null
  #saving = 0
  #storing: Promise<unknown> = Promise.resolve()
  #retries = 0
  /** The failure of the last save, while it is shown. */
  #saveFailure: Failure | null = null
  readonly #unanswered = new UnansweredSending()
  /** Incremented by each edit, so that an earlier answer is not applied to a later text. */
  #edit = 0
  readonly files: DraftFiles
  readonly #loading: Promise<void>

  /**
   * @param draft the engine's state of the draft, where it is here already: the composer is loaded at once
   * @param known what the last composer of this conversation knew; a draft that is older is read anew
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

  /** Files that do not belong to the draft yet. */
  get copying(): readonly Copying[] {
    return this.files.copying
  }

  /** Whether nothing is held by this composer alone. */
  get isSettled(): boolean {
    return this.#dirtySince === null && this.#saving === 0 && this.files.isSettled
  }

  /** The destination of the message; null while a required topic is missing. */
  get destination(): Destination | null {
    return destinationFor(this)
  }

  /** The conversation was moved as a whole: what is written goes with it (M15, S14), also what is being stored now. */
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
      // An engine that was given up and started anew counts from the start: what it answers is the state of now.
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

  #settle(): void {
    if (this.#waiting !== null) this.adopt(this.#waiting)
    if (this.isSettled) this.onSettled()
  }

  /** Called after the user changed the text. */
  edited(): void {
    this.#edit += 1
    this.failure = whyNotKept(this.content)
    this.isSendWaiting = false
    this.saved = 'saving'
    const now = performance.now()
    this.#dirtySince ??= now
    clearTimeout(this.#timer)
    const rest = Math.max(0, saveAtLeastMs - (now - this.#dirtySince))
    this.#timer = setTimeout(() => void this.flush(), Math.min(saveDelayMs, rest))
  }

  /** Stores unsaved changes, repeated until it succeeds. Ends once all that is being stored has its answer. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#dirtySince !== null) this.#storing = Promise.all([this.#storing, this.#store()])
    await this.#storing
  }

  async #store(): Promise<void> {
    this.#dirtySince = null
    const edit = this.#edit
    // Storing a text that has been queued would create a second message.
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
    this.#settle()
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
    // What is not stored stays here, whatever the engine tells of the draft.
    this.#dirtySince ??= performance.now()
    clearTimeout(this.#timer)
    if (isWorthRetrying(error)) this.#timer = setTimeout(() => void this.flush(), retryAfterMs(this.#retries))
    this.#retries += 1
  }

  /**
   * Puts the text into the outbox; the composer is cleared only after that (S1). After a missing answer the same text
   * is sent under the same id; a changed text waits until the engine has said whether the first is queued.
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
      // Text added below a queued one is sent as well; a different version of it is the user's decision.
      if (this.failure === unanswered || this.failure === sentBefore || this.#isEmpty()) return false
      sending = this.#next(destination, deliverAt)
      if (sending === null) return false
    }
    // Sending removes the draft; a pending save would restore it.
    clearTimeout(this.#timer)
    this.#dirtySince = null
    this.#unanswered.begin(sending)
    this.#saving += 1
    const result = await this.#calls.send(sending)
    this.#saving -= 1
    // Text typed meanwhile may have been stored, and that answer may have said that the first is queued.
    const isOpen = this.#unanswered.isCurrent(sending)
    if (!result.ok && isOpen) {
      this.failure = result.error
      if (result.error.code === 'TOPIC_MISSING') this.topicRequests += 1
      this.#dirtySince = performance.now()
      void this.flush()
      return false
    }
    if (isOpen) this.#queued(sending)
    this.#settle()
    return true
  }

  #isEmpty(): boolean {
    return this.content.trim() === '' && this.attachments.length === 0
  }

  /** The next sending; null while it is unknown whether an earlier text is queued. */
  #next(destination: Destination, deliverAt: number | null): Sending | null {
    const files = this.attachments.map(({ id }) => id)
    return this.#unanswered.next({ draftId: this.#draftId, content: this.content, destination, files, deliverAt })
  }

  /** The engine has the message: the sent text is removed, later text stays. */
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
    // What was typed during the call stays.
    if (this.content.startsWith(sending.content)) this.content = this.content.slice(sending.content.length)
    if (isAll) this.saved = 'nothing'
    else this.edited()
  }

  /** The text turned out to be queued; it may have been changed since. */
  #queuedAfterAll(sending: Sending): void {
    const isChanged = !this.content.startsWith(sending.content)
    this.#queued(sending)
    this.failure = isChanged ? sentBefore : null
  }

  /** Appends a text on a new line. */
  append(text: string): void {
    this.content = this.content.trim() === '' ? text : `${this.content.trimEnd()}\n\n${text}`
    this.edited()
    this.focusRequests += 1
  }

  /** As `append`, below a draft that is still being read. */
  async appendLoaded(text: string): Promise<void> {
    await this.#loading
    this.append(text)
  }

  /** Copies files to `outgoing/` and adds them to the draft; too large ones are refused by name. */
  async attach(files: readonly File[], rules: AttachRules): Promise<void> {
    await this.files.add(files, rules, (failure) => (this.failure = failure))
    if (this.copying.length === 0 && this.isSendWaiting) {
      this.isSendWaiting = false
      if (this.failure === null) void this.send(this.#waitingTime)
    }
    if (this.isSettled) this.onSettled()
  }

  /** Removes a file from the draft, or cancels its copy. */
  async detach(attachmentId: string): Promise<void> {
    if (this.failure?.code === 'FILE_INCOMPLETE') this.failure = null
    await this.files.remove(attachmentId)
  }

  /** Gives a file another name, and words for what it shows. */
  async describe(attachmentId: string, said: { readonly name: string; readonly alt: string }): Promise<void> {
    this.failure = (await this.files.describe(attachmentId, said)) ?? this.failure
  }

  /** Moves a file to another place among the files of the message. */
  async move(attachmentId: string, position: number): Promise<void> {
    this.failure = (await this.files.move(attachmentId, position)) ?? this.failure
  }
}
