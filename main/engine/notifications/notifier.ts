import type { Destination } from '#contract/base/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import type { Core } from '../core/core.ts'
import type { Service } from '../core/service.ts'
import type { Change } from '../state/changes.ts'
import { conversationOf, usersOfConversation } from '../values/conversation.ts'
import { textFlags } from '../values/message-text.ts'
import { previewText } from '../state/content/plain-text.ts'
import type { MessageRow } from '../store/message-row.ts'
import type { MessageId } from '../values/ids.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { UnreadProjection } from '../projections/unread.ts'
import { decideNotification } from './decide.ts'
import { DecisionLog, type Decided } from './decision-log.ts'
import { personName } from '../projections/headings.ts'

/** Milliseconds in which arriving messages are gathered, so that a burst becomes one notification. */
const gatherMs = 400
const daySeconds = 86_400
/** The most messages that get single notifications; more become one summary. */
const mostAtOnce = clientLimits.notifiedAtOnce.most
/** The most senders whose names a summary lists. */
const sendersShown = 3
const bodyLength = clientLimits.notificationBody.most
/** Milliseconds until the next attempt after a failure, such as a full disk. */
const againMs = 10_000
/** The most messages, the newest ones, that are notified again after a failure. */
const mostKept = clientLimits.notificationsLate.most

/** The notifier's connection to the views. */
export interface NotifierPorts {
  /** Whether the conversation's newest messages are on screen. */
  readonly isShown: (conversation: string) => boolean
}

/**
 * Notifies the desktop of new unread messages, at most once each: the highest notified id is committed before anything
 * shows, with the decisions and their reasons. Withdraws the notifications of messages that were read.
 */
export class Notifier implements Service {
  readonly #core: Core
  readonly #unread: UnreadProjection
  readonly #preferences: PreferencesProjection
  readonly #ports: NotifierPorts
  readonly #log: DecisionLog
  readonly #gathered = new Set<number>()
  readonly #notified = new Set<number>()
  #isFocused = false
  #quiet: Quiet | null = null
  #cancelTimer: (() => void) | undefined
  /** The withdrawn notifications whose messages are not noted in the log yet. */
  #withdrawn: MessageId[] = []
  #cancelNoting: (() => void) | undefined

  constructor(core: Core, unread: UnreadProjection, preferences: PreferencesProjection, ports: NotifierPorts) {
    this.#core = core
    this.#unread = unread
    this.#preferences = preferences
    this.#ports = ports
    this.#log = new DecisionLog(core)
  }

  onCommit(changes: readonly Change[]): void {
    this.#gather(changes)
    this.#withdraw()
  }

  onFocus(isFocused: boolean): void {
    this.#isFocused = isFocused
  }

  /** Sets the do-not-disturb that goes on; null ends it. */
  setQuiet(quiet: Quiet | null): void {
    this.#quiet = quiet
  }

  /** Notes that the system has not shown the notification about messages. */
  noteNotShown(messageIds: readonly MessageId[], cause: 'SYSTEM_REFUSED' | 'SYSTEM_QUIET'): void {
    this.#log.noteNotShown(messageIds, cause)
  }

  stop(): void {
    this.#cancelTimer?.()
    this.#cancelNoting?.()
  }

  #gather(changes: readonly Change[]): void {
    const last = this.#core.store.meta.lastNotifiedId()
    for (const change of changes) {
      if (change.kind !== 'unread_added' && change.kind !== 'message') continue
      if (change.id > last && this.#unread.isUnread(change.id)) this.#gathered.add(change.id)
    }
    if (this.#gathered.size === 0 || this.#cancelTimer !== undefined) return
    this.#later(gatherMs)
  }

  #later(delayMs: number): void {
    this.#cancelTimer = this.#core.ports.clock.schedule(delayMs, () => {
      this.#cancelTimer = undefined
      this.#notify()
    })
  }

  /**
   * Notifies of the gathered messages. If the highest id cannot be committed, nothing shows and the commit is retried;
   * otherwise each start of the engine would notify again.
   */
  #notify(): void {
    const ids = [...this.#gathered].sort((a, b) => a - b)
    this.#gathered.clear()
    try {
      this.#notifyOf(ids)
    } catch (error) {
      this.#core.noteFailure('notifications', error)
      for (const id of ids.slice(-mostKept)) this.#gathered.add(id)
      if (this.#cancelTimer === undefined) this.#later(againMs)
    }
  }

  #notifyOf(ids: readonly number[]): void {
    const core = this.#core
    // Messages that are not stored yet arrive when the gap is filled.
    const rows = ids.flatMap((id) => core.store.messages.get(id) ?? [])
    const highest = rows.at(-1)?.id
    if (highest === undefined) return
    const decided = rows.map((row) => this.#decide(row))
    const shown = decided.filter(({ decision }) => decision.shows)
    const isSummary = shown.length > mostAtOnce
    core.commit(() => {
      core.store.meta.setLastNotifiedId(highest)
      this.#log.put(decided, isSummary ? shown.length : 0)
      return [{ kind: 'notifications' }]
    })
    if (isSummary) this.#notifySummary(shown)
    else for (const entry of shown) this.#notifyOne(entry)
  }

  #decide(row: MessageRow): Decided {
    const { accountState, store, ports } = this.#core
    const now = ports.clock.now()
    const conversation = conversationOf(row)
    const stream = row.stream_id === null ? undefined : accountState.streams.get(row.stream_id)
    const decision = decideNotification(
      {
        isOwn: row.sender_id === accountState.selfId,
        isSenderMuted: this.#preferences.isPersonMuted(row.sender_id),
        wasNotified: row.id <= store.meta.lastNotifiedId(),
        isRead: !this.#unread.isUnread(row.id),
        isLookedAt: this.#isFocused && this.#ports.isShown(conversation),
        // The server's clock set the timestamp (O8).
        isOld: row.timestamp < accountState.serverSeconds(now) - daySeconds,
        isDirect: row.stream_id === null,
        flags: textFlags(row),
        topicPolicy: row.stream_id === null ? 0 : this.#preferences.topicPolicy(row.stream_id, row.topic_key),
        isStreamMuted: row.stream_id !== null && this.#preferences.isStreamMuted(row.stream_id),
        stream:
          row.stream_id === null
            ? null
            : {
                desktop: yesNo(stream?.desktop_notifications),
                audible: yesNo(stream?.audible_notifications),
                wildcard: yesNo(stream?.wildcard_mentions_notify),
              },
        quiet: quietFor(this.#quiet, now),
      },
      this.#preferences.userSettings,
    )
    const codes = decision.reasons.map(({ code }) => code)
    // After a long absence there are many old messages.
    if (codes[0] !== 'TOO_OLD') {
      ports.log('info', `notification of message ${row.id}: ${decision.shows ? 'yes' : 'no'} (${codes.join(', ')})`)
    }
    return { row, decision }
  }

  #notifyOne({ row, decision }: Decided): void {
    const { accountState, ports } = this.#core
    const sender = personName(accountState, row.sender_id)
    const stream = row.stream_id === null ? '' : (accountState.streams.get(row.stream_id)?.name ?? '')
    const isGroup = row.stream_id === null && usersOfConversation(conversationOf(row)).length > 1
    const text = previewText(row, sender.name)
    this.#notified.add(row.id)
    ports.notify({
      messageIds: [row.id],
      content: {
        kind: 'message',
        sender,
        place:
          row.stream_id !== null
            ? { kind: 'topic', stream, topic: accountState.topicName(row.topic) }
            : { kind: isGroup ? 'group' : 'direct' },
        text: decision.textOf(this.#core, { whole: text, beginning: shorten(text) }),
      },
      destination: destinationOf(row),
      isSilent: !decision.sounds,
      canReply: true,
    })
  }

  #notifySummary(entries: readonly Decided[]): void {
    const { accountState, ports } = this.#core
    const last = entries.at(-1)
    if (last === undefined) return
    const ids = [...new Set(entries.map(({ row }) => row.sender_id))]
    const senders = ids.slice(0, sendersShown).map((id) => personName(accountState, id))
    for (const { row } of entries) this.#notified.add(row.id)
    ports.notify({
      messageIds: entries.map(({ row }) => row.id),
      content: {
        kind: 'summary',
        count: entries.length,
        organization: accountState.organization?.name ?? '',
        senders,
        others: ids.length - senders.length,
      },
      destination: destinationOf(last.row),
      isSilent: !entries.some(({ decision }) => decision.sounds),
      canReply: false,
    })
  }

  /** Withdraws the notifications of messages that were read on any device or are gone. */
  #withdraw(): void {
    if (this.#notified.size === 0) return
    const done = [...this.#notified].filter((id) => !this.#unread.isUnread(id))
    if (done.length === 0) return
    for (const id of done) this.#notified.delete(id)
    this.#core.ports.withdraw(done)
    // The commit that is being told of must reach the other parts first.
    this.#withdrawn.push(...done)
    this.#cancelNoting ??= this.#core.ports.clock.schedule(0, () => {
      const ids = this.#withdrawn
      this.#withdrawn = []
      this.#cancelNoting = undefined
      this.#log.noteWithdrawn(ids)
    })
  }
}

/** Returns the do-not-disturb that still goes on; main may tell of its end a moment later. */
function quietFor(quiet: Quiet | null, now: number): Quiet | null {
  return quiet === null || (quiet.until !== null && quiet.until <= now) ? null : quiet
}

function yesNo(value: number | null | undefined): boolean | null {
  return value == null ? null : value === 1
}

function destinationOf(row: MessageRow): Destination {
  return row.stream_id === null
    ? { kind: 'direct', userIds: usersOfConversation(conversationOf(row)) }
    : { kind: 'topic', streamId: row.stream_id, topic: row.topic }
}

function shorten(text: string): string {
  const points = [...text.replaceAll(/\s+/g, ' ').trim()]
  return points.length <= bodyLength ? points.join('') : `${points.slice(0, bodyLength).join('')}…`
}
