import type { Bridge } from '#contract/bridge.ts'
import type { DraftRef } from '#contract/calls/drafts.ts'
import type { AttachmentItem, Failure, Result } from '#contract/values.ts'
import { orderedBy } from '#shared/ordered-by.ts'
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
  /** The files in the order that the user gave them while some were copied. */
  #wanted = $state.raw<readonly string[]>([])
  /** The revision of the last change that the engine answered. */
  #revision = -1
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
    // It was on its way here while a change was answered.
    if (revision < this.#revision) return
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
    const [large, ...others] = files.filter(({ size }) => size > maxBytes)
    if (large !== undefined) onFailure(tooLarge(large, others.length, maxBytes))
    for (const queued of this.#copies.queue(files.filter(({ size }) => size <= maxBytes))) {
      const outcome = await this.#copies.copy(queued, this.#draft, rules.cleansPictures)
      const isKept = outcome.kind === 'copied' && !outcome.isStopped
      if (isKept) this.#put(outcome.item)
      else this.#attached = this.#attached.filter(({ id }) => id !== queued.id)
      // It is shown all the time, as the same element: the focus may be there.
      this.#copies.forget(queued.id)
      if (outcome.kind === 'copied' && !isKept) await this.#takeBack(queued.id)
      if (outcome.kind === 'failed') onFailure(outcome.failure)
      if (this.#wanted.length > 0) await this.#order(this.#wanted)
    }
    if (this.copying.length === 0) this.#wanted = []
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

  /** Puts what is shown of files into the order that the user has given them, those too that are still copied. */
  ordered<T extends { readonly id: string }>(shown: readonly T[]): readonly T[] {
    return orderedBy(shown, this.#wanted)
  }

  /**
   * Moves a file to a place among the others, also before it belongs to the draft.
   * @returns why the order stays as it was; null if it does not
   */
  async move(attachmentId: string, position: number): Promise<Failure | null> {
    const attached = new Set(this.#attached.map(({ id }) => id))
    const arriving = this.copying.filter(({ id }) => !attached.has(id))
    const ids = this.ordered([...this.#attached, ...arriving]).map(({ id }) => id)
    if (!ids.includes(attachmentId) || position < 0 || position >= ids.length) return null
    const next = ids.filter((id) => id !== attachmentId).toSpliced(position, 0, attachmentId)
    // What is copied takes its place when it arrives.
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

  /** Shows a change at once, and what the engine has after the last answer. */
  async #change(shown: readonly AttachmentItem[], call: () => Promise<Result<DraftRef>>): Promise<Failure | null> {
    const before = this.#attached
    this.#attached = shown
    this.#changing += 1
    const result = await call().catch((): Result<DraftRef> => ({ ok: false, error: noAnswer }))
    this.#changing -= 1
    if (result.ok) this.#revision = Math.max(this.#revision, result.value.revision)
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

  async #takeBack(attachmentId: string): Promise<void> {
    const { draftId } = this.#draft()
    await this.#bridge.call('attachments.remove', { accountId: this.#accountId, draftId, attachmentId })
  }
}

function tooLarge({ name, size }: File, rest: number, most: number): Failure {
  return rest === 0
    ? { code: 'FILE_TOO_LARGE', values: { name, size, most } }
    : { code: 'FILES_TOO_LARGE', values: { name, rest, most } }
}
