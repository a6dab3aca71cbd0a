import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceFolder } from '#build/icons/icons.ts'
import { record } from '#browser-host/recorder.ts'
import { attentionFor, noAttention, type Attention, type WindowState } from '#shell/notifications/attention.ts'
import { Badge } from '#shell/notifications/badge.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'

const focused: WindowState = { isFocused: true, isNew: false }
const away: WindowState = { isFocused: false, isNew: false }

function stepsOf(
  platform: DesktopPlatform,
  before: Partial<Attention>,
  news: { badge?: number; mentions?: number; doNotDisturb?: boolean },
  window: WindowState | null,
) {
  const all = { badge: 0, mentions: 0, doNotDisturb: false, ...news }
  return attentionFor(platform, { ...noAttention, ...before }, all, window)
}

describe('the number on the icon', () => {
  it.each(['darwin', 'linux'] as const)('is a count that is set when it changes (%s)', (platform) => {
    for (const window of [focused, away, null]) {
      expect(stepsOf(platform, {}, { badge: 3, mentions: 3 }, window).steps).toEqual([{ kind: 'count', count: 3 }])
      expect(stepsOf(platform, { badge: 3 }, { badge: 3, mentions: 9 }, window).steps).toEqual([])
      expect(stepsOf(platform, { badge: 3 }, {}, window).steps).toEqual([{ kind: 'count', count: 0 }])
    }
  })

  it('is an overlay with a description on Windows', () => {
    const overlay = (badge: number) => stepsOf('win32', { badge: 99 }, { badge }, focused).steps
    expect(overlay(1)).toEqual([{ kind: 'overlay', picture: '1', description: '1 unread message' }])
    expect(overlay(9)).toEqual([{ kind: 'overlay', picture: '9', description: '9 unread messages' }])
    expect(overlay(10)).toEqual([{ kind: 'overlay', picture: 'more', description: '10 unread messages' }])
    expect(overlay(0)).toEqual([{ kind: 'overlay', picture: null, description: '' }])
    expect(stepsOf('win32', { badge: 5 }, { badge: 5 }, focused).steps).toEqual([])
  })

  it('is set for a new window on Windows, which has no overlay', () => {
    const isNew = { isFocused: true, isNew: true }
    expect(stepsOf('win32', { badge: 5 }, { badge: 5 }, isNew).steps).toHaveLength(1)
    expect(stepsOf('win32', { badge: 5 }, { badge: 0 }, isNew).steps).toEqual([])
    expect(stepsOf('win32', {}, { badge: 5, mentions: 1 }, null).steps).toEqual([])
  })
})

describe('the taskbar button of Windows', () => {
  const flash = (isOn: boolean) => ({ kind: 'flash', isOn })

  it('flashes for a new mention while the user looks elsewhere', () => {
    expect(stepsOf('win32', {}, { mentions: 1 }, away).steps).toEqual([flash(true)])
    expect(stepsOf('win32', { mentions: 1, isFlashing: true }, { mentions: 2 }, away).steps).toEqual([])
    expect(stepsOf('win32', { mentions: 2 }, { mentions: 2 }, away).steps).toEqual([])
    expect(stepsOf('win32', {}, { mentions: 1 }, focused).steps).toEqual([])
    expect(stepsOf('win32', {}, { mentions: 1, doNotDisturb: true }, away).steps).toEqual([])
  })

  it('stops flashing at focus, when all is read, and at do-not-disturb', () => {
    const flashing = { mentions: 1, isFlashing: true }
    expect(stepsOf('win32', flashing, { mentions: 1 }, focused).steps).toEqual([flash(false)])
    expect(stepsOf('win32', flashing, { mentions: 0 }, away).steps).toEqual([flash(false)])
    expect(stepsOf('win32', flashing, { mentions: 1, doNotDisturb: true }, away).steps).toEqual([flash(false)])
  })

  it.each(['darwin', 'linux'] as const)('has no equivalent on %s', (platform) => {
    expect(stepsOf(platform, {}, { mentions: 5 }, away)).toEqual({
      now: { badge: 0, mentions: 5, isFlashing: false },
      steps: [],
    })
  })
})

describe('the badge', () => {
  const folder = join(resourceFolder, 'run-time')
  class TaskbarWindow extends EventEmitter {
    isNowFocused = false
    readonly done: unknown[] = []
    isDestroyed = () => false
    isFocused = () => this.isNowFocused
    setOverlayIcon = (image: unknown, description: string) => {
      this.done.push([image === null ? null : (image as { file: string }).file, description])
    }
    flashFrame = (isOn: boolean) => {
      this.done.push(isOn)
    }
  }
  beforeEach(() => {
    record.badge = 0
  })

  it('flashes on a focused window while the user is absent, and stops when the user returns', () => {
    const badge = new Badge('win32', folder)
    const window = new TaskbarWindow()
    window.isNowFocused = true
    badge.watch(window)
    badge.setPresent(false)
    badge.showCounts({ badge: 1, mentions: 1, doNotDisturb: false })
    expect(window.done.at(-1)).toBe(true)
    badge.setPresent(true)
    expect(window.done.at(-1)).toBe(false)
  })

  it('is a picture on the window of Windows, and stops flashing when that gets the focus', () => {
    const badge = new Badge('win32', folder)
    const window = new TaskbarWindow()
    badge.watch(window)
    badge.showCounts({ badge: 12, mentions: 1, doNotDisturb: false })
    const file = join(folder, 'overlay-more.png')
    expect(existsSync(file)).toBe(true)
    expect(window.done).toEqual([[file, '12 unread messages'], true])
    window.isNowFocused = true
    window.emit('focus')
    badge.showCounts({ badge: 0, mentions: 0, doNotDisturb: false })
    expect(window.done.slice(2)).toEqual([false, [null, '']])
    // Another window replaces it.
    window.emit('closed')
    badge.showCounts({ badge: 2, mentions: 0, doNotDisturb: false })
    const next = new TaskbarWindow()
    badge.watch(next)
    expect(next.done).toEqual([[join(folder, 'overlay-2.png'), '2 unread messages']])
    expect(window.done).toHaveLength(4)
    expect(record.badge).toBe(0)
  })

  it('has a test with a number that goes after five seconds', () => {
    vi.useFakeTimers()
    const badge = new Badge('linux', folder)
    badge.showCounts({ badge: 3, mentions: 0, doNotDisturb: false })
    expect([badge.test(), record.badge]).toEqual([true, 1])
    badge.showCounts({ badge: 4, mentions: 0, doNotDisturb: false })
    vi.advanceTimersByTime(5_000)
    expect(record.badge).toBe(4)
    const onWindows = new Badge('win32', folder)
    expect(onWindows.test()).toBe(false)
    const window = new TaskbarWindow()
    onWindows.watch(window)
    expect(onWindows.test()).toBe(true)
    vi.advanceTimersByTime(5_000)
    expect(window.done.slice(0, 2)).toEqual([
      [join(folder, 'overlay-1.png'), '1 unread message'],
      [null, ''],
    ])
    vi.useRealTimers()
  })

  it.each(['darwin', 'linux'] as const)('is the program’s count on %s', (platform) => {
    const badge = new Badge(platform, folder)
    const window = new TaskbarWindow()
    badge.watch(window)
    badge.showCounts({ badge: 12, mentions: 1, doNotDisturb: false })
    expect(record.badge).toBe(12)
    expect(window.done).toEqual([])
  })
})
