import type { PersonRef } from '../values.ts'

/** The versions of an edited message. */
export interface MessageHistory {
  /** For its link into the browser. */
  readonly messageId: number
  /** The oldest of these first. */
  readonly versions: readonly HistoryVersion[]
  /** How many versions before these there are, which were too many or too large to be taken. */
  readonly left: number
}

/** One version of an edited message. */
export interface HistoryVersion {
  /** UNIX seconds. */
  readonly timestamp: number
  readonly person: PersonRef | null
  readonly topic: string
  /** How the topic is shown, also an empty one. */
  readonly topicName: string
  /** Allow-listed HTML. */
  readonly html: string
}
