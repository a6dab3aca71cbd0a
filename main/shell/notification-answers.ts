import type { Update } from '../../preload/contract/bridge.ts'
import type { Narrow } from '../../preload/contract/values.ts'
import { sendReply } from '../accounts/reply.ts'
import type { EngineCaller } from '../engine/engine-calls.ts'
import type { DesktopNotification, LogLevel } from '../engine/ports.ts'
import type { Activation } from './notification-rules.ts'

const signedOutSentence =
  'This notification belongs to an account that is signed out. There is nothing to open any more.'
const goneSentence =
  'The message of this notification could not be opened: it is gone, or the server cannot be reached now.'

export interface AnswerPorts {
  readonly hasAccount: (accountId: string) => boolean
  readonly engineOf: (accountId: string) => EngineCaller
  readonly showWindow: () => void
  readonly tellPage: (...updates: Update[]) => void
  readonly wait: (milliseconds: number) => Promise<void>
  readonly log: (level: LogLevel, message: string) => void
}

type Told = Pick<DesktopNotification, 'destination' | 'messageIds'>

/** What a click on a notification opens, and where an answer that was written into one goes. */
export class NotificationAnswers {
  readonly #ports: AnswerPorts

  constructor(ports: AnswerPorts) {
    this.#ports = ports
  }

  /** Opens the conversation at the newest message that the notification told of. */
  click(accountId: string, { destination, messageIds }: Told): void {
    this.#ports.showWindow()
    // The system may keep notifications that were taken back (C10).
    if (!this.#ports.hasAccount(accountId)) this.#ports.tellPage({ type: 'tell', sentence: signedOutSentence })
    else this.#open(accountId, destination, messageIds.at(-1) ?? null)
  }

  /** Sends an answer. One that cannot be sent is shown, as a draft or as text. */
  async reply(accountId: string, { destination, messageIds }: Told, content: string): Promise<void> {
    const { engineOf, log, showWindow, tellPage, wait } = this.#ports
    const call = engineOf(accountId)
    const outcome = await sendReply(call, { destination, content }, wait)
    if (outcome.kind === 'sent') {
      await call('messages.markRead', { messageIds })
      return
    }
    log('error', `an answer was not sent: ${outcome.why.message}`)
    showWindow()
    const rest = outcome.kind === 'kept' ? 'It is a draft now.' : youWrote(content)
    const sentence = `Your answer was not sent: ${outcome.why.message} ${rest}`
    const open: Update = { type: 'open', accountId, narrow: destination, messageId: null }
    tellPage(...(outcome.kind === 'kept' ? [open] : []), { type: 'tell', sentence })
  }

  /** The notification is of an earlier run: the engine knows where its message stands. */
  async activate({ accountId, messageId, reply }: Activation): Promise<void> {
    const { hasAccount, engineOf, showWindow, tellPage } = this.#ports
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
    const why = hasAccount(accountId) ? goneSentence : signedOutSentence
    tellPage({ type: 'tell', sentence: reply === null ? why : `${why} ${youWrote(reply)}` })
  }

  #open(accountId: string, narrow: Narrow, messageId: number | null): void {
    this.#ports.tellPage({ type: 'open', accountId, narrow, messageId })
  }
}

function youWrote(content: string): string {
  return `You wrote: “${content}”`
}
