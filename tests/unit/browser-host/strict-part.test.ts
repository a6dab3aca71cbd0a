import { describe, expect, it } from 'vitest'
import { HostLacksError, strictPart } from '#browser-host/strict-part.ts'
import { secretsEqual } from '#browser-host/page-channel.ts'

describe('the browser host', () => {
  it('throws an error with the name of a missing part of electron', () => {
    const part = strictPart('app', { quit: () => 1 })
    expect(part.quit()).toBe(1)
    expect(() => (part as unknown as { setJumpList: unknown }).setJumpList).toThrow(HostLacksError)
    expect(() => (part as unknown as { setJumpList: unknown }).setJumpList).toThrow('electron.app.setJumpList')
    expect(() => {
      ;(part as unknown as { dock: unknown }).dock = 1
    }).toThrow('electron.app.dock')
  })

  it('compares secrets completely', () => {
    expect(secretsEqual('abc', 'abc')).toBe(true)
    expect(secretsEqual('abc', 'ab')).toBe(false)
    expect(secretsEqual('', 'x')).toBe(false)
  })
})
