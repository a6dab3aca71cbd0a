import type { Narrow } from '#contract/base/values.ts'
import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { definitionOf } from '../actions/kinds.ts'
import type { WaitReasons } from '../projections/wait-reason.ts'
import type { OutboxHead, OutboxRow, OutboxState } from '../store/outbox.ts'
import { headingOf, narrowOfKey } from '../projections/headings.ts'
import type { View } from './view.ts'
import type { ReadStore } from '../store/store.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { withoutSpoilers } from '#shared/content/spoilers.ts'
import type { ActionDescription } from '../projections/overlay.ts'

const rowsPerStep = 300
const filesNamed = 10
const noHeading = { title: '', streamName: null, streamColor: null }

/** The view of all pending actions of the user: failed ones first, a window at a time. */
export class OutboxView implements View<'outbox'> {
  readonly #core: ReadCore
  readonly #waiting: WaitReasons
  readonly #onDirty: () => void
  #limit = rowsPerStep

  constructor(core: ReadCore, waiting: WaitReasons, onDirty: () => void) {
    this.#core = core
    this.#waiting = waiting
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    return (
      change.kind === 'outbox' ||
      change.kind === 'waiting' ||
      change.kind === 'progress' ||
      change.kind === 'people' ||
      change.kind === 'streams' ||
      change.kind === 'organization'
    )
  }

  compute(): { items: OutboxItem[]; meta: OutboxMeta } {
    const { outbox } = this.#core.store
    const rows = rowsInOrder(outbox, this.#limit)
    const heads = new Map(outbox.heads().map((head) => [head.queue_key, head]))
    const shown = rows.filter((row) => definitionOf(row).isListed?.(row) ?? true)
    return {
      items: shown.map((row) => this.#item(row, heads.get(row.queue_key))),
      meta: {
        failed: outbox.countInState('failed'),
        canRetry: outbox
          .failedQueues()
          .reduce((sum, queue) => sum + (definitionOf(queue).isUnreadable ? 0 : queue.count), 0),
        unknown: outbox.countInState('unknown'),
        total: countRows(outbox) - (rows.length - shown.length),
      },
    }
  }

  /** Shows more actions, because the page has come near the end of the list. */
  more(): void {
    this.#limit += rowsPerStep
    this.#onDirty()
  }

  #item(row: OutboxRow, head: OutboxHead | undefined): OutboxItem {
    const { outcome, isUnreadable = false, editing = null, describe } = definitionOf(row)
    const description = describe(this.#core, row)
    const { what, text, messageId, attachments } = description
    const narrow = narrowOfAction(this.#core, description)
    const state = row.state === 'acknowledged' ? 'sending' : row.state
    const isFirst = head === undefined || head.local_id === row.local_id
    return {
      key: `outbox:${row.local_id}`,
      kind: 'outbox',
      localId: row.local_id,
      what,
      narrow,
      messageId: messageId ?? null,
      ...(narrow === null ? noHeading : headingOf(this.#core, narrow)),
      text: beginningOf(text),
      files: (attachments ?? []).slice(0, filesNamed).map(({ name }) => name),
      state,
      reason: this.#waiting.of(row, isFirst ? null : head, attachments),
      createdAt: Math.floor(row.created_at / 1000),
      behind: isFirst && state === 'failed' ? this.#core.store.outbox.countBehind(row) : 0,
      canRetry: row.state === 'failed' && !isUnreadable,
      // An idempotent action of unknown outcome is being sent again.
      canCancel: state === 'failed' || state === 'queued' || (state === 'unknown' && outcome !== 'idempotent'),
      editing,
      isUnreadable,
    }
  }
}

/**
 * The order of lists: failed rows, which wait for the user, come first. Rows of one state are in the order of creation.
 */
const statesInOrder = ['failed', 'unknown', 'sending', 'acknowledged', 'queued'] as const satisfies OutboxState[]

/** The first `limit` rows of the outbox in the order of lists. */
export function rowsInOrder(outbox: ReadStore['outbox'], limit: number): OutboxRow[] {
  const rows: OutboxRow[] = []
  for (const state of statesInOrder) {
    if (rows.length < limit) rows.push(...outbox.inState(state, limit - rows.length))
  }
  return rows
}

/** The number of rows in the outbox. */
export function countRows(outbox: ReadStore['outbox']): number {
  return statesInOrder.reduce((sum, state) => sum + outbox.countInState(state), 0)
}

const textLength = clientLimits.actionText.most

/** The beginning of an action's text, without the content of spoilers. */
export function beginningOf(whole: string): string {
  const text = withoutSpoilers(whole)
  return [...text.slice(0, 2 * textLength)].slice(0, textLength).join('')
}

/** The conversation of an action; null if it has none. */
export function narrowOfAction(core: ReadCore, { narrow, conversation }: ActionDescription): Narrow | null {
  return narrow ?? (conversation === null ? null : narrowOfKey(core, conversation))
}
