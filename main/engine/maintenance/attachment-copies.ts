import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import { draftAttachments } from '../store/drafts.ts'
import type { Store } from '../store/store.ts'
import { namesWhere } from '../actions/kinds.ts'
import { filesNamedIn } from '../actions/kinds/unreadable.ts'
import { writtenPayload } from '../actions/message-payload.ts'

/**
 * Reports to main which copies in `outgoing/` are still needed by a draft or an action, so that main can remove the
 * others.
 */
export class AttachmentCopies implements Service {
  readonly #core: Core
  #reported: string | null = null

  constructor(core: Core) {
    this.#core = core
  }

  start(): void {
    this.#announce()
  }

  onCommit(changes: readonly Change[]): void {
    if (changes.some((change) => change.kind === 'drafts' || change.kind === 'outbox')) this.#announce()
  }

  /**
   * Sends the report if it has changed.
   * @throws if the rows cannot be read; main then gets no report and removes no file that may still be needed
   */
  #announce(): void {
    const { store } = this.#core
    const ids = [
      ...store.drafts.withFiles().flatMap((row) => draftAttachments(row).map(({ id }) => id)),
      ...filesOfActions(store),
    ]
    const text = ids.join()
    if (text === this.#reported) return
    this.#reported = text
    this.#core.ports.keepAttachments(ids)
  }
}

/** Ids of the copies of files that rows of the outbox still need; every id in an unreadable row counts. */
function filesOfActions({ outbox }: Store): string[] {
  return [
    ...outbox
      .ofKind('edit')
      .filter(({ payload }) => payload.includes('"attachments":[{'))
      .flatMap((row) => writtenPayload(row).attachments.map(({ id }) => id)),
    ...outbox.withFiles().flatMap((row) => writtenPayload(row).attachments.map(({ id }) => id)),
    ...namesWhere((kind) => kind.isUnreadable === true)
      .flatMap((name) => outbox.ofKind(name))
      .flatMap((row) => filesNamedIn(row.payload)),
  ]
}
