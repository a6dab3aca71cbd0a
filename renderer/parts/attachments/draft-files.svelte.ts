import type { Failure, Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { AttachmentItem, DraftRef } from '#contract/drafts.ts'
import { orderedBy } from '#shared/ordered-by.ts'
import { FileCopies, type Copying } from '../media/file-copies.svelte.ts'
import { noAnswer } from '../../state/account-calls.ts'

/** The draft to which a copied file is added. */
type Draft = ReturnType<Parameters<FileCopies['copy']>[1]>

/** The rules for files that are attached. */
export interface AttachRules {
  /** The size of the largest file that the server accepts. */
  readonly maxBytes: number
  /** Whether personal data is removed from pictures. */
  readonly cleansPictures: boolean
}

/** The files of a draft, and those that are being copied to it. */
export class DraftFiles {
  #attached = $state.raw<readonly AttachmentItem[]>([])
  /** The number of changes without an answer. States that the engine sends meanwhile are older than the shown one. */
  #changing = 0
  /** The ids of the files in the order that the user gave them while some were being copied. */
  #wanted = $state.raw<readonly string[]>([])
  /** The revision of the last change that the engine has answered. */
  #revision = -1
  /** The newest state that the engine sent while a change had no answer. */
  #deferredState: { readonly files: readonly AttachmentItem[]; readonly revision: number } | null = null
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

  /** Adopts the engine's state of the files. */
  adopt(files: readonly AttachmentItem[], revision: number): void {
    // The state was sent before a change that has already been answered.
    if (revision < this.#revision) return
    if (this.#changing > 0) this.#deferredState = { files, revision }
    else this.#attached = files
  }

  /** Keeps only these files. The others left with a message. */
  keepOnly(files: readonly AttachmentItem[]): void {
    this.#attached = files
  }

  /** The files that are still being copied to the draft. */
  get copying(): readonly Copying[] {
    return this.#copies.current
  }

  /** Whether no copy and no change is in progress. */
  get isStored(): boolean {
    return this.copying.length === 0 && this.#changing === 0
  }

  /** Copies files one after the other and adds them to the draft, except those that are removed meanwhile. */
  async add(files: readonly File[], rules: AttachRules, onFailure: (failure: Failure) => void): Promise<void> {
    const { maxBytes } = rules
    const [large, ...others] = files.filter(({ size }) => size > maxBytes)
    if (large !== undefined) onFailure(tooLarge(large, others.length, maxBytes))
    for (const queued of this.#copies.queue(files.filter(({ size }) => size <= maxBytes))) {
      const outcome = await this.#copies.copy(queued, this.#draft, rules.cleansPictures)
      const isKept = outcome.kind === 'copied' && !outcome.isStopped
      if (isKept) this.#put(outcome.item)
      else this.#attached = this.#attached.filter(({ id }) => id !== queued.id)
      // The file is shown as the same element all the time, because the focus may be in it.
      this.#copies.forget(queued.id)
      if (outcome.kind === 'copied' && !isKept) await this.#removeCopied(queued.id)
      if (outcome.kind === 'failed') onFailure(outcome.failure)
      if (this.#wanted.length > 0) await this.#order(this.#wanted)
    }
    if (this.copying.length === 0) this.#wanted = []
  }

  /** Removes a file from the draft or cancels its copy. */
  async remove(attachmentId: string): Promise<void> {
    this.#copies.stop(attachmentId)
    // `add` removes a file that is still being copied, whatever the stage of the copy.
    if (this.#copies.has(attachmentId)) return
    const file = this.#attached.find(({ id }) => id === attachmentId)
    if (file === undefined) return
    this.#attached = this.#attached.filter(({ id }) => id !== attachmentId)
    // The engine also deletes the stored part of an interrupted copy.
    const call = file.isArriving === true ? 'attachments.abort' : 'attachments.remove'
    await this.#bridge.call(call, { accountId: this.#accountId, draftId: this.#draft().draftId, attachmentId })
  }

  /** Changes the name and the description of a file. @returns the failure; null if the change succeeded */
  async describe(
    attachmentId: string,
    description: { readonly name: string; readonly alt: string },
  ): Promise<Failure | null> {
    const shown = this.#attached.map((file) => (file.id === attachmentId ? { ...file, ...description } : file))
    const { draftId } = this.#draft()
    return this.#change(shown, () =>
      this.#bridge.call('attachments.describe', { accountId: this.#accountId, draftId, attachmentId, ...description }),
    )
  }

  /** Sorts objects of files by the order that the user has given them, including files that are still being copied. */
  ordered<T extends { readonly id: string }>(shown: readonly T[]): readonly T[] {
    return orderedBy(shown, this.#wanted)
  }

  /**
   * Moves a file to a position among the others, even before it belongs to the draft.
   * @returns the failure; null if the change succeeded or was unnecessary
   */
  async move(attachmentId: string, position: number): Promise<Failure | null> {
    const attached = new Set(this.#attached.map(({ id }) => id))
    const arriving = this.copying.filter(({ id }) => !attached.has(id))
    const ids = this.ordered([...this.#attached, ...arriving]).map(({ id }) => id)
    if (!ids.includes(attachmentId) || position < 0 || position >= ids.length) return null
    const next = ids.filter((id) => id !== attachmentId).toSpliced(position, 0, attachmentId)
    // Files that are being copied take their positions when they arrive.
    if (this.copying.length > 0) this.#wanted = next
    return this.#order(next)
  }

  async #order(wanted: readonly string[]): Promise<Failure | null> {
    const shown = orderedBy(this.#attached, wanted)
    const { draftId } = this.#draft()
    const attachmentIds = shown.map(({ id }) => id)
    if (attachmentIds.every((id, position) => id === this.#attached[position]?.id)) return null
    return this.#change(shown, () =>
      this.#bridge.call('attachments.order', { accountId: this.#accountId, draftId, attachmentIds }),
    )
  }

  /** Shows a change at once. After the last answer, the engine's state replaces it. */
  async #change(shown: readonly AttachmentItem[], call: () => Promise<Result<DraftRef>>): Promise<Failure | null> {
    const before = this.#attached
    this.#attached = shown
    this.#changing += 1
    const result = await call().catch((): Result<DraftRef> => ({ ok: false, error: noAnswer }))
    this.#changing -= 1
    if (result.ok) this.#revision = Math.max(this.#revision, result.value.revision)
    if (this.#changing === 0) {
      const deferred = this.#deferredState
      this.#deferredState = null
      // A failed change is undone. A state without a successful change is dropped, because a newer one follows.
      if (!result.ok) this.#attached = deferred?.files ?? before
      else if (deferred !== null && deferred.revision >= result.value.revision) this.#attached = deferred.files
    }
    return result.ok ? null : result.error
  }

  #put(item: AttachmentItem): void {
    const isKnown = this.#attached.some(({ id }) => id === item.id)
    this.#attached = isKnown
      ? this.#attached.map((file) => (file.id === item.id ? item : file))
      : [...this.#attached, item]
  }

  async #removeCopied(attachmentId: string): Promise<void> {
    const { draftId } = this.#draft()
    await this.#bridge.call('attachments.remove', { accountId: this.#accountId, draftId, attachmentId })
  }
}

function tooLarge({ name, size }: File, others: number, most: number): Failure {
  return others === 0
    ? { code: 'FILE_TOO_LARGE', values: { name, size, most } }
    : { code: 'FILES_TOO_LARGE', values: { name, rest: others, most } }
}
