import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { followZoom, zoomedLevel, zoomStepOf } from '#shell/window/zoom.ts'
import { layouts, namedPresses, pressesOf, type LayoutPress } from '#support/keyboard-layouts.ts'

const platforms = { windows: 'win32', mac: 'darwin', linux: 'linux' } as const

function inputOf({ key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing }: LayoutPress['event']) {
  const held = { control: ctrlKey, meta: metaKey, alt: altKey, shift: shiftKey, isComposing }
  return { type: 'keyDown', key, code, ...held } as const
}

const ctrl = { type: 'keyDown', control: true, meta: false, alt: false, shift: false, isComposing: false } as const
const cases = layouts.flatMap((layout) => layout.platforms.map((platform) => ({ layout, platform })))

describe('a key with Ctrl or ⌘', () => {
  it.each(cases)('zooms in, out and back on the $layout.name layout on $platform', ({ layout, platform }) => {
    const presses = pressesOf(layout, platform)
    const steps = presses.map(({ event }) => zoomStepOf(inputOf(event), platforms[platform]))
    expect(new Set(steps)).toEqual(new Set([null, 1, -1, 0]))
    // Typed characters and other keys do not zoom.
    const typed = presses.filter(({ held }) => !held.mod)
    expect(
      typed.map(({ event }) => zoomStepOf(inputOf(event), platforms[platform])).filter((step) => step !== null),
    ).toEqual([])
    const named = namedPresses(platform).map(({ event }) => zoomStepOf(inputOf(event), platforms[platform]))
    expect(named.filter((step) => step !== null)).toEqual([])
  })

  it.each([
    ['=', 'Equal', 1],
    ['+', 'Equal', 1],
    ['+', 'NumpadAdd', 1],
    ['-', 'NumpadSubtract', -1],
    ['0', 'Numpad0', 0],
    ['0', 'Digit0', 0],
    // German and Norwegian have `+` without Shift; French has `-` on the six, `à` on the zero and `)` on the minus.
    ['+', 'BracketRight', 1],
    ['+', 'Minus', 1],
    ['-', 'Digit6', -1],
    ['à', 'Digit0', 0],
    [')', 'Minus', -1],
    // Thai has `-` on the three, the key of the third organization.
    ['-', 'Digit3', null],
    ['3', 'Digit3', null],
    // NumLock is off.
    ['Insert', 'Numpad0', null],
    ['k', 'KeyK', null],
  ] as const)('is read by the layout: %s on %s', (key, code, step) => {
    expect(zoomStepOf({ ...ctrl, key, code }, 'win32')).toBe(step)
  })

  it('counts only as the system’s own modifier, pressed, without Alt and outside of input methods', () => {
    const plus = { ...ctrl, key: '=', code: 'Equal' }
    expect(zoomStepOf(plus, 'darwin')).toBeNull()
    expect(zoomStepOf({ ...plus, control: false, meta: true }, 'darwin')).toBe(1)
    expect(zoomStepOf({ ...plus, meta: true }, 'linux')).toBeNull()
    expect(zoomStepOf({ ...plus, type: 'keyUp' }, 'linux')).toBeNull()
    expect(zoomStepOf({ ...plus, alt: true }, 'linux')).toBeNull()
    expect(zoomStepOf({ ...plus, isComposing: true }, 'linux')).toBeNull()
  })
})

describe('the zoom', () => {
  it('stays between half and three times the actual size', () => {
    let level = 0
    for (let step = 0; step < 50; step += 1) level = zoomedLevel(level, 1)
    expect(level).toBe(6)
    for (let step = 0; step < 50; step += 1) level = zoomedLevel(level, -1)
    expect(level).toBe(-4)
    expect(zoomedLevel(level, 0)).toBe(0)
  })

  it('follows keys, which nothing else receives, and the wheel', () => {
    class Contents extends EventEmitter {
      level = 0
      getZoomLevel = () => this.level
      setZoomLevel = (level: number) => (this.level = level)
    }
    const contents = new Contents()
    followZoom({ webContents: contents as never }, 'linux')
    let prevented = 0
    const event = { preventDefault: () => (prevented += 1) }
    contents.emit('before-input-event', event, { ...ctrl, key: '=', code: 'Equal' })
    contents.emit('before-input-event', event, { ...ctrl, key: 'k', code: 'KeyK' })
    expect([contents.level, prevented]).toEqual([0.5, 1])
    contents.emit('zoom-changed', {}, 'out')
    contents.emit('zoom-changed', {}, 'out')
    expect(contents.level).toBe(-0.5)
    contents.emit('zoom-changed', {}, 'in')
    contents.emit('before-input-event', event, { ...ctrl, key: '0', code: 'Digit0' })
    expect([contents.level, prevented]).toEqual([0, 2])
  })
})
