import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { powerMonitor, systemUser } from '#browser-host/electron.ts'
import { followUserActivity } from '#shell/system/system-activity.ts'
import type { UserActivity } from '#shell/system/user-activity.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'

const open: UserActivity[] = []

function follow(platform: DesktopPlatform) {
  const reported: (boolean | 'resumed')[] = []
  const logged: string[] = []
  const activity = followUserActivity({
    platform,
    onPresence: (isPresent) => reported.push(isPresent),
    onResume: () => reported.push('resumed'),
    log: (_level, message) => logged.push(message),
  })
  open.push(activity)
  return { activity, reported, logged }
}

describe('the user’s activity from Electron’s events', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })

  afterEach(() => {
    for (const activity of open.splice(0)) activity.close()
    powerMonitor.removeAllListeners()
    Object.assign(systemUser, { idleSeconds: null, idleState: 'unknown' })
    vi.useRealTimers()
  })

  it.each(['win32', 'darwin'] as const)(
    'ends with the lock of the screen and returns with its unlock on %s',
    (platform) => {
      const { reported } = follow(platform)
      powerMonitor.emit('lock-screen')
      powerMonitor.emit('unlock-screen')
      expect(reported).toEqual([false, true])
    },
  )

  it('follows from queries of the lock on Linux', () => {
    systemUser.idleSeconds = 1
    const { reported } = follow('linux')
    systemUser.idleState = 'locked'
    vi.advanceTimersByTime(11_000)
    expect(reported).toEqual([false])
    systemUser.idleState = 'active'
    vi.advanceTimersByTime(6_000)
    expect(reported).toEqual([false, true])
  })

  it.each(['win32', 'darwin', 'linux'] as const)(
    'returns after a sleep with an input, and resumes the connection at once on %s',
    (platform) => {
      const { reported, activity } = follow(platform)
      powerMonitor.emit('suspend')
      powerMonitor.emit('resume')
      expect(reported).toEqual([false, 'resumed'])
      activity.noteInput()
      expect(reported).toEqual([false, 'resumed', true])
    },
  )

  it('ends while another user’s session is active on macOS', () => {
    const { reported } = follow('darwin')
    powerMonitor.emit('user-did-resign-active')
    powerMonitor.emit('user-did-become-active')
    expect(reported).toEqual([false, true])
  })

  it('ends with the idle time of the system', () => {
    systemUser.idleSeconds = 3
    const { reported } = follow('win32')
    systemUser.idleSeconds = 130
    vi.advanceTimersByTime(121_000)
    expect(reported).toEqual([false])
  })

  it('follows from the page’s inputs if the system cannot be queried, which is logged once', () => {
    const { reported, activity, logged } = follow('linux')
    vi.advanceTimersByTime(100_000)
    activity.noteInput()
    vi.advanceTimersByTime(100_000)
    expect(reported).toEqual([])
    vi.advanceTimersByTime(30_000)
    expect(reported).toEqual([false])
    expect(logged.filter((line) => line.includes('does not tell'))).toHaveLength(1)
  })
})
