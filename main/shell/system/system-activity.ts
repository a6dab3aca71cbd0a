import { powerMonitor } from 'electron'
import type { LogLevel } from '#engine/ports.ts'
import type { DesktopPlatform } from './desktop-platform.ts'
import { idleAfterMs, UserActivity, type SystemEvent } from './user-activity.ts'

export interface SystemActivityPorts {
  readonly platform: DesktopPlatform
  /** Called when the user's presence has changed, even by the first query. */
  readonly onPresence: (isPresent: boolean) => void
  /** Called when the system resumes. */
  readonly onResume: () => void
  /** Whether the user has switched on do-not-disturb. */
  readonly isQuietChosen?: () => boolean
  readonly log: (level: LogLevel, message: string) => void
}

/** Follows the user's activity with Electron's `powerMonitor`. Call it after `ready`. */
export function followUserActivity({
  platform,
  onPresence,
  onResume,
  isQuietChosen,
  log,
}: SystemActivityPorts): UserActivity {
  const asked = new OnceLogged(log)
  const activity = new UserActivity({
    systemIdleSeconds: () => asked.ask('the idle time', null, () => powerMonitor.getSystemIdleTime()),
    isScreenLocked: () =>
      asked.ask('the lock', false, () => powerMonitor.getSystemIdleState(idleAfterMs / 1000) === 'locked'),
    ...(isQuietChosen === undefined ? {} : { isQuietChosen }),
    hasLockEvents: platform !== 'linux',
    elapsed: () => performance.now(),
    now: () => Date.now(),
    schedule(delayMs, task) {
      const timer = setTimeout(task, delayMs)
      return () => {
        clearTimeout(timer)
      }
    },
    onChange(isPresent) {
      log('info', isPresent ? 'the user is present' : 'the user is absent')
      onPresence(isPresent)
    },
  })
  const note = (event: SystemEvent) => () => {
    activity.note(event)
  }
  powerMonitor.on('suspend', note('suspend'))
  powerMonitor.on('resume', () => {
    activity.note('resume')
    onResume()
  })
  if (platform !== 'linux') {
    powerMonitor.on('lock-screen', note('lock'))
    powerMonitor.on('unlock-screen', note('unlock'))
  }
  if (platform === 'darwin') {
    powerMonitor.on('user-did-resign-active', note('session_left'))
    powerMonitor.on('user-did-become-active', note('session_entered'))
  }
  return activity
}

/** Queries the system; logs the first failure only, and answers a failure with a default. */
class OnceLogged {
  readonly #log: SystemActivityPorts['log']
  readonly #failed = new Set<string>()

  constructor(log: SystemActivityPorts['log']) {
    this.#log = log
  }

  ask<T>(what: string, otherwise: T, ask: () => T): T {
    try {
      return ask()
    } catch (error) {
      if (!this.#failed.has(what)) this.#log('info', `the system does not tell ${what}: ${String(error)}`)
      this.#failed.add(what)
      return otherwise
    }
  }
}
