import { describe, expect, it } from 'vitest'
import { closingStep, type ClosedWindow } from '#shell/window/closing.ts'
import { hasTrayHost } from '#shell/tray/host.ts'

const window: ClosedWindow = {
  platform: 'linux',
  choice: 'auto',
  isQuitting: false,
  hasTrayIcon: true,
  isFullScreen: false,
}
const platforms = ['win32', 'darwin', 'linux'] as const
const choices = ['auto', 'hide', 'quit'] as const

describe('closing the window', () => {
  it('hides it if there is a tray, which a Linux desktop is queried for', () => {
    expect(platforms.map((platform) => closingStep({ ...window, platform }))).toEqual([
      'hide',
      'hide',
      'hide, and quit without a tray',
    ])
  })

  it('closes it without a tray icon, except on macOS', () => {
    expect(platforms.map((platform) => closingStep({ ...window, platform, hasTrayIcon: false }))).toEqual([
      'close',
      'hide',
      'close',
    ])
  })

  it.each(['win32', 'linux'] as const)('follows the user’s choice on %s, with or without a tray', (platform) => {
    for (const hasTrayIcon of [true, false]) {
      expect(closingStep({ ...window, platform, hasTrayIcon, choice: 'hide' })).toBe('hide')
      expect(closingStep({ ...window, platform, hasTrayIcon, choice: 'quit' })).toBe('close')
    }
  })

  it('always hides it on macOS, after leaving full screen', () => {
    for (const choice of choices) {
      expect(closingStep({ ...window, platform: 'darwin', choice })).toBe('hide')
      expect(closingStep({ ...window, platform: 'darwin', choice, isFullScreen: true })).toBe(
        'leave full screen, then hide',
      )
    }
  })

  it('never hides it while the program ends', () => {
    for (const platform of platforms) {
      for (const choice of choices) {
        expect(closingStep({ ...window, platform, choice, isQuitting: true, isFullScreen: true })).toBe('close')
      }
    }
  })
})

describe('the tray of a Linux desktop', () => {
  const ask = (answers: Readonly<Record<string, string | null>>) => {
    const asked: string[] = []
    const found = hasTrayHost((program) => {
      asked.push(program)
      return Promise.resolve(answers[program] ?? null)
    })
    return found.then((isThere) => ({ isThere, asked }))
  }

  it('exists if the session bus has its watcher', async () => {
    expect(await ask({ gdbus: '(true,)\n' })).toEqual({ isThere: true, asked: ['gdbus'] })
    expect(await ask({ gdbus: '(false,)\n', 'dbus-send': 'boolean true' })).toEqual({
      isThere: false,
      asked: ['gdbus'],
    })
  })

  it('is queried with the second program if the first is missing or hangs', async () => {
    const reply = 'method return time=1.2 sender=org.freedesktop.DBus -> destination=:1.9 serial=3\n   boolean true\n'
    expect(await ask({ 'dbus-send': reply })).toEqual({ isThere: true, asked: ['gdbus', 'dbus-send'] })
    expect((await ask({ 'dbus-send': reply.replace('true', 'false') })).isThere).toBe(false)
  })

  it('does not exist without an answer', async () => {
    expect((await ask({})).isThere).toBe(false)
  })
})
