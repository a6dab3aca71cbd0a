import type { Destination } from '#contract/values.ts'

/** A text for the outbox. */
interface Text {
  readonly draftId: string
  readonly content: string
  readonly destination: Destination
  /** Ids of the files. */
  readonly files: readonly string[]
  /** UNIX seconds at which the server is to send it; null for at once. */
  readonly deliverAt: number | null
}

/** A text on its way into the outbox, with its idempotency key. */
export interface Sending extends Text {
  readonly localId: string
}

/** A sending whose outcome the engine is asked for, at one attempt: an answer says nothing about later ones. */
export interface Question {
  readonly sending: Sending
  readonly attempt: number
}

/**
 * The last text of a composer that no answer has confirmed. The same text keeps its `localId`, so that a repeated
 * call is not a second message; another text gets a new one only after the engine has said that the first is not
 * queued.
 */
export class UnansweredSending {
  #last: Sending | null = null
  #isAbsent = false
  #attempt = 0

  isCurrent(sending: Sending): boolean {
    return this.#last === sending
  }

  /** The sending to ask about; null if none is in doubt. */
  get question(): Question | null {
    return this.#last === null || this.#isAbsent ? null : { sending: this.#last, attempt: this.#attempt }
  }

  /** The sending for a text; null while an earlier, different text may be queued. */
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

  /** The engine says that it is not queued. */
  noteAbsent(question: Question): void {
    if (this.#last === question.sending && this.#attempt === question.attempt) this.#isAbsent = true
  }

  /** It is queued. */
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
