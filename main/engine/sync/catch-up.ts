import type { Connection } from '#contract/connection-state.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import type { Backfill } from './backfill.ts'
import { CatchUpRecord, type CatchUpState } from './catch-up-record.ts'
import { failureNote } from './connection-record.ts'
import { failureKind } from './request-failures.ts'
import type { Fetcher } from './fetcher.ts'
import { learnMentions } from './mention-facts.ts'
import { streamConversation } from '../values/conversation.ts'
import type { Revalidation } from './revalidation/revalidation.ts'

/** The time between a failed round and the next one. */
const againMs = 30_000

export interface CatchUpParts {
  readonly fetcher: Fetcher
  readonly backfill: Backfill
  readonly settling: Revalidation
  readonly connection: () => Connection
  /** Fetches the missing messages of open views. */
  readonly refreshViews: () => Promise<void>
  /** Called when `state` has changed. */
  readonly onChange: () => void
}

/**
 * Catches up after a registration: what is on screen first, then everything else that was live before, then what is in
 * doubt where the user reads, then the past.
 */
export class CatchUp {
  readonly #core: Core
  readonly #parts: CatchUpParts
  readonly #record: CatchUpRecord
  /** The epoch whose gaps have been filled or are being filled; null if that must be repeated. */
  #epoch: number | null = null
  /** Incremented by each round; only the latest one continues. */
  #round = 0
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, parts: CatchUpParts) {
    this.#core = core
    this.#parts = parts
    this.#record = new CatchUpRecord(parts.onChange)
  }

  /** Null if nothing is missing. */
  get state(): CatchUpState | null {
    return this.#record.state
  }

  /** Whether the gaps of the current epoch have been filled or are being filled. */
  get isDone(): boolean {
    return this.#epoch === this.#core.accountState.epoch
  }

  /** Begins a round and cancels a running one. */
  begin(): void {
    this.#cancel()
    this.#round += 1
    const round = this.#round
    const isOver = () => this.#isStopped || round !== this.#round
    const done = this.#run(isOver).catch((error: unknown) => {
      if (!isOver()) {
        this.#record.fail(failureNote(failureKind(error)), this.#core.ports.clock.now())
        this.#again(isOver)
      }
      throw error
    })
    this.#core.runInBackground('catching up', done)
  }

  /** A newly subscribed stream has unfetched history and is not live yet (M14). */
  noteChanges(changes: readonly Change[]): void {
    const { store, accountState } = this.#core
    const isNew = changes.some(
      (change) =>
        change.kind === 'streams' &&
        change.put.some(
          (row) =>
            row.is_subscribed === 1 &&
            !store.ranges.of(streamConversation(row.id)).some((range) => range.live_epoch === accountState.epoch),
        ),
    )
    if (!isNew) return
    this.#epoch = null
    if (this.#parts.connection().state === 'online') this.begin()
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #run(isOver: () => boolean): Promise<void> {
    const { backfill, settling, fetcher, refreshViews } = this.#parts
    const epoch = this.#core.accountState.epoch
    const { clock } = this.#core.ports
    const record = this.#record
    this.#epoch = epoch
    record.begin(clock.now())
    await refreshViews()
    if (isOver()) return
    const isComplete = await backfill.start((done, total) => {
      if (!isOver()) record.progress(done, total)
    })
    if (isOver()) return
    if (isComplete) record.beginChanged()
    if (!isComplete && this.#epoch === epoch) this.#epoch = null
    await learnMentions(this.#core, fetcher)
    if (isOver()) return
    // After the backfill, open views may still have gaps.
    await refreshViews()
    if (isOver()) return
    const isRevalidated = isComplete && (await settling.run())
    if (isOver()) return
    if (isRevalidated) record.end()
    else record.fail((isComplete ? settling : backfill).failure, clock.now())
    const isDeep = await backfill.deepen()
    if (isOver() || (isComplete && isRevalidated && isDeep)) return
    this.#again(isOver)
  }

  /** Schedules another round: while the connection is up, nothing else starts one. */
  #again(isOver: () => boolean): void {
    const { clock } = this.#core.ports
    this.#epoch = null
    this.#record.rest(clock.now() + againMs)
    this.#cancel = clock.schedule(againMs, () => {
      if (!isOver() && this.#parts.connection().state === 'online') this.begin()
    })
  }
}
