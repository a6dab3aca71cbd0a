import type { Destination } from '#contract/base/values.ts'

/** A message for the outbox. */
interface Text {
  readonly draftId: string
  readonly content: string
  readonly destination: Destination
  /** The ids of the files. */
  readonly files: readonly string[]
  /** UNIX seconds at which the server is to send it; null for at once. */
  readonly deliverAt: number | null
}

/** A message on its way into the outbox, with its idempotency key. */
export interface Sending extends Text {
  readonly localId: string
}

/** A sending whose outcome the engine is asked for, at one attempt. An answer does not apply to later attempts. */
export interface Question {
  readonly sending: Sending
  readonly attempt: number
}

/**
 * The last message of a composer that no answer has confirmed. The same message keeps its `localId`, so that a repeated
 * call does not create a second one. Another message gets a new id only after the engine has said that the first is not
 * queued.
 */
export class UnansweredSending {
  #last: Sending | null = null
  #isAbsent = false
  #attempt = 0

  isCurrent(sending: Sending): boolean {
    return this.#last === sending
  }

  /** The sending whose outcome is unknown; null for none. */
  get question(): Question | null {
    return this.#last === null || this.#isAbsent ? null : { sending: this.#last, attempt: this.#attempt }
  }

  /** Returns the sending of a message; null while an earlier, different message may be queued. */
  next(text: Text): Sending | null {
    const last = this.#last
    if (last !== null && isSame(last, text)) return last
    return this.question === null ? { ...text, localId: crypto.randomUUID() } : null
  }

  /** Notes that the call is about to be made. */
  begin(sending: Sending): void {
    this.#last = sending
    this.#isAbsent = false
    this.#attempt += 1
  }

  /** Notes the engine's answer that the message is not queued. */
  noteAbsent(question: Question): void {
    if (this.#last === question.sending && this.#attempt === question.attempt) this.#isAbsent = true
  }

  /** Ends the uncertainty, because the message is queued. */
  end(): void {
    this.#last = null
  }
}

function isSame(one: Text, other: Text): boolean {
  return (
    one.draftId === other.draftId &&
    one.deliverAt === other.deliverAt &&
    one.content === other.content &&
    JSON.stringify(one.destination) === JSON.stringify(other.destination) &&
    one.files.join() === other.files.join()
  )
}
