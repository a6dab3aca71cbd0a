import type { NotificationOutcome, NotificationReason } from '#contract/notifications.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Core } from '../core/core.ts'
import { writeReasons } from '../store/documents/notification-log.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { MessageId } from '../values/ids.ts'
import { conversationOf } from '../values/conversation.ts'
import type { Decision } from './decide.ts'

/** A message with the decision about its notification. */
export interface Decided {
  readonly row: MessageRow
  readonly decision: Decision
}

const mostOfRound = clientLimits.notificationLogRound.most
/** The stored decisions after which old ones are removed. */
const prunedAfter = 1_000

/** Stores the decisions about notifications, for four weeks, for the user's question why. */
export class DecisionLog {
  readonly #core: Core
  #sincePruned = prunedAfter

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * Stores the decisions of a round, in the caller's transaction.
   * @param summarized the number of messages that one notification stands for; 0 if each has its own
   */
  put(round: readonly Decided[], summarized: number): void {
    const { store, ports } = this.#core
    const now = ports.clock.now()
    for (const { row, decision } of round.slice(-mostOfRound)) {
      // The first decision is the one that the user saw.
      if (decision.reasons[0].code === 'ALREADY_NOTIFIED') continue
      store.notificationLog.put({
        message_id: row.id,
        conversation: conversationOf(row),
        sender_id: row.sender_id,
        decided_at: now,
        outcome: outcomeOf(decision, summarized),
        has_sound: decision.sounds ? 1 : 0,
        reasons: writeReasons(reasonsOf(decision, summarized)),
        later: null,
        later_at: null,
      })
    }
    this.#sincePruned += round.length
    if (this.#sincePruned < prunedAfter) return
    this.#sincePruned = 0
    pruneDecisions(this.#core)
  }

  /** Notes that notifications were withdrawn, because their messages were read or are gone. */
  noteWithdrawn(ids: readonly MessageId[]): void {
    this.#noteLater(ids.map((id) => [id, this.#whyWithdrawn(id)] as const))
  }

  /** Notes that the system has not shown the notification about messages. */
  noteNotShown(ids: readonly MessageId[], code: 'SYSTEM_REFUSED' | 'SYSTEM_QUIET'): void {
    this.#noteLater(ids.map((id) => [id, { code }] as const))
  }

  #noteLater(reasons: readonly (readonly [MessageId, NotificationReason])[]): void {
    const { store, ports } = this.#core
    this.#core.commit(() => {
      for (const [id, reason] of reasons) store.notificationLog.noteLater(id, reason, ports.clock.now())
      return [{ kind: 'notifications' }]
    })
  }

  #whyWithdrawn(id: MessageId): NotificationReason {
    const { store } = this.#core
    if (store.messages.get(id) === undefined) return { code: 'MESSAGE_GONE' }
    // A message that was read here is unread on the server until the outbox has told it.
    return { code: store.unread.get(id) === undefined ? 'READ_ELSEWHERE' : 'READ_HERE' }
  }
}

/** Removes decisions that are older than four weeks, and all but the newest, in the caller's transaction. */
export function pruneDecisions({ store, ports }: Pick<Core, 'store' | 'ports'>): void {
  const { notificationLog, notificationLogAge } = clientLimits
  store.notificationLog.prune(ports.clock.now() - notificationLogAge.most, notificationLog.most)
}

function outcomeOf({ shows }: Decision, summarized: number): NotificationOutcome {
  if (!shows) return 'none'
  return summarized > 0 ? 'summary' : 'shown'
}

function reasonsOf({ shows, reasons }: Decision, summarized: number): readonly NotificationReason[] {
  return shows && summarized > 0 ? [...reasons, { code: 'SUMMARY', values: { count: summarized } }] : reasons
}
