import type { ConversationTitle, Narrow } from '#contract/base/values.ts'
import type { DraftItem, DraftsMeta, DraftSynchronization } from '#contract/drafts.ts'
import type { ReadCore } from '../core/read-core.ts'
import { directTitle } from '../projections/headings.ts'
import type { Change } from '../state/changes.ts'
import { isDirty } from '../state/drafts/draft-reducers.ts'
import { attachmentItem } from '../drafts/editing.ts'
import { destinationOf, narrowOfDraft } from '../drafts/editing.ts'
import { localReason } from '../drafts/synchronization.ts'
import { draftAttachments, type DraftRow } from '../store/drafts.ts'
import { readStoredFailure } from '../values/failures.ts'
import type { View } from './view.ts'

/** The view of all drafts, newest first. */
export class DraftsView implements View<'drafts'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    return (
      change.kind === 'drafts' || change.kind === 'people' || change.kind === 'streams' || change.kind === 'preferences'
    )
  }

  compute(): { items: DraftItem[]; meta: DraftsMeta } {
    const { store, accountState } = this.#core
    return {
      items: shownDrafts(store.drafts.all()).map((row) => this.#item(row)),
      meta: { isSynchronized: accountState.userSettings.enable_drafts_synchronization },
    }
  }

  #item(row: DraftRow): DraftItem {
    const { accountState } = this.#core
    const narrow = narrowOfDraft(row)
    const stream = narrow === null || narrow.kind === 'direct' ? undefined : accountState.streams.get(narrow.streamId)
    return {
      key: `draft:${row.id}`,
      kind: 'draft',
      draftId: row.id,
      narrow,
      title: this.#title(row, narrow),
      streamName: stream?.name ?? null,
      streamColor: stream?.color ?? null,
      content: row.content,
      attachments: draftAttachments(row).map(attachmentItem),
      updatedAt: Math.floor(row.updated_at / 1000),
      canSend: destinationOf(row) !== null && (row.content.trim() !== '' || row.attachments !== '[]'),
      synchronization: this.#synchronization(row),
    }
  }

  #title(row: DraftRow, narrow: Narrow | null): ConversationTitle {
    const { accountState } = this.#core
    if (narrow === null) return ''
    if (narrow.kind === 'direct') return directTitle(accountState, narrow.userIds)
    return narrow.kind === 'stream' && row.topic.trim() === '' ? '' : accountState.topicName(row.topic)
  }

  #synchronization(row: DraftRow): DraftSynchronization | null {
    if (!this.#core.accountState.userSettings.enable_drafts_synchronization) return null
    if (row.refusal !== null) {
      return { state: 'refused', reason: readStoredFailure(row.refusal) ?? { code: 'SERVER_REFUSED' } }
    }
    if (!isDirty(row)) return { state: 'done' }
    const reason = localReason(this.#core, row)
    return reason === null ? { state: 'pending' } : { state: 'local', reason }
  }
}

/** Returns the drafts that are neither deleted nor empty. */
export function shownDrafts(rows: readonly DraftRow[]): DraftRow[] {
  return rows.filter((row) => row.is_deleted === 0 && (row.content.trim() !== '' || row.attachments !== '[]'))
}
