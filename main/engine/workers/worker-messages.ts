/** The calls of a worker: name → input and output, both of which must survive a structured clone. */
export type CallMap<C> = { readonly [N in keyof C]: { readonly input: unknown; readonly output: unknown } }

export type CallName<C> = keyof C & string

/** Any other message between the two threads. Its type distinguishes it from those of a call. */
export interface Message {
  readonly type: string
}

/** A message from the caller to the worker. */
export type CallerMessage =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  /** The caller no longer needs the answer. */
  | { readonly type: 'cancel'; readonly id: number }

/** A message from the worker to the caller. */
export type AnswerMessage =
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly error: unknown }

/**
 * The form in which the errors of a worker's handlers cross to the caller, because a structured clone would lose
 * their class and their own fields. Both threads must use the same form.
 */
export interface ErrorForm {
  /** Converts an error in the worker. The data must survive a structured clone. */
  toData(error: unknown): unknown
  /** Converts the result of `toData` to an error in the caller's thread. */
  toError(data: unknown): Error
}

/** The reason for which a call to a worker has no answer. */
export type WorkerFailureCode =
  /** The worker ended before it answered, or does not run. */
  | 'ended'
  /** The owner has closed the worker. */
  | 'closed'
  /** No answer came before the deadline. */
  | 'deadline'
  /** The caller's signal was aborted. */
  | 'cancelled'
  /** The handler threw, and the message is that of its error. */
  | 'failed'

/** A call to a worker has failed. `cause` is the error that ended the worker, if there was one. */
export class WorkerCallError extends Error {
  readonly code: WorkerFailureCode

  constructor(code: WorkerFailureCode, message: string, cause?: Error) {
    super(message, cause === undefined ? {} : { cause })
    this.name = 'WorkerCallError'
    this.code = code
  }
}

/** Keeps the message and the stack of an error. Its class becomes `WorkerCallError`. */
export const plainErrors: ErrorForm = {
  toData(error) {
    return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) }
  },
  toError(data) {
    const { message, stack } = (data ?? {}) as { readonly message?: unknown; readonly stack?: unknown }
    const error = new WorkerCallError('failed', typeof message === 'string' ? message : 'an unknown error')
    if (typeof stack === 'string') error.stack = stack
    return error
  },
}

/** Returns whether a value from another thread has the form of a message. */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns the id of a call's message; undefined for other messages. */
export function callId(message: Message): number | undefined {
  return 'id' in message && Number.isSafeInteger(message.id) ? (message.id as number) : undefined
}
