import { describe, expect, it } from 'vitest'
import { closingStep, type ClosedWindow } from '../../../../main/shell/closing.ts'
import { hasTrayHost } from '../../../../main/shell/tray-host.ts'

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
  it('hides it where a tray is, and asks a Linux desktop whether it has one', () => {
    expect(platforms.map((platform) => closingStep({ ...window, platform }))).toEqual([
      'hide',
      'hide',
      'hide, and quit without a tray',
    ])
  })

  it('closes it without an icon in the tray, but on macOS', () => {
    expect(platforms.map((platform) => closingStep({ ...window, platform, hasTrayIcon: false }))).toEqual([
      'close',
      'hide',
      'close',
    ])
  })

  it.each(['win32', 'linux'] as const)('%s: does what the user has chosen, tray or not', (platform) => {
    for (const hasTrayIcon of [true, false]) {
      expect(closingStep({ ...window, platform, hasTrayIcon, choice: 'hide' })).toBe('hide')
      expect(closingStep({ ...window, platform, hasTrayIcon, choice: 'quit' })).toBe('close')
    }
  })

  it('on macOS always hides, out of a full screen first', () => {
    for (const choice of choices) {
      expect(closingStep({ ...window, platform: 'darwin', choice })).toBe('hide')
      expect(closingStep({ ...window, platform: 'darwin', choice, isFullScreen: true })).toBe(
        'leave full screen, then hide',
      )
    }
  })

  it('never hides it when the program ends', () => {
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

  it('is there where the session bus knows its watcher', async () => {
    expect(await ask({ gdbus: '(true,)\n' })).toEqual({ isThere: true, asked: ['gdbus'] })
    expect(await ask({ gdbus: '(false,)\n', 'dbus-send': 'boolean true' })).toEqual({
      isThere: false,
      asked: ['gdbus'],
    })
  })

  it('is asked for by the other program where the first is missing or hangs', async () => {
    const reply = 'method return time=1.2 sender=org.freedesktop.DBus -> destination=:1.9 serial=3\n   boolean true\n'
    expect(await ask({ 'dbus-send': reply })).toEqual({ isThere: true, asked: ['gdbus', 'dbus-send'] })
    expect((await ask({ 'dbus-send': reply.replace('true', 'false') })).isThere).toBe(false)
  })

  it('is not there where nobody answers', async () => {
    expect((await ask({})).isThere).toBe(false)
  })
})
