import type { Connection } from '#contract/accounts.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import type { Backfill } from './backfill.ts'
import { CatchUpRecord, type CatchUpState } from './catch-up-record.ts'
import { failureNote } from './connection-record.ts'
import { failureKind } from '../api/request-failures.ts'
import type { Fetcher } from './fetcher.ts'
import { streamConversation, parseConversation } from '../values/conversation.ts'
import type { Revalidation } from './revalidation/revalidation.ts'
import { mentionBits } from '../values/mentions.ts'

/** The time between a failed round and the next one. */
const againMs = 30_000

/** The parts of the engine that catching up needs. */
export interface CatchUpParts {
  readonly fetcher: Fetcher
  readonly backfill: Backfill
  readonly revalidation: Revalidation
  readonly connection: () => Connection
  /** Fetches the missing messages of open views. */
  readonly refreshViews: () => Promise<void>
  /** It is called when `state` has changed. */
  readonly onChange: () => void
}

/**
 * Catches up after a registration: first it fetches the messages on screen, then those of all containers that were
 * live before, then it revalidates stale rows where the user reads, and then it fetches history.
 */
export class CatchUp implements Service {
  readonly #core: Core
  readonly #parts: CatchUpParts
  readonly #record: CatchUpRecord
  /** The epoch whose gaps have been filled or are being filled; null if that must be repeated. */
  #epoch: number | null = null
  /** Each round increments it, and only the latest round continues. */
  #round = 0
  #isStopped = false
  #cancel: () => void = () => undefined

  constructor(core: Core, parts: CatchUpParts) {
    this.#core = core
    this.#parts = parts
    this.#record = new CatchUpRecord(parts.onChange)
  }

  /** It is null if nothing is missing. */
  get state(): CatchUpState | null {
    return this.#record.state
  }

  /** Begins a round and cancels a running one. */
  #begin(): void {
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

  /**
   * Begins a round if a stream was newly subscribed, because its history is not fetched and it is not live yet (M14).
   */
  onCommit(changes: readonly Change[]): void {
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
    if (this.#parts.connection().state === 'online') this.#begin()
  }

  /** Begins a round unless the gaps of this epoch have been filled or are being filled. */
  onOnline(): void {
    if (this.#epoch !== this.#core.accountState.epoch) this.#begin()
    else this.#core.runInBackground('views', this.#parts.refreshViews())
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  async #run(isOver: () => boolean): Promise<void> {
    const { backfill, revalidation, fetcher, refreshViews } = this.#parts
    const epoch = this.#core.accountState.epoch
    const { clock } = this.#core.ports
    const record = this.#record
    this.#epoch = epoch
    record.begin(clock.now())
    await refreshViews()
    if (isOver()) return
    const isComplete = await backfill.fill((done, total) => {
      if (!isOver()) record.progress(done, total)
    })
    if (isOver()) return
    if (isComplete) record.beginChanged()
    if (!isComplete && this.#epoch === epoch) this.#epoch = null
    await learnMentions(this.#core, fetcher)
    if (isOver()) return
    // Open views may still have gaps after the backfill.
    await refreshViews()
    if (isOver()) return
    const isRevalidated = isComplete && (await revalidation.run())
    if (isOver()) return
    if (isRevalidated) record.end()
    else record.fail((isComplete ? revalidation : backfill).failure, clock.now())
    const isDeep = await backfill.deepen()
    if (isOver() || (isComplete && isRevalidated && isDeep)) return
    this.#again(isOver)
  }

  /** Schedules another round, because nothing else starts one while the connection is up. */
  #again(isOver: () => boolean): void {
    const { clock } = this.#core.ports
    this.#epoch = null
    this.#record.scheduleRetry(clock.now() + againMs)
    this.#cancel = clock.schedule(againMs, () => {
      if (!isOver() && this.#parts.connection().state === 'online') this.#begin()
    })
  }
}

/** At most this many unread mentions are fetched. More are rare, and count until then. */
const page = 100
/** The number of conversations that are checked in one task. */
const conversationsAtOnce = 100

/**
 * Fetches the kinds of unread mentions that cached messages do not show, one page at most. A registration lists
 * mentions without their kind, and omits wildcard mentions in muted conversations (U12).
 */
async function learnMentions(core: Core, fetcher: Fetcher): Promise<void> {
  if (!(await isUnclear(core))) return
  const narrow = [
    ['is', 'mentioned'],
    ['is', 'unread'],
  ] as const
  try {
    await fetcher.page({ narrow, anchor: 'newest', numBefore: page, numAfter: 0 }, 'background')
  } catch (error) {
    // Unknown mentions count until the next registration.
    core.ports.log('info', `unread mentions: ${String(error)}`)
  }
}

async function isUnclear(core: Core): Promise<boolean> {
  const { accountState, store } = core
  let looked = 0
  for (const conversation of [...accountState.unread.conversations()]) {
    if ((looked += 1) % conversationsAtOnce === 0) await core.breathe()
    const ids = accountState.unread.ids(conversation)
    if (ids.some((id) => (accountState.unread.mention(id) & mentionBits.unknown) !== 0)) return true
    const parsed = parseConversation(conversation)
    if (parsed?.kind !== 'topic' || !accountState.isTopicHidden(parsed.streamId, parsed.topicKey)) continue
    // The cache is contiguous, so that all newer messages are cached with the first one.
    if (ids[0] !== undefined && store.messages.get(ids[0]) === undefined) return true
  }
  return false
}
