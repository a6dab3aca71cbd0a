import type { Failure, Result } from '#contract/base/failures.ts'
import type { DraftText } from '#contract/drafts.ts'
import type { Core } from '../core/core.ts'
import { undoMs } from '../drafts/editing.ts'
import type { Change } from '../state/changes.ts'
import { newDraft } from '../store/drafts.ts'
import type { OutboxRow } from '../store/outbox.ts'
import { definitionOf } from './kinds.ts'
import { copyOf } from './kinds/unreadable.ts'

const gone: Failure = { code: 'NOT_IN_OUTBOX' }

/** Queues a failed row again without changes. */
export function retryAction(core: Core, localId: string): Result<null> {
  const row = core.store.outbox.get(localId)
  if (row?.state !== 'failed' || definitionOf(row).isUnreadable) return { ok: false, error: gone }
  core.commit(() => {
    core.store.outbox.update({ ...row, state: 'queued', error: null })
    return [{ kind: 'outbox', queueKey: row.queue_key }]
  })
  return { ok: true, value: null }
}

/** Queues all failed rows again; returns their number. */
export function retryFailed(core: Core): number {
  let count = 0
  core.commit(() => {
    const queues = core.store.outbox.failedQueues().filter((queue) => !definitionOf(queue).isUnreadable)
    count = queues.reduce((sum, queue) => sum + queue.count, 0)
    core.store.outbox.retryFailed()
    return queues.map(({ queueKey }): Change => ({ kind: 'outbox', queueKey }))
  })
  return count
}

/** Takes a waiting action back and returns the text of a message, which is in a draft before this returns. */
export function cancelAction(core: Core, localId: string): Result<DraftText> {
  const row = core.store.outbox.get(localId)
  if (row === undefined) return { ok: false, error: gone }
  const leaving = leavingProblem(row)
  if (leaving !== null) return { ok: false, error: leaving }
  const { cancel } = definitionOf(row)
  if (cancel !== undefined) return cancel(core, row)
  remove(core, row)
  return { ok: true, value: { topic: '', content: '' } }
}

/** Discards a waiting action. Its text and files become a deleted draft, which can be restored for a moment. */
export function discardAction(core: Core, localId: string): Result<{ readonly draftId: string | null }> {
  const row = core.store.outbox.get(localId)
  if (row === undefined) return { ok: false, error: gone }
  const leaving = leavingProblem(row)
  if (leaving !== null) return { ok: false, error: leaving }
  const written = definitionOf(row).written?.(core, row) ?? null
  if (written === null) {
    // Cancelling an action with an undo window restores the action that it superseded.
    const { cancel, undoMs: hasUndo } = definitionOf(row)
    if (hasUndo !== undefined && cancel !== undefined) cancel(core, row)
    else remove(core, row)
    return { ok: true, value: { draftId: null } }
  }
  const now = core.ports.clock.now()
  const draftId = `taken-back-${localId}`
  core.commit(() => {
    core.store.outbox.takeBack(localId)
    const draft = newDraft({ id: draftId, ...written, updated_at: now, is_deleted: 1, due_at: now + undoMs })
    core.store.drafts.put(draft)
    return [
      { kind: 'outbox', queueKey: row.queue_key },
      { kind: 'drafts', conversation: written.conversation },
    ]
  })
  return { ok: true, value: { draftId } }
}

/** The whole content of an unreadable row as text. */
export function unreadableText(core: Core, localId: string): Result<{ readonly text: string }> {
  const row = core.store.outbox.get(localId)
  if (row === undefined || !definitionOf(row).isUnreadable) return { ok: false, error: gone }
  return { ok: true, value: { text: copyOf(row) } }
}

function leavingProblem(row: OutboxRow): Failure | null {
  const own = definitionOf(row).leavingProblem
  if (own !== undefined) return own(row)
  return row.state === 'sending' ? { code: 'ALREADY_LEAVING', values: { isMessage: false } } : null
}

function remove(core: Core, row: OutboxRow): void {
  core.commit(() => {
    core.store.outbox.takeBack(row.local_id)
    return [{ kind: 'outbox', queueKey: row.queue_key }]
  })
}
