import type { Core } from '../../core/core.ts'
import type { ReducerContext } from '../../state/context.ts'
import type { Change } from '../../state/changes.ts'
import { applyEvent, decodeEvent, type ServerEvent } from '../../state/events.ts'
import { isDiskTrouble } from '../../values/store-error.ts'
import type { StoredQueue } from '../../store/meta.ts'
import type { QueueLife } from './queue-life.ts'

/**
 * The longest task takes half of the 8 ms that a task of the engine may take, because a call may run in the same
 * turn.
 */
const taskMs = 4
const shortestMs = 1
/** The weight of the last task in the moving average. */
const weight = 0.3

/**
 * The time that a transaction may spend on rows before it must commit. The cost of the commit depends on the disk and
 * on the written pages, so that it is estimated from earlier transactions.
 */
class SliceLimit {
  #milliseconds = taskMs / 2

  get milliseconds(): number {
    return this.#milliseconds
  }

  /** Records a task: the time inside the transaction, and the whole time with the commit and its consequences. */
  note(inner: number, whole: number): void {
    if (whole <= 0 || inner <= 0) return
    const wanted = Math.min(taskMs, Math.max(shortestMs, (taskMs * inner) / whole))
    this.#milliseconds += weight * (wanted - this.#milliseconds)
  }
}

/** The number of events that are decoded in one task, which takes about a millisecond. */
const decodedAtOnce = 100
/**
 * Changes of these kinds must be committed before later events, because reducers read them from the account's state.
 */
const directoryKinds: ReadonlySet<Change['kind']> = new Set(['people', 'streams', 'organization', 'preferences'])

/** The listeners of the application of events. */
export interface SlicePorts {
  /** Receives events before they are applied, so that running fetches know which messages they touch (M4). */
  readonly onEvents: (events: readonly ServerEvent[]) => void
  /** Updates the pending actions after an event was applied, inside its transaction. */
  readonly reconcile: (context: ReducerContext, event: ServerEvent) => readonly Change[]
  /** It is called when all events of an answer are applied. */
  readonly onApplied: () => void
  readonly isStopped: () => boolean
}

/** Applies the events of an answer in slices. Each slice is one transaction with its own acknowledgement (Q1, Q2). */
export class EventSlices {
  readonly #core: Core
  readonly #queueLife: QueueLife
  readonly #ports: SlicePorts
  readonly #limit = new SliceLimit()

  constructor(core: Core, queueLife: QueueLife, ports: SlicePorts) {
    this.#core = core
    this.#queueLife = queueLife
    this.#ports = ports
  }

  /**
   * Applies an answer of `GET /events`.
   * @throws StoreError if the disk fails; events that were not acknowledged come again
   */
  async apply(queue: StoredQueue, answer: readonly unknown[]): Promise<void> {
    const core = this.#core
    const received = await this.#decode(answer)
    this.#queueLife.noteUnreadable(received)
    // Acknowledged events are not applied again (Q3).
    let pending = received.filter((event) => event.id > queue.lastEventId)
    let lastEventId = queue.lastEventId
    core.isolate('the observers of events', () => {
      this.#ports.onEvents(pending)
    })
    this.#noteUndecided(pending)
    while (pending.length > 0 && !this.#ports.isStopped()) {
      const slice = pending
      const taken = this.#applySlice(queue, slice, lastEventId)
      lastEventId = slice[taken - 1]?.id ?? lastEventId
      pending = slice.slice(taken)
      // This follows the last slice as well, because the next answer may have arrived already.
      await core.breathe()
    }
    if (received.length === 0) {
      core.store.transaction(() => {
        this.#queueLife.acknowledge(queue, lastEventId)
      })
    }
    if (!this.#ports.isStopped()) {
      core.isolate('the work after events', () => {
        this.#ports.onApplied()
      })
    }
  }

  /**
   * Decodes the events of an answer. A long answer is decoded in parts, none of them in the task that parsed or
   * applies it.
   */
  async #decode(values: readonly unknown[]): Promise<ServerEvent[]> {
    const isLong = values.length > decodedAtOnce
    const events: ServerEvent[] = []
    for (let start = 0; start < values.length; start += decodedAtOnce) {
      if (isLong) await this.#core.breathe()
      for (const value of values.slice(start, start + decodedAtOnce)) {
        const event = decodeEvent(value)
        if (event !== undefined) events.push(event)
      }
    }
    if (isLong) await this.#core.breathe()
    return events
  }

  /**
   * Stores the messages that the answer leaves undecided before any of it is acknowledged: after a crash, a part of
   * the answer may come again without the events that show this. A fetched answer about these messages decides once
   * all of this answer is applied (U6).
   */
  #noteUndecided(events: readonly ServerEvent[]): void {
    const through = events.at(-1)?.id
    const ids = undecidedIds(events)
    if (through === undefined || ids.size === 0) return
    const { undecided } = this.#core.store
    this.#core.commit(() => {
      for (const id of ids) undecided.put(id, through)
      return []
    })
  }

  /** Applies the first events of `slice`, as many as fit the limit, and returns their number. */
  #applySlice(queue: StoredQueue, slice: readonly ServerEvent[], lastEventId: number): number {
    const core = this.#core
    const started = core.ports.clock.elapsed()
    let taken = 0
    let inner = 0
    let acknowledged = lastEventId
    try {
      core.commit(() => {
        const changes: Change[] = []
        for (const event of slice) {
          changes.push(...this.#applyOne(event))
          acknowledged = event.id
          taken += 1
          // Reducers read the committed state, so that an event after a change of the directory waits for the commit.
          if (changes.some((change) => directoryKinds.has(change.kind))) break
          if (core.ports.clock.elapsed() - started > this.#limit.milliseconds) break
        }
        this.#noticeNewState(slice.slice(0, taken))
        this.#queueLife.acknowledge(queue, acknowledged)
        inner = core.ports.clock.elapsed() - started
        return changes
      })
      this.#limit.note(inner, core.ports.clock.elapsed() - started)
      return taken
    } catch (error) {
      // Nothing was acknowledged, so that all events come again when they can be stored.
      if (isDiskTrouble(error)) throw error
      return this.#applyOneByOne(queue, slice, error)
    }
  }

  /** Applies one event to the stored state, then to the pending actions, inside the running transaction. */
  #applyOne(event: ServerEvent): Change[] {
    const context = this.#core.reducerContext()
    return [...applyEvent(context, event), ...this.#ports.reconcile(context, event)]
  }

  /**
   * Applies each event in a separate transaction after a reducer has failed. An event that fails again is skipped,
   * and a registration is due (Q12).
   */
  #applyOneByOne(queue: StoredQueue, events: readonly ServerEvent[], cause: unknown): number {
    const core = this.#core
    core.ports.log('error', `a slice of events failed, applying them one by one: ${String(cause)}`)
    for (const event of events) {
      try {
        core.commit(() => {
          const changes = this.#applyOne(event)
          this.#noticeNewState([event])
          this.#queueLife.acknowledge(queue, event.id)
          return changes
        })
      } catch (error) {
        // The remaining events come again when they can be stored.
        if (isDiskTrouble(error)) throw error
        core.ports.log('error', `event ${event.id} (${event.type}) could not be applied: ${String(error)}`)
        this.#queueLife.noteLost()
        core.commit(() => {
          this.#queueLife.acknowledge(queue, event.id)
          return []
        })
      }
    }
    return events.length
  }

  /**
   * Requires a registration if the server has another feature level now, because the same events may have other
   * meanings (Q10), and if the user was demoted: no event tells which addresses and people are hidden from the new role
   * (O4). What a promotion shows comes with events, except addresses, which the next registration brings.
   */
  #noticeNewState(events: readonly ServerEvent[]): void {
    const { organization, people, selfId } = this.#core.accountState
    for (const event of events) {
      switch (event.type) {
        case 'restart':
          if (event.svc_feature_level > 0 && event.svc_feature_level !== organization?.featureLevel) {
            this.#queueLife.noteLost()
          }
          break
        case 'realm_user': {
          const { role } = event.op === 'update' && event.person.user_id === selfId ? event.person : {}
          if (role !== undefined && role > (people.get(selfId)?.role ?? role)) this.#queueLife.noteLost()
          break
        }
        default:
          break
      }
    }
  }
}

/**
 * Returns the messages that one answer of the queue lists as both added and removed for a flag. The server merges
 * pending events (all additions of a flag become one event at the position of the last), so that their order is
 * unknown and only the server knows the current flag (U6).
 */
function undecidedIds(events: readonly ServerEvent[]): Set<number> {
  const undecided = new Set<number>()
  const named = new Map<string, Set<number>>()
  for (const event of events) {
    if (event.type !== 'update_message_flags') continue
    const key = (op: string) => `${op} ${event.flag}`
    const own = named.get(key(event.op)) ?? new Set<number>()
    named.set(key(event.op), own)
    const other = named.get(key(event.op === 'add' ? 'remove' : 'add'))
    for (const id of event.messages) {
      own.add(id)
      if (other?.has(id) === true) undecided.add(id)
    }
  }
  return undecided
}
