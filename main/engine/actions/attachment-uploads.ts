import { MalformedAnswerError } from '../api/errors.ts'
import { uploadFile } from '../api/uploads.ts'
import { TransportError } from '../ports.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { failureKind } from '../sync/failures.ts'
import type { OutboxContext } from './context.ts'
import { writtenPayload } from './payload.ts'

/** Silence that an upload may keep; it begins anew with each piece that leaves. */
const uploadTimeoutMs = 30_000

/** Brings the files of a message to the server before the message itself (S12). */
export class Uploads {
  readonly #context: OutboxContext
  readonly #running = new Map<string, AbortController>()
  readonly #progress = new Map<string, number>()

  constructor(context: OutboxContext) {
    this.#context = context
  }

  /** Uploads what is not there yet, each file in its turn; returns whether all are there and the row still waits. */
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
              this.#context.core.announce([{ kind: 'progress', conversation: row.conversation }])
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
    // It may have been taken back while its last file was on its way.
    return this.#context.core.store.outbox.get(row.local_id)?.state === 'queued'
  }

  /** Bytes of a file that have left, while it is on its way. */
  uploadedBytes(attachmentId: string): number | null {
    return this.#progress.get(attachmentId) ?? null
  }

  /** Gives up what is being uploaded for a message that was taken back. */
  abort(localId: string): void {
    this.#running.get(localId)?.abort()
  }

  async #noteUploaded(row: OutboxRow, attachmentId: string, uri: string): Promise<void> {
    const { outbox } = this.#context.core.store
    await this.#context.book(() => {
      const current = outbox.get(row.local_id)
      if (current === undefined) return []
      const payload = writtenPayload(current)
      const attachments = payload.attachments.map((entry) => (entry.id === attachmentId ? { ...entry, uri } : entry))
      outbox.update({ ...current, payload: JSON.stringify({ ...payload, attachments }) })
      return [{ kind: 'outbox', conversation: row.conversation }]
    })
  }

  /** A file may go again freely: a second copy at the server belongs to no message, and nobody sees it. */
  async #failed(row: OutboxRow, name: string, error: unknown): Promise<void> {
    if (error instanceof TransportError && error.code === 'no_file') {
      const reason = `The copy of “${name}” is not on this disk any more. Take the message back and add the file again.`
      await this.#context.settle(row, { state: 'failed', error: reason })
      return
    }
    const failure = failureKind(error)
    const tooLarge = error instanceof MalformedAnswerError && error.status === 413
    if (failure.kind === 'refused' || tooLarge) {
      const reason = failure.kind === 'refused' ? failure.reason : 'It is too large for this server.'
      await this.#context.settle(row, { state: 'failed', error: `“${name}” was not taken: ${reason}` })
    } else if (failure.kind !== 'aborted') {
      this.#context.hold(failure, row)
    }
  }
}
