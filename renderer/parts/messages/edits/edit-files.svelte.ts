import type { Failure } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { MessageId } from '#shared/ids.ts'
import { type AttachmentChip, chipsOf } from '../../attachments/attachment-chip.ts'
import { DraftFiles } from '../../attachments/draft-files.svelte.ts'
import { namedFile } from '../../media/file-names.ts'

/** The conversation of an edit's draft, which belongs to none. */
const nowhere = { kind: 'direct', userIds: [] } as const

/** The files that an edit adds to a message. They are stored like those of a draft until the edit is saved. */
export class EditFiles {
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #messageId: MessageId
  readonly #files: DraftFiles
  readonly #loading: Promise<void>
  #maxBytes = 0
  /** The failure of the last added file; null if there was none. */
  failure = $state.raw<Failure | null>(null)
  /** Whether saving waits for files that are being copied. */
  isSaveWaiting = $state.raw(false)

  constructor(bridge: Bridge, accountId: string, messageId: MessageId) {
    this.#bridge = bridge
    this.#accountId = accountId
    this.#messageId = messageId
    this.#files = new DraftFiles(bridge, accountId, () => ({ narrow: nowhere, draftId: `edit:${messageId}` }))
    this.#loading = this.#load()
  }

  async #load(): Promise<void> {
    const result = await this.#bridge.call('edits.files', { accountId: this.#accountId, messageId: this.#messageId })
    if (!result.ok) return
    this.#maxBytes = result.value.maxUploadBytes
    this.#files.adopt(result.value.attachments, result.value.revision)
  }

  get chips(): readonly AttachmentChip[] {
    return chipsOf(this.#files)
  }

  get isCopying(): boolean {
    return this.#files.copying.length > 0
  }

  /** Whether the edit adds no files to the message. */
  get isEmpty(): boolean {
    return this.#files.attached.length === 0
  }

  /**
   * Adds files, which may be pasted pictures without names. @returns whether saving has waited for them and can go on
   */
  async add(files: readonly File[], cleansPictures: boolean): Promise<boolean> {
    await this.#loading
    this.failure = null
    const failures: Failure[] = []
    await this.#files.add(files.map(namedFile), { maxBytes: this.#maxBytes, cleansPictures }, (failure) => {
      failures.push(failure)
      this.failure = failure
    })
    const wasWaiting = this.isSaveWaiting && !this.isCopying
    if (wasWaiting) this.isSaveWaiting = false
    return wasWaiting && failures.length === 0
  }

  async remove(attachmentId: string): Promise<void> {
    await this.#files.remove(attachmentId)
  }

  async describe(attachmentId: string, description: { readonly name: string; readonly alt: string }): Promise<void> {
    this.failure = (await this.#files.describe(attachmentId, description)) ?? this.failure
  }

  async move(attachmentId: string, position: number): Promise<void> {
    this.failure = (await this.#files.move(attachmentId, position)) ?? this.failure
  }
}
