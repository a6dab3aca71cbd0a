import type { NotificationScope } from '#contract/base/choices.ts'
import type { MessageId } from '#shared/ids.ts'
import type {
  NotificationAnswer,
  NotificationItem,
  NotificationLogMeta,
  NotificationReason,
} from '#contract/notifications.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { destinationOfKey, headingOf, personName } from '../../projections/headings.ts'
import type { PreferencesProjection } from '../../projections/preferences.ts'
import type { Change } from '../../state/changes.ts'
import { storedReasons, type NotificationLogRow } from '../../store/documents/notification-log.ts'
import { conversationOf } from '../../values/conversation.ts'
import type { View } from '../view.ts'

const perStep = clientLimits.listStep.most

/** The view of the decisions about notifications, newest message first. */
export class NotificationLogView implements View<'notification_log'> {
  readonly #core: ReadCore
  readonly #scope: NotificationScope
  readonly #onDirty: () => void
  #shown = perStep

  constructor(core: ReadCore, scope: NotificationScope, onDirty: () => void) {
    this.#core = core
    this.#scope = scope
    this.#onDirty = onDirty
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'notifications':
      case 'people':
      case 'streams':
      case 'moved':
      case 'preferences':
        return true
      default:
        return false
    }
  }

  compute(): { items: NotificationItem[]; meta: NotificationLogMeta } {
    const rows = this.#core.store.notificationLog.newest(this.#scope, this.#shown + 1)
    return {
      items: rows.slice(0, this.#shown).map((row) => itemOf(this.#core, row)),
      meta: { hasMore: rows.length > this.#shown },
    }
  }

  /** Shows more older decisions. */
  more(): void {
    this.#shown += perStep
    this.#onDirty()
  }
}

/** Returns the decision about the notification of a message, or why there is none. */
export function whyNotified(
  core: ReadCore,
  preferences: Pick<PreferencesProjection, 'isPersonMuted'>,
  messageId: MessageId,
): NotificationAnswer {
  const { store, accountState } = core
  const decided = store.notificationLog.get(messageId)
  if (decided !== undefined) return itemOf(core, decided)
  const message = store.messages.get(messageId)
  if (message?.sender_id === accountState.selfId) return { kind: 'undecided', cause: 'own' }
  if (message !== undefined && preferences.isPersonMuted(message.sender_id)) {
    return { kind: 'undecided', cause: 'sender_muted' }
  }
  const oldest = accountState.serverSeconds(core.ports.clock.now()) - clientLimits.notificationLogAge.most / 1000
  const isOld = message !== undefined && message.timestamp < oldest
  return { kind: 'undecided', cause: isOld ? 'too_old' : 'not_decided' }
}

function itemOf(core: ReadCore, row: NotificationLogRow): NotificationItem {
  const { store, accountState } = core
  const message = store.messages.get(row.message_id)
  const narrow = destinationOfKey(
    core,
    message === undefined ? row.conversation : conversationOf(message),
    message?.topic,
  )
  const [later] = reasonsOf(row.later)
  return {
    key: `notification:${row.message_id}`,
    kind: 'notification',
    messageId: row.message_id,
    narrow,
    ...headingOf(core, narrow),
    sender: personName(accountState, row.sender_id),
    decidedAt: Math.floor(row.decided_at / 1000),
    outcome: row.outcome,
    hasSound: row.has_sound === 1,
    reasons: reasonsOf(row.reasons),
    later: later === undefined ? null : { reason: later, at: Math.floor((row.later_at ?? row.decided_at) / 1000) },
  }
}

/** Reads stored reasons. This version or an earlier one has written them; the catalogue has no sentence for others. */
function reasonsOf(stored: string | null): readonly NotificationReason[] {
  return storedReasons(stored) as readonly NotificationReason[]
}
