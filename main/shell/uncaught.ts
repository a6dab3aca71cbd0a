import type { Notice } from '../../preload/contract/notices.ts'
import type { LogLevel } from '../engine/ports.ts'
import { isLostUpload } from '../network/lost-upload.ts'

/** So many errors of a minute are written down with their stacks. */
const loggedPerMinute = 30

export type ErrorPlan = 'lost_upload' | 'fail_start' | 'go_on'

/**
 * What becomes of an error that nobody caught. The main process holds no truth: engines have threads of their own, which
 * an error here does not touch, and what they were told is on disk. So the program goes on, as long as it has a window
 * to tell it in.
 */
export function planForError(error: unknown, isStarting: boolean): ErrorPlan {
  if (isLostUpload(error)) return 'lost_upload'
  return isStarting ? 'fail_start' : 'go_on'
}

export interface ErrorPorts {
  readonly log: (level: LogLevel, message: string) => void
  readonly note: (what: string) => void
  /** Tells the user, once. */
  readonly tell: (notice: Notice) => void
  /** The start has failed, of this: says so, and ends the program. */
  readonly failStart: (error: unknown) => void
}

export interface Survival {
  /** The window is there: from now on the program goes on. */
  started(): void
  /** Stops listening. */
  stop(): void
}

/** Listens to all that nobody catches in the main process. This is the one listener of `uncaughtException`. */
export function surviveErrors({ log, note, tell, failStart }: ErrorPorts): Survival {
  let isStarting = true
  let hasTold = false
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
        if (hasTold) return
        hasTold = true
        tell({ code: 'UNCAUGHT_ERROR' })
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
