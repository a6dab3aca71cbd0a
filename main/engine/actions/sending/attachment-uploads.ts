import type { Failure } from '#contract/base/failures.ts'
import { MalformedAnswerError } from '../../api/errors.ts'
import { uploadFile } from '../../api/uploads.ts'
import { TransportError } from '../../ports.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { failureKind, type FailureKind } from '../../api/request-failures.ts'
import type { Core } from '../../core/core.ts'
import type { Change } from '../../state/changes.ts'
import { writtenPayload } from '../message-payload.ts'

/** Milliseconds without progress after which an upload fails; each chunk that is sent restarts them. */
const uploadTimeoutMs = 30_000

const tooLargeFile: Failure = { code: 'ATTACHMENT_TOO_LARGE' }

/** The parts of the outbox that uploads need; implemented by `ActionContext`. */
export interface UploadContext {
  readonly core: Core
  readonly commitWithRetry: (change: () => readonly Change[]) => Promise<void>
  readonly fail: (row: OutboxRow, reason: Failure) => Promise<void>
  readonly backOffAndReport: (failure: FailureKind, row: OutboxRow) => void
}

/** Uploads the files of a message before the message itself is sent (S12). */
export class AttachmentUploads {
  readonly #context: UploadContext
  readonly #running = new Map<string, AbortController>()
  readonly #progress = new Map<string, number>()

  constructor(context: UploadContext) {
    this.#context = context
  }

  /**
   * Uploads the files that the server does not have yet, one after the other.
   * @returns whether the server has all of them and the row is still queued
   */
  async upload(row: OutboxRow): Promise<boolean> {
    for (const attachment of writtenPayload(row).attachments) {
      if (attachment.uri !== undefined) continue
      const abort = new AbortController()
      this.#running.set(row.local_id, abort)
      try {
        const uri = await uploadFile(
          this.#context.core.api,
          {
            attachmentId: attachment.id,
            name: attachment.name,
            type: attachment.type,
            onProgress: (sentBytes) => {
              this.#progress.set(attachment.id, sentBytes)
              this.#context.core.announce([{ kind: 'progress', conversation: row.queue_key }])
            },
          },
          { priority: 'upload', timeoutMs: uploadTimeoutMs, signal: abort.signal },
        )
        await this.#noteUploaded(row, attachment.id, uri)
      } catch (error) {
        await this.#failed(row, attachment.name, error)
        return false
      } finally {
        this.#running.delete(row.local_id)
        this.#progress.delete(attachment.id)
      }
    }
    // The user may have taken the message back during the last upload.
    return this.#context.core.store.outbox.get(row.local_id)?.state === 'queued'
  }

  /** Bytes of a file that have been sent; null unless its upload is in flight. */
  uploadedBytes(attachmentId: string): number | null {
    return this.#progress.get(attachmentId) ?? null
  }

  /** Aborts the upload for a message that was taken back. */
  abort(localId: string): void {
    this.#running.get(localId)?.abort()
  }

  async #noteUploaded(row: OutboxRow, attachmentId: string, uri: string): Promise<void> {
    const { outbox } = this.#context.core.store
    await this.#context.commitWithRetry(() => {
      const current = outbox.get(row.local_id)
      if (current === undefined) return []
      const payload = writtenPayload(current)
      const attachments = payload.attachments.map((entry) => (entry.id === attachmentId ? { ...entry, uri } : entry))
      outbox.update({ ...current, payload: JSON.stringify({ ...payload, attachments }) })
      return [{ kind: 'outbox', queueKey: row.queue_key }]
    })
  }

  /**
   * Handles a failed upload. An upload may be repeated: a second copy at the server belongs to no message and is shown
   * nowhere.
   */
  async #failed(row: OutboxRow, name: string, error: unknown): Promise<void> {
    if (error instanceof TransportError && error.code === 'no_file') {
      await this.#context.fail(row, { code: 'ATTACHMENT_GONE', values: { name } })
      return
    }
    const failure = failureKind(error)
    const tooLarge = error instanceof MalformedAnswerError && error.status === 413
    if (failure.kind === 'refused' || tooLarge) {
      const cause = failure.kind === 'refused' ? failure.reason : tooLargeFile
      await this.#context.fail(row, { code: 'ATTACHMENT_REFUSED', values: { name, cause } })
    } else if (failure.kind !== 'aborted') {
      this.#context.backOffAndReport(failure, row)
    }
  }
}
