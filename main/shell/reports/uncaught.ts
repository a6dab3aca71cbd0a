import type { Notice } from '#contract/app.ts'
import type { LogLevel } from '#engine/ports.ts'
import { isLostUpload } from '#network/net-errors.ts'

/** The most errors per minute that are logged with their stacks. */
const loggedPerMinute = 30

export type ErrorPlan = 'lost_upload' | 'fail_start' | 'go_on'

/**
 * The reaction to an uncaught error. The main process owns no data: engines run in threads of their own, with their
 * state on disk. So the program continues if a window can show the error.
 */
export function planForError(error: unknown, isStarting: boolean): ErrorPlan {
  if (isLostUpload(error)) return 'lost_upload'
  return isStarting ? 'fail_start' : 'go_on'
}

export interface ErrorPorts {
  readonly log: (level: LogLevel, message: string) => void
  readonly note: (what: string) => void
  /** Shows a notice to the user, once. */
  readonly notify: (notice: Notice) => void
  /** Reports a failed start, and ends the program. */
  readonly failStart: (error: unknown) => void
}

export interface Survival {
  /** Called after the first window has opened: from then on the program continues after an error. */
  started(): void
  /** Stops listening. */
  stop(): void
}

/** Handles uncaught errors of the main process with the only listener of `uncaughtException`. */
export function surviveErrors({ log, note, notify, failStart }: ErrorPorts): Survival {
  let isStarting = true
  let hasNotified = false
  let recent: number[] = []
  const write = (error: unknown) => {
    recent = recent.filter((at) => at > Date.now() - 60_000)
    if (recent.length >= loggedPerMinute) return
    recent.push(Date.now())
    log('error', `nobody caught: ${textOf(error)}`)
    if (recent.length === loggedPerMinute) log('error', 'further errors of this minute are not written down')
  }
  const onError = (error: unknown) => {
    switch (planForError(error, isStarting)) {
      case 'lost_upload':
        log('warn', `a body in chunks was lost: ${String(error)}`)
        return
      case 'fail_start':
        write(error)
        failStart(error)
        return
      case 'go_on':
        write(error)
        note(error instanceof Error ? `${error.name}: ${error.message}` : String(error))
        if (hasNotified) return
        hasNotified = true
        notify({ code: 'UNCAUGHT_ERROR' })
        return
    }
  }
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
  return {
    started() {
      isStarting = false
    },
    stop() {
      process.off('uncaughtException', onError)
      process.off('unhandledRejection', onError)
    },
  }
}

export function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
