import type { MessageId } from '#shared/ids.ts'
import type { NoticeAction } from '#renderer/state/notices.svelte.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { MessageHistory, MessageItem } from '#contract/messages.ts'
import { isResolved } from '#shared/resolved-topic.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import type { OpenMove } from '#renderer/state/overlays.svelte.ts'
import { quotationOf } from '../../clipboard/fences.ts'
import { shownSource } from '../../clipboard/shown-source.ts'
import { copyText } from '#renderer/ui/copy-text.ts'
import type { WordFinder } from '../../content/word-marks.ts'
import { EditFiles } from '../edits/edit-files.svelte.ts'
import { KeptText, leftText, SetAsideEdits } from '../edits/set-aside-edits.svelte.ts'

/** A message whose content is being edited. */
interface Editing {
  readonly messageId: MessageId
  readonly original: string
  /** Whether the content is that of an edit that failed or was refused. */
  readonly isAgain: boolean
}

/** The parts of the page that the actions use. */
export interface MessageActionsPorts {
  readonly bridge: Bridge
  readonly accountId: string
  readonly narrowOf: (item: MessageItem) => Narrow
  /** Returns the conversation whose messages are marked as unread from one on: the open one, or that of the message. */
  readonly markedNarrowOf: (item: MessageItem) => Narrow
  /** Appends a text to the draft of a message's conversation. */
  readonly write: (item: MessageItem, text: string) => void
  readonly calls: Pick<AccountCalls, 'retryMessage' | 'cancelMessage' | 'openInBrowser' | 'copyLink' | 'linkTo'>
  /** Shows a notice. */
  readonly notify: (sentence: string) => void
  /** Shows a notice with an action. @returns a function that withdraws it */
  readonly notifyWithAction?: (sentence: string, action: NoticeAction) => () => void
}

/** An edit that continues when its conversation is shown again. */
export interface KeptEdit extends Editing {
  readonly text: string
}

/** Actions on the messages of a conversation or a feed. */
export class MessageActions {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #ports: Pick<MessageActionsPorts, 'narrowOf' | 'markedNarrowOf' | 'write' | 'notifyWithAction'>
  readonly #aside: SetAsideEdits
  readonly #calls: MessageActionsPorts['calls']
  readonly #notify: (sentence: string) => void
  editing = $state.raw<Editing | null>(null)
  editedText = $state('')
  /** The abandoned text of an earlier edit of this message; null if there is none. */
  kept = $state.raw<KeptText | null>(null)
  #withdrawOffer: () => void = () => undefined
  /** Whether the edit began earlier, so that it must not take the focus from another field. */
  isResumed = $state.raw(false)
  /** The message that is edited once it is on screen. */
  wanted = $state.raw<number | null>(null)
  editFailure = $state.raw<Failure | null>(null)
  /** The message whose deletion awaits confirmation. */
  deleting = $state.raw<MessageItem | null>(null)
  history = $state.raw<MessageHistory | null>(null)
  /** Finds the words to mark in messages: those of the search that led here; null without one. */
  searched: WordFinder | null = null
  /** Returns the Markdown of a selection within one message, else null; set by the list that draws it. */
  selectionOf: (messageId: MessageId) => string | null = () => null
  /** Called after an edit was saved. */
  onEdited: () => void = () => undefined
  /** Called after the unfinished edit may have changed. */
  onTyped: () => void = () => undefined
  /** Whether reading is suspended, because the user has just marked messages as unread. */
  isReadingPaused = $state.raw(false)

  constructor(ports: MessageActionsPorts) {
    this.#ports = ports
    this.#bridge = ports.bridge
    this.#accountId = ports.accountId
    this.#calls = ports.calls
    this.#notify = ports.notify
    this.#aside = new SetAsideEdits(ports.bridge, ports.accountId)
  }

  /** Adds or removes the user's reaction. */
  async react(item: MessageItem, emoji: { readonly type: string; readonly code: string }): Promise<void> {
    const shown = item.reactions.find((reaction) => reaction.type === emoji.type && reaction.code === emoji.code)
    const result = await this.#bridge.call('messages.react', {
      accountId: this.#accountId,
      messageId: item.id,
      type: emoji.type,
      code: emoji.code,
      isOn: shown?.isOwn !== true,
    })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  async star(item: MessageItem): Promise<void> {
    const result = await this.#bridge.call('messages.star', {
      accountId: this.#accountId,
      messageId: item.id,
      isStarred: !item.isStarred,
    })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  async markUnreadFrom(item: MessageItem): Promise<void> {
    this.isReadingPaused = true
    const result = await this.#bridge.call('messages.markUnread', {
      accountId: this.#accountId,
      narrow: this.#ports.markedNarrowOf(item),
      fromId: item.id,
    })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  /** Returns the Markdown of a message; null, with a notice, if it is unavailable. */
  async #raw(item: MessageItem): Promise<string | null> {
    const result = await this.#bridge.call('messages.raw', { accountId: this.#accountId, messageId: item.id })
    if (result.ok) return result.value.content
    this.#notify(sentenceOf(result.error))
    return null
  }

  async copy(item: MessageItem): Promise<void> {
    const text = await this.#raw(item)
    if (text === null) return
    this.copyText(shownSource(text, item))
  }

  copyText(text: string): void {
    if (copyText(text)) this.#notify(catalogue.screens.message.copied)
    else this.#notify(catalogue.screens.message.notCopied)
  }

  /** Copies the link to a message. */
  copyLink(item: MessageItem): void {
    this.#calls.copyLink({ narrow: this.#ports.narrowOf(item), messageId: item.id })
  }

  /** Returns the account and the conversation of a message, whose people are suggested first for mentions. */
  completionContextOf(item: MessageItem): { readonly accountId: string; readonly narrow: Narrow } {
    return { accountId: this.#accountId, narrow: this.#ports.narrowOf(item) }
  }

  /** Quotes the selection within a message, or all of it, in the composer of its conversation. */
  async quote(item: MessageItem): Promise<void> {
    // The selection is read first, since it may be gone when the text has come.
    const text = this.selectionOf(item.id) ?? (await this.#raw(item))
    if (text === null) return
    const link = this.#calls.linkTo({ narrow: this.#ports.narrowOf(item), messageId: item.id })
    this.#ports.write(item, quotationOf(item.sender, link, text))
  }

  /** Returns the initial state of the dialog that moves a message; null for a direct message, which cannot be moved. */
  moveOf(item: MessageItem): OpenMove | null {
    const { id: messageId, streamId, topic } = item
    return streamId === null ? null : { accountId: this.#accountId, messageId, streamId, topic }
  }

  /** Marks the topic of a message as resolved, or removes the mark. */
  async resolveTopic({ streamId, topic, change }: MessageItem): Promise<void> {
    if (streamId === null) return
    const isMoving = change?.kind === 'move' && change.state === 'waiting'
    const result = await this.#bridge.call('topics.resolve', {
      accountId: this.#accountId,
      streamId,
      topic,
      isResolved: !isResolved(isMoving ? change.topic : topic),
    })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  /** Opens a message for editing, with the abandoned text of an earlier edit; a failure becomes a notice. */
  async startEditing(item: MessageItem): Promise<void> {
    if (this.editing?.messageId === item.id) return
    const isAgain = item.change?.kind === 'edit'
    const text = item.change?.kind === 'edit' ? item.change.text : await this.#textToEdit(item)
    const left = text === null && !item.canEdit ? null : await this.#aside.of(item.id)
    const original = text ?? left?.original ?? null
    if (original === null) return
    // This edit replaces another one that is open.
    this.cancelEditing()
    this.editFailure = null
    this.kept = left === null ? null : new KeptText(left, original)
    this.editedText = left?.text ?? original
    this.isResumed = false
    this.editing = { messageId: item.id, original, isAgain }
  }

  /** Returns the Markdown of a message that may be edited; otherwise null, with a notice. */
  async #textToEdit({ id: messageId }: MessageItem): Promise<string | null> {
    const result = await this.#bridge.call('messages.raw', { accountId: this.#accountId, messageId, toEdit: true })
    if (result.ok) return result.value.content
    this.#notify(sentenceOf(result.error))
    return null
  }

  /** The edit that is open, as far as it differs from the message; null if there is none. */
  get halfWritten(): KeptEdit | null {
    const { editing, editedText: text } = this
    if (editing === null || (text === editing.original && !editing.isAgain)) return null
    return { ...editing, text }
  }

  resume({ text, ...editing }: KeptEdit): void {
    this.editFailure = null
    this.kept = null
    this.editedText = text
    this.isResumed = true
    this.editing = editing
  }

  /** Sets the text that the user has typed. */
  type(text: string): void {
    this.editedText = text
    this.onTyped()
  }

  /** Closes the edit. A changed text is set aside, and returns when the message is edited again. */
  cancelEditing(): void {
    const { halfWritten, kept } = this
    this.editing = null
    this.kept = null
    this.onTyped()
    if (halfWritten !== null && halfWritten.text !== halfWritten.original) void this.#setAside(halfWritten, kept)
  }

  async #setAside(edit: KeptEdit, kept: KeptText | null): Promise<void> {
    const failure = await this.#aside.keep(edit.messageId, { original: edit.original, text: leftText(edit.text, kept) })
    const reopen = () => {
      this.cancelEditing()
      this.resume(edit)
      this.isResumed = false
      this.kept = kept
      this.onTyped()
    }
    if (failure !== null) {
      if (this.editing === null) reopen()
      this.editFailure = failure
      return
    }
    const t = catalogue.screens.message.editor
    this.#withdrawOffer =
      this.#ports.notifyWithAction?.(t.setAside, { label: t.goOn, run: reopen }) ?? this.#withdrawOffer
  }

  /** Swaps the text in the field: the abandoned text of an earlier edit, or the message as it is. */
  swapKept(): void {
    if (this.kept === null) return
    this.editedText = this.kept.swap(this.editedText)
    this.onTyped()
  }

  /** Deletes the abandoned text of an earlier edit. */
  async dropKept(): Promise<void> {
    const { editing, kept } = this
    if (editing === null || kept === null) return
    if (kept.isShown) this.editedText = kept.swap(this.editedText)
    this.kept = null
    this.onTyped()
    await this.#aside.drop(editing.messageId)
  }

  /** Withdraws the notice, since the messages are no longer shown. */
  leave(): void {
    this.#withdrawOffer()
  }

  /** Returns the files that an edit adds to a message. */
  filesOf(messageId: MessageId): EditFiles {
    return new EditFiles(this.#bridge, this.#accountId, messageId)
  }

  /** Saves the edit. @param hasFiles whether files were added */
  async saveEdit(hasFiles = false): Promise<void> {
    const { editing } = this
    if (editing === null) return
    const result = await this.#bridge.call('messages.edit', {
      accountId: this.#accountId,
      messageId: editing.messageId,
      content: this.editedText,
      ...(hasFiles ? { hasFiles } : {}),
      // The engine has the original of a refused edit.
      ...(editing.isAgain ? {} : { original: editing.original }),
    })
    if (result.ok) {
      this.editing = null
      this.kept = null
      this.onEdited()
      this.onTyped()
    } else {
      this.editFailure = result.error
    }
  }

  async confirmDeleting(): Promise<void> {
    const item = this.deleting
    this.deleting = null
    if (item !== null) await this.delete(item)
  }

  /** Deletes a message; this can be undone for a moment. */
  async delete(item: MessageItem): Promise<void> {
    const result = await this.#bridge.call('messages.delete', { accountId: this.#accountId, messageId: item.id })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  /** Undoes a deletion that was not sent yet. */
  async undoDeletion({ change }: MessageItem): Promise<void> {
    if (change?.kind === 'delete') await this.discardChange(change.localId)
  }

  async showHistory(item: MessageItem): Promise<void> {
    const result = await this.#bridge.call('messages.history', { accountId: this.#accountId, messageId: item.id })
    if (result.ok) this.history = result.value
    else this.#notify(sentenceOf(result.error))
  }

  /** Sends an unsent message again. */
  retryMessage(localId: string): Promise<void> {
    return this.#calls.retryMessage(localId)
  }

  /** Returns a waiting message to the composer. */
  takeBack(localId: string): Promise<void> {
    return this.#calls.cancelMessage(localId)
  }

  /** Opens a message in the server's web application. */
  openInBrowser(messageId: MessageId): Promise<void> {
    return this.#calls.openInBrowser(messageId)
  }

  /** Retries a refused change; `discardChange` drops it. */
  async retryChange(localId: string): Promise<void> {
    const result = await this.#bridge.call('outbox.retry', { accountId: this.#accountId, localId })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }

  async discardChange(localId: string): Promise<void> {
    const result = await this.#bridge.call('outbox.cancel', { accountId: this.#accountId, localId })
    if (!result.ok) this.#notify(sentenceOf(result.error))
  }
}
