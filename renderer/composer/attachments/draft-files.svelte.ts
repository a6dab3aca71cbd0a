import type { Bridge } from '../../../preload/contract/bridge.ts'
import type { DraftRef } from '../../../preload/contract/calls/drafts.ts'
import type { AttachmentItem, Failure, Result } from '../../../preload/contract/values.ts'
import { FileCopies, type Copying } from '../../media/file-copies.svelte.ts'
import { noAnswer } from '../composer-failures.ts'

/** The draft that a copied file becomes part of. */
type Draft = ReturnType<Parameters<FileCopies['copy']>[1]>

/** What holds for a file that is attached. */
export interface AttachRules {
  /** The largest file that the server takes. */
  readonly maxBytes: number
  /** Whether pictures are freed of personal data. */
  readonly cleansPictures: boolean
}

/** The files of a draft, and those that are being copied to it. */
export class DraftFiles {
  #attached = $state.raw<readonly AttachmentItem[]>([])
  /** Changes that the engine has not answered: what it tells meanwhile is older than what the user sees. */
  #changing = 0
  #told: { readonly files: readonly AttachmentItem[]; readonly revision: number } | null = null
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #draft: () => Draft
  readonly #copies: FileCopies

  constructor(bridge: Bridge, accountId: string, draft: () => Draft) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#draft = draft
    this.#copies = new FileCopies(bridge, accountId)
  }

  get attached(): readonly AttachmentItem[] {
    return this.#attached
  }

  /** The engine tells its files. */
  adopt(files: readonly AttachmentItem[], revision: number): void {
    if (this.#changing > 0) this.#told = { files, revision }
    else this.#attached = files
  }

  /** Others than these went with a message. */
  keepOnly(files: readonly AttachmentItem[]): void {
    this.#attached = files
  }

  /** Files that do not belong to the draft yet. */
  get copying(): readonly Copying[] {
    return this.#copies.current
  }

  /** Whether nothing is under way. */
  get isSettled(): boolean {
    return this.copying.length === 0 && this.#changing === 0
  }

  /** Copies files one after the other and adds them to the draft, except those that are removed meanwhile. */
  async add(files: readonly File[], rules: AttachRules, onFailure: (failure: Failure) => void): Promise<void> {
    const { maxBytes } = rules
    for (const { name, size } of files) {
      if (size > maxBytes) onFailure({ code: 'FILE_TOO_LARGE', values: { name, size, most: maxBytes } })
    }
    for (const queued of this.#copies.queue(files.filter(({ size }) => size <= maxBytes))) {
      const outcome = await this.#copies.copy(queued, this.#draft, rules.cleansPictures)
      if (outcome.kind === 'copied' && !outcome.isStopped) this.#put(outcome.item)
      else await this.#gone(queued.id, outcome.kind === 'copied')
      if (outcome.kind === 'failed') onFailure(outcome.failure)
    }
  }

  /** Removes a file from the draft, or cancels its copy. */
  async remove(attachmentId: string): Promise<void> {
    this.#copies.stop(attachmentId)
    // The copy removes a file that is still being copied, at any stage.
    if (this.#copies.has(attachmentId)) return
    const file = this.#attached.find(({ id }) => id === attachmentId)
    if (file === undefined) return
    this.#attached = this.#attached.filter(({ id }) => id !== attachmentId)
    // What there is of an interrupted copy goes too.
    const call = file.isArriving === true ? 'attachments.abort' : 'attachments.remove'
    await this.#bridge.call(call, { accountId: this.#accountId, draftId: this.#draft().draftId, attachmentId })
  }

  /** Gives a file another name, and words for what it shows. @returns why it stays as it was; null if it does not */
  async describe(attachmentId: string, said: { readonly name: string; readonly alt: string }): Promise<Failure | null> {
    const shown = this.#attached.map((file) => (file.id === attachmentId ? { ...file, ...said } : file))
    const { draftId } = this.#draft()
    return this.#change(shown, () =>
      this.#bridge.call('attachments.describe', { accountId: this.#accountId, draftId, attachmentId, ...said }),
    )
  }

  /** Moves a file to a place among the others. @returns why the order stays as it was; null if it does not */
  async move(attachmentId: string, place: number): Promise<Failure | null> {
    const file = this.#attached.find(({ id }) => id === attachmentId)
    if (file === undefined || place < 0 || place >= this.#attached.length) return null
    const shown = this.#attached.filter(({ id }) => id !== attachmentId).toSpliced(place, 0, file)
    const { draftId } = this.#draft()
    const attachmentIds = shown.map(({ id }) => id)
    return this.#change(shown, () =>
      this.#bridge.call('attachments.order', { accountId: this.#accountId, draftId, attachmentIds }),
    )
  }

  /** Shows a change at once, and what the engine has after the last answer. */
  async #change(shown: readonly AttachmentItem[], call: () => Promise<Result<DraftRef>>): Promise<Failure | null> {
    const before = this.#attached
    this.#attached = shown
    this.#changing += 1
    const result = await call().catch((): Result<DraftRef> => ({ ok: false, error: noAnswer }))
    this.#changing -= 1
    if (this.#changing === 0) {
      const told = this.#told
      this.#told = null
      // An older state is followed by one that has this change.
      if (!result.ok) this.#attached = told?.files ?? before
      else if (told !== null && told.revision >= result.value.revision) this.#attached = told.files
    }
    return result.ok ? null : result.error
  }

  #put(item: AttachmentItem): void {
    const isKnown = this.#attached.some(({ id }) => id === item.id)
    this.#attached = isKnown
      ? this.#attached.map((file) => (file.id === item.id ? item : file))
      : [...this.#attached, item]
  }

  async #gone(attachmentId: string, isInDraft: boolean): Promise<void> {
    this.#attached = this.#attached.filter(({ id }) => id !== attachmentId)
    if (!isInDraft) return
    const { draftId } = this.#draft()
    await this.#bridge.call('attachments.remove', { accountId: this.#accountId, draftId, attachmentId })
  }
}
