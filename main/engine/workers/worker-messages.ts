/** The calls of a worker: name → input and output, both of which must survive a structured clone. */
export type CallMap<C> = { readonly [N in keyof C]: { readonly input: unknown; readonly output: unknown } }

export type CallName<C> = keyof C & string

/** Any other message between the two threads, distinguished from those of a call by its type. */
export interface Message {
  readonly type: string
}

/** Caller → worker. */
export type CallerMessage =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly input: unknown }
  /** The caller wants no answer any more. */
  | { readonly type: 'cancel'; readonly id: number }

/** Worker → caller. */
export type AnswerMessage =
  | { readonly type: 'answer'; readonly id: number; readonly output: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly error: unknown }

/**
 * How the errors of a worker's handlers cross to the caller, since a structured clone would keep neither their class nor
 * their own fields. Both threads are given the same form.
 */
export interface ErrorForm {
  /** Called in the worker; the data has to survive a structured clone. */
  toData(error: unknown): unknown
  /** Called in the caller's thread with what `toData` returned. */
  toError(data: unknown): Error
}

/** Why a call to a worker has no answer. */
export type WorkerFailureCode =
  /** The worker ended before it answered, or does not run. */
  | 'ended'
  /** The owner has closed the worker. */
  | 'closed'
  /** No answer came in the time that was given. */
  | 'deadline'
  /** The caller's signal was aborted. */
  | 'cancelled'
  /** The handler threw; the message is that of its error. */
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

/** Keeps the message and the stack of an error; its class becomes `WorkerCallError`. */
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

/** Whether a value that came from another thread has the form of a message. */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The id of a call's message; undefined for other messages. */
export function callId(message: Message): number | undefined {
  return 'id' in message && Number.isSafeInteger(message.id) ? (message.id as number) : undefined
}
