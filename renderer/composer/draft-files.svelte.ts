import type { Bridge } from '../../preload/contract/bridge.ts'
import type { AttachmentItem, Failure } from '../../preload/contract/values.ts'
import { FileCopies, type Copying } from '../media/file-copies.svelte.ts'

/** The draft that a copied file becomes part of. */
type Draft = ReturnType<Parameters<FileCopies['copy']>[1]>

/** The files of a draft, and those that are being copied to it. */
export class DraftFiles {
  attached = $state.raw<readonly AttachmentItem[]>([])
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

  /** Files that do not belong to the draft yet. */
  get copying(): readonly Copying[] {
    return this.#copies.current
  }

  /**
   * Copies a file and adds it to the draft, unless it is removed meanwhile.
   * @returns why it was not added; null if it was, or was removed
   */
  async add(file: File): Promise<Failure | null> {
    const outcome = await this.#copies.copy(file, this.#draft)
    if (outcome.kind === 'failed') return outcome.failure
    if (outcome.kind !== 'copied') return null
    const { item } = outcome
    if (outcome.isStopped) await this.#take(item.id)
    else if (!this.#has(item.id)) this.attached = [...this.attached, item]
    return null
  }

  /** Removes a file from the draft, or cancels its copy. */
  async remove(attachmentId: string): Promise<void> {
    this.#copies.stop(attachmentId)
    // The copy removes a file that is still being copied, at any stage.
    if (this.#has(attachmentId)) await this.#take(attachmentId)
  }

  #has(attachmentId: string): boolean {
    return this.attached.some(({ id }) => id === attachmentId)
  }

  async #take(attachmentId: string): Promise<void> {
    this.attached = this.attached.filter(({ id }) => id !== attachmentId)
    const { draftId } = this.#draft()
    await this.#bridge.call('attachments.remove', { accountId: this.#accountId, draftId, attachmentId })
  }
}
