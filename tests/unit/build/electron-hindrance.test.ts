import { describe, expect, it } from 'vitest'
import { electronHindrance, hasDisplay, type Machine } from '#build/electron/hindrance.ts'

const machine: Machine = {
  platform: 'linux',
  hasDisplay: true,
  isRoot: false,
  restrictsUserNamespaces: false,
  hasSandboxHelper: false,
}

describe('the condition that keeps Electron from running', () => {
  it('does not exist on a desktop', () => {
    expect(electronHindrance(machine)).toBeUndefined()
  })

  it.each([
    ['a display that is not there', { hasDisplay: false }, 'no display'],
    ['root, whose sandbox Chromium refuses', { isRoot: true }, 'another user'],
    ['user namespaces that Ubuntu restricts', { restrictsUserNamespaces: true }, 'mode 4755'],
  ] as const)('is %s, with the action to take', (_, change, words) => {
    expect(electronHindrance({ ...machine, ...change })).toContain(words)
  })

  it('is not the restriction of user namespaces if the sandbox has its helper', () => {
    expect(electronHindrance({ ...machine, restrictsUserNamespaces: true, hasSandboxHelper: true })).toBeUndefined()
  })

  it.each(['win32', 'darwin'])('is never one of Linux on %s', (platform) => {
    const worst = { platform, hasDisplay: false, isRoot: true, restrictsUserNamespaces: true, hasSandboxHelper: false }
    expect(electronHindrance(worst)).toBeUndefined()
  })

  it('is a missing display, also with an empty variable', () => {
    expect(hasDisplay({ DISPLAY: '', WAYLAND_DISPLAY: '' })).toBe(false)
    expect(hasDisplay({ DISPLAY: '', WAYLAND_DISPLAY: 'wayland-0' })).toBe(true)
    expect(hasDisplay({ DISPLAY: ':0' })).toBe(true)
    expect(hasDisplay({})).toBe(false)
  })
})
