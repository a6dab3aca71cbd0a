import { reportTyping } from '../api/presence.ts'
import type { Core } from '../core/core.ts'
import { type Narrow, conversationKey } from '../values/conversation.ts'

/** The conversation in which the user is typing. */
interface TypingConversation {
  readonly narrow: Exclude<Narrow, { kind: 'stream' }>
  readonly key: string
  /** The time of the last report in milliseconds of the monotonic clock. */
  readonly reportedAt: number
}

/**
 * Reports to the server where the user is typing, as the account's settings allow: at the first key, again while
 * typing continues, and the end after a pause, with the message, or when the user types elsewhere (wire-protocol.md
 * §2.8).
 */
export class TypingReporter {
  readonly #core: Core
  readonly #isOnline: () => boolean
  #current: TypingConversation | null = null
  #cancel: () => void = () => undefined

  constructor(core: Core, isOnline: () => boolean) {
    this.#core = core
    this.#isOnline = isOnline
  }

  /** Records that the user typed in a conversation. Typing in a stream without a topic is not reported. */
  typed(narrow: Narrow): void {
    const { ports, accountState } = this.#core
    const key = conversationKey(narrow)
    if (this.#current !== null && this.#current.key !== key) this.ended()
    if (narrow.kind === 'stream' || !this.#isReported(narrow)) return
    const now = ports.clock.elapsed()
    const { server } = accountState.organizationSettings
    this.#cancel()
    this.#cancel = ports.clock.schedule(server.typing_stopped_wait_period_milliseconds, () => {
      this.ended()
    })
    const again = server.typing_started_wait_period_milliseconds
    if (this.#current !== null && now - this.#current.reportedAt < again) return
    this.#current = { narrow, key, reportedAt: now }
    this.#report(narrow, 'start')
  }

  /** Records that the message was sent or abandoned. */
  ended(): void {
    this.#cancel()
    const current = this.#current
    this.#current = null
    if (current !== null) this.#report(current.narrow, 'stop')
  }

  /** Stops all reports. */
  stop(): void {
    this.#cancel()
    this.#current = null
  }

  #isReported(narrow: TypingConversation['narrow']): boolean {
    const { accountState } = this.#core
    const settings = accountState.userSettings
    if (narrow.kind === 'direct') {
      return settings.send_private_typing_notifications && narrow.userIds.some((id) => id !== accountState.selfId)
    }
    return settings.send_stream_typing_notifications && accountState.streams.get(narrow.streamId)?.is_subscribed === 1
  }

  #report(narrow: TypingConversation['narrow'], op: 'start' | 'stop'): void {
    const { api, capabilities, ports } = this.#core
    if (!this.#isOnline()) return
    const to = narrow.kind === 'direct' ? { userIds: narrow.userIds } : narrow
    this.#core.runInBackground(
      'typing',
      reportTyping(api, to, op, { capabilities, priority: 'background' }).catch((error: unknown) => {
        // A failed report has no consequence.
        ports.log('debug', `typing: ${String(error)}`)
      }),
    )
  }
}
