import type { MessageId } from '#shared/ids.ts'
import type { NoticeAction } from '../../app/notices/notices.svelte.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { MessageHistory } from '#contract/calls/messages.ts'
import type { MessageItem } from '#contract/message-items.ts'
import type { Failure, Narrow } from '#contract/values.ts'
import { isResolved } from '#shared/resolved-topic.ts'
import { sentenceOf, catalogue } from '#i18n/catalogue.ts'
import type { AccountCalls } from '../../bridge/account-calls.ts'
import type { OpenMove } from '../../moves/move-form.svelte.ts'
import { quotationOf } from '../../clipboard/quotation.ts'
import { shownSource } from '../../clipboard/shown-source.ts'
import { copyText } from '../../ui/copy-text.ts'
import type { WordFinder } from '../content/word-marks.ts'
import { EditFiles } from '../edits/edit-files.svelte.ts'
import { KeptText, leftText, SetAsideEdits } from '../edits/set-aside-edits.svelte.ts'

/** A message whose content is being edited. */
interface Editing {
  readonly messageId: MessageId
  readonly original: string
  /** Whether the content is that of a failed or refused edit. */
  readonly isAgain: boolean
}

export interface MessageActionsPorts {
  readonly bridge: Bridge
  readonly accountId: string
  /** The conversation of a message. */
  readonly narrowOf: (item: MessageItem) => Narrow
  /** The conversation whose messages are marked as unread from one on: the shown one, or that of the message. */
  readonly markedNarrowOf: (item: MessageItem) => Narrow
  /** Adds a text to what is written in the conversation of a message. */
  readonly write: (item: MessageItem, text: string) => void
  readonly calls: Pick<AccountCalls, 'retryMessage' | 'cancelMessage' | 'openInBrowser' | 'copyLink' | 'linkTo'>
  /** Shows a notice. */
  readonly tell: (sentence: string) => void
  /** Shows a notice with something to do. @returns takes it back */
  readonly offer?: (sentence: string, action: NoticeAction) => () => void
}

/** An edit that goes on when its conversation is shown again. */
export interface KeptEdit extends Editing {
  readonly text: string
}

/** Actions on the messages of a conversation or a feed. */
export class MessageActions {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #ports: Pick<MessageActionsPorts, 'narrowOf' | 'markedNarrowOf' | 'write' | 'offer'>
  readonly #aside: SetAsideEdits
  readonly #calls: MessageActionsPorts['calls']
  readonly #tell: (sentence: string) => void
  editing = $state.raw<Editing | null>(null)
  editedText = $state('')
  /** What an earlier edit of this message has left, beside the message as it is; null if it left nothing. */
  kept = $state.raw<KeptText | null>(null)
  #withdrawOffer: () => void = () => undefined
  /** Whether the edit was begun before: it does not take the focus from where the user may be writing. */
  isResumed = $state.raw(false)
  /** A message to edit once it is on screen. */
  wanted = $state.raw<number | null>(null)
  editFailure = $state.raw<Failure | null>(null)
  /** The message whose deletion awaits confirmation. */
  deleting = $state.raw<MessageItem | null>(null)
  history = $state.raw<MessageHistory | null>(null)
  /** What is marked in the messages: the words of the search that led here; null without one. */
  searched: WordFinder | null = null
  /** The Markdown of what is selected in one message alone; set by the list that draws it. */
  selectionOf: (messageId: MessageId) => string | null = () => null
  /** An edit was saved. */
  onEdited: () => void = () => undefined
  /** What is half-written may have changed. */
  onTyped: () => void = () => undefined
  /** Suspends reading: the user has just marked messages as unread. */
  isReadingPaused = $state.raw(false)

  constructor(ports: MessageActionsPorts) {
    this.#ports = ports
    this.#bridge = ports.bridge
    this.#accountId = ports.accountId
    this.#calls = ports.calls
    this.#tell = ports.tell
    this.#aside = new SetAsideEdits(ports.bridge, ports.accountId)
  }

  /** Adds or removes an own reaction. */
  async react(item: MessageItem, emoji: { readonly type: string; readonly code: string }): Promise<void> {
    const shown = item.reactions.find((reaction) => reaction.type === emoji.type && reaction.code === emoji.code)
    const result = await this.#bridge.call('messages.react', {
      accountId: this.#accountId,
      messageId: item.id,
      type: emoji.type,
      code: emoji.code,
      isOn: shown?.isOwn !== true,
    })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  async star(item: MessageItem): Promise<void> {
    const result = await this.#bridge.call('messages.star', {
      accountId: this.#accountId,
      messageId: item.id,
      isStarred: !item.isStarred,
    })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  async markUnreadFrom(item: MessageItem): Promise<void> {
    this.isReadingPaused = true
    const result = await this.#bridge.call('messages.markUnread', {
      accountId: this.#accountId,
      narrow: this.#ports.markedNarrowOf(item),
      fromId: item.id,
    })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  /** The Markdown of a message; null if it is unavailable, with a notice. */
  async #raw(item: MessageItem): Promise<string | null> {
    const result = await this.#bridge.call('messages.raw', { accountId: this.#accountId, messageId: item.id })
    if (result.ok) return result.value.content
    this.#tell(sentenceOf(result.error))
    return null
  }

  async copy(item: MessageItem): Promise<void> {
    const text = await this.#raw(item)
    if (text === null) return
    this.copyText(shownSource(text, item))
  }

  copyText(text: string): void {
    if (copyText(text)) this.#tell(catalogue.screens.message.copied)
    else this.#tell(catalogue.screens.message.notCopied)
  }

  /** Copies the address of the message. */
  copyLink(item: MessageItem): void {
    this.#calls.copyLink({ narrow: this.#ports.narrowOf(item), messageId: item.id })
  }

  /** The account and the conversation of a message: who is there is likely to be mentioned. */
  placeOf(item: MessageItem): { readonly accountId: string; readonly narrow: Narrow } {
    return { accountId: this.#accountId, narrow: this.#ports.narrowOf(item) }
  }

  /** Quotes what is selected in the message, or all of it, in the composer of its conversation. */
  async quote(item: MessageItem): Promise<void> {
    // The selection may be gone when the text has come.
    const text = this.selectionOf(item.id) ?? (await this.#raw(item))
    if (text === null) return
    const link = this.#calls.linkTo({ narrow: this.#ports.narrowOf(item), messageId: item.id })
    this.#ports.write(item, quotationOf(item.sender, link, text))
  }

  /** What the dialog for a move begins with; null for a direct message, which has no other place. */
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
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  /** Opens a message for editing, with what an earlier edit has left; where it cannot be edited, the user learns why. */
  async startEditing(item: MessageItem): Promise<void> {
    if (this.editing?.messageId === item.id) return
    const isAgain = item.change?.kind === 'edit'
    const text = item.change?.kind === 'edit' ? item.change.text : await this.#textToEdit(item)
    const left = text === null && !item.canEdit ? null : await this.#aside.of(item.id)
    const original = text ?? left?.original ?? null
    if (original === null) return
    // Another edit that is under way is given up by this one.
    this.cancelEditing()
    this.editFailure = null
    this.kept = left === null ? null : new KeptText(left, original)
    this.editedText = left?.text ?? original
    this.isResumed = false
    this.editing = { messageId: item.id, original, isAgain }
  }

  /** The Markdown of a message that may be edited; else null, with a notice. */
  async #textToEdit({ id: messageId }: MessageItem): Promise<string | null> {
    const result = await this.#bridge.call('messages.raw', { accountId: this.#accountId, messageId, toEdit: true })
    if (result.ok) return result.value.content
    this.#tell(sentenceOf(result.error))
    return null
  }

  /** What is being edited, as far as it differs from the message; null if nothing is. */
  get halfWritten(): KeptEdit | null {
    const { editing, editedText: text } = this
    if (editing === null || (text === editing.original && !editing.isAgain)) return null
    return { ...editing, text }
  }

  /** Goes on with an edit. */
  resume({ text, ...editing }: KeptEdit): void {
    this.editFailure = null
    this.kept = null
    this.editedText = text
    this.isResumed = true
    this.editing = editing
  }

  /** The user has typed in the edit. */
  type(text: string): void {
    this.editedText = text
    this.onTyped()
  }

  /** Gives the edit up. A changed text is set aside, and comes back when the message is edited again. */
  cancelEditing(): void {
    const { halfWritten, kept } = this
    this.editing = null
    this.kept = null
    this.onTyped()
    if (halfWritten !== null && halfWritten.text !== halfWritten.original) void this.#setAside(halfWritten, kept)
  }

  async #setAside(edit: KeptEdit, kept: KeptText | null): Promise<void> {
    const failure = await this.#aside.keep(edit.messageId, { original: edit.original, text: leftText(edit.text, kept) })
    const goOn = () => {
      this.cancelEditing()
      this.resume(edit)
      this.isResumed = false
      this.kept = kept
      this.onTyped()
    }
    if (failure !== null) {
      if (this.editing === null) goOn()
      this.editFailure = failure
      return
    }
    const t = catalogue.screens.message.editor
    this.#withdrawOffer = this.#ports.offer?.(t.setAside, { label: t.goOn, run: goOn }) ?? this.#withdrawOffer
  }

  /** Shows the other one of what an earlier edit has left and the message as it is. */
  swapKept(): void {
    if (this.kept === null) return
    this.editedText = this.kept.swap(this.editedText)
    this.onTyped()
  }

  /** Throws away what an earlier edit has left. */
  async dropKept(): Promise<void> {
    const { editing, kept } = this
    if (editing === null || kept === null) return
    if (kept.isShown) this.editedText = kept.swap(this.editedText)
    this.kept = null
    this.onTyped()
    await this.#aside.drop(editing.messageId)
  }

  /** The messages are not shown any more. */
  leave(): void {
    this.#withdrawOffer()
  }

  /** The files that are added to a message by its edit. */
  filesOf(messageId: MessageId): EditFiles {
    return new EditFiles(this.#bridge, this.#accountId, messageId)
  }

  /** @param hasFiles whether files were added */
  async saveEdit(hasFiles = false): Promise<void> {
    const { editing } = this
    if (editing === null) return
    const result = await this.#bridge.call('messages.edit', {
      accountId: this.#accountId,
      messageId: editing.messageId,
      content: this.editedText,
      ...(hasFiles ? { hasFiles } : {}),
      // For a refused edit the engine has the original.
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

  /** Deletes a message, which can be undone for a moment. */
  async delete(item: MessageItem): Promise<void> {
    const result = await this.#bridge.call('messages.delete', { accountId: this.#accountId, messageId: item.id })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  /** Takes a deletion back that has not left yet. */
  async undoDeletion({ change }: MessageItem): Promise<void> {
    if (change?.kind === 'delete') await this.discardChange(change.localId)
  }

  async showHistory(item: MessageItem): Promise<void> {
    const result = await this.#bridge.call('messages.history', { accountId: this.#accountId, messageId: item.id })
    if (result.ok) this.history = result.value
    else this.#tell(sentenceOf(result.error))
  }

  /** Sends a message again that was not sent. */
  retryMessage(localId: string): Promise<void> {
    return this.#calls.retryMessage(localId)
  }

  /** Takes a waiting message back into the composer. */
  takeBack(localId: string): Promise<void> {
    return this.#calls.cancelMessage(localId)
  }

  /** Shows a message in the server's own page. */
  openInBrowser(messageId: MessageId): Promise<void> {
    return this.#calls.openInBrowser(messageId)
  }

  /** Retries or discards a refused change. */
  async retryChange(localId: string): Promise<void> {
    const result = await this.#bridge.call('outbox.retry', { accountId: this.#accountId, localId })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }

  async discardChange(localId: string): Promise<void> {
    const result = await this.#bridge.call('outbox.cancel', { accountId: this.#accountId, localId })
    if (!result.ok) this.#tell(sentenceOf(result.error))
  }
}
