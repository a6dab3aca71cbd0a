import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { writingFirst } from '#renderer/bridge/writing-first.ts'

class Field {
  readonly isContentEditable: boolean
  constructor(isContentEditable: boolean) {
    this.isContentEditable = isContentEditable
  }
}

const editor = new Field(true)
const plain = { target: editor, isComposing: false, ctrlKey: false, metaKey: false, altKey: false }

let calls: string[]
let events: Map<string, (event: object) => void>
let bridge: Bridge

const press = (key: string, rest: object = {}) => events.get('keydown')?.({ ...plain, key, ...rest })
const acknowledge = (batch: number) => bridge.call('app.acknowledge', { accountId: 'a', batch })

/** Presses a letter every 100 ms. */
function write(ms: number): void {
  for (let passed = 0; passed < ms; passed += 100) {
    press('a')
    vi.advanceTimersByTime(100)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('HTMLElement', Field)
  calls = []
  events = new Map()
  const program = {
    call: (name: string, input: { batch?: number }) => {
      calls.push(`${name} ${input.batch ?? ''}`.trim())
      return Promise.resolve({ ok: true, value: null })
    },
    onUpdate: () => () => undefined,
  } as unknown as Bridge
  const listening = { addEventListener: (type: string, listener: () => void) => events.set(type, listener) } as never
  bridge = writingFirst(program, listening)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('while the user writes', () => {
  it('acknowledgements are delayed by half a second, and sent at once after a pause', async () => {
    press('a')
    const acknowledged = acknowledge(1)
    write(400)
    expect(calls).toEqual([])
    write(100)
    expect(calls).toEqual(['app.acknowledge 1'])
    expect(await acknowledged).toEqual({ ok: true, value: null })
    press('b')
    void acknowledge(2)
    vi.advanceTimersByTime(199)
    expect(calls).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(calls).toEqual(['app.acknowledge 1', 'app.acknowledge 2'])
  })

  it('acknowledgements of several accounts wait together, and other calls do not wait', () => {
    press('a')
    void acknowledge(1)
    void bridge.call('app.reload', {})
    void acknowledge(2)
    expect(calls).toEqual(['app.reload'])
    write(500)
    expect(calls.slice(1)).toEqual(['app.acknowledge 1', 'app.acknowledge 2'])
  })

  it.each([
    ['sends', () => press('Enter')],
    ['presses a key of a command', () => press('k', { ctrlKey: true })],
    ['presses a key elsewhere', () => press('a', { target: new Field(false) })],
    ['clicks', () => events.get('pointerdown')?.({})],
  ])('acknowledgements are sent at once if the user %s', (_, act) => {
    press('a')
    void acknowledge(1)
    expect(calls).toEqual([])
    act()
    expect(calls).toEqual(['app.acknowledge 1'])
    void acknowledge(2)
    expect(calls).toHaveLength(2)
  })

  it.each([
    ['a capital', () => press('Shift')],
    ['a letter of AltGr', () => press('@', { ctrlKey: true, altKey: true })],
    ['a key of an input method', () => press('Process', { isComposing: true })],
    ['a deletion', () => press('Backspace')],
    ['an emoji', () => press('🐙')],
  ])('%s counts as text', (_, act) => {
    press('a')
    void acknowledge(1)
    act()
    expect(calls).toEqual([])
  })
})

it('acknowledgements are not delayed while the user does not write', () => {
  void acknowledge(1)
  expect(calls).toEqual(['app.acknowledge 1'])
  press('a', { target: new Field(false) })
  void acknowledge(2)
  expect(calls).toHaveLength(2)
})
