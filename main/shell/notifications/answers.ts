import type { Notice } from '#contract/app.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { Update } from '#contract/bridge.ts'
import { failureLogText } from '#engine/values/failures.ts'
import { sendReply } from '#accounts/reply.ts'
import type { EngineCaller } from '#engine/engine-calls.ts'
import type { DesktopNotification, LogLevel } from '#engine/ports.ts'
import type { Activation } from './rules.ts'

export interface AnswerPorts {
  readonly hasAccount: (accountId: string) => boolean
  readonly engineOf: (accountId: string) => EngineCaller
  readonly showWindow: () => void
  readonly notifyPage: (...updates: Update[]) => void
  readonly wait: (milliseconds: number) => Promise<void>
  readonly log: (level: LogLevel, message: string) => void
}

type Handled = Pick<DesktopNotification, 'destination' | 'messageIds'>

/** Opens the conversation of a clicked notification, and sends replies. */
export class NotificationAnswers {
  readonly #ports: AnswerPorts

  constructor(ports: AnswerPorts) {
    this.#ports = ports
  }

  /** Opens the conversation at the newest message of the notification. */
  click(accountId: string, { destination, messageIds }: Handled): void {
    this.#ports.showWindow()
    // The system may still show notifications of a removed account.
    if (!this.#ports.hasAccount(accountId))
      this.#ports.notifyPage(noticeUpdate({ code: 'NOTIFICATION_SIGNED_OUT', values: { answer: null } }))
    else this.#open(accountId, destination, messageIds.at(-1) ?? null)
  }

  /** Sends a reply. A reply that cannot be sent is shown as a draft or as text. */
  async reply(accountId: string, { destination, messageIds }: Handled, content: string): Promise<void> {
    const { engineOf, log, showWindow, notifyPage, wait } = this.#ports
    const call = engineOf(accountId)
    const outcome = await sendReply(call, { destination, content }, wait)
    if (outcome.kind === 'sent') {
      await call('messages.markRead', { messageIds })
      return
    }
    const { kind, why: cause } = outcome
    log('error', `an answer was not sent: ${failureLogText(cause)}`)
    showWindow()
    const open: Update = { type: 'open', accountId, narrow: destination, messageId: null }
    const notice = noticeUpdate({ code: 'ANSWER_NOT_SENT', values: { cause, lost: kind === 'kept' ? null : content } })
    notifyPage(...(kind === 'kept' ? [open] : []), notice)
  }

  /** Handles a notification of an earlier run: the engine looks up the conversation of its message. */
  async activate({ accountId, messageId, reply }: Activation): Promise<void> {
    const { hasAccount, engineOf, showWindow, notifyPage } = this.#ports
    if (reply === null) showWindow()
    const found = hasAccount(accountId)
      ? await engineOf(accountId)('links.resolve', { narrow: null, messageId })
      : { ok: false as const }
    const narrow = found.ok ? found.value.narrow : null
    if (reply !== null && (narrow?.kind === 'direct' || narrow?.kind === 'topic')) {
      await this.reply(accountId, { destination: narrow, messageIds: [messageId] }, reply)
      return
    }
    if (reply === null && narrow !== null) {
      this.#open(accountId, narrow, messageId)
      return
    }
    showWindow()
    const code = hasAccount(accountId) ? 'NOTIFICATION_GONE' : 'NOTIFICATION_SIGNED_OUT'
    notifyPage(noticeUpdate({ code, values: { answer: reply } }))
  }

  #open(accountId: string, narrow: Narrow, messageId: number | null): void {
    this.#ports.notifyPage({ type: 'open', accountId, narrow, messageId })
  }
}

function noticeUpdate(notice: Notice): Update {
  return { type: 'notify', notice }
}
