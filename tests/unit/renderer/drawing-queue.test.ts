import { describe, expect, it } from 'vitest'
import { DrawingQueue, guessedHeight, isHeavy } from '#renderer/parts/content/drawing-queue.ts'

/** Turns whose frames come when the test requests them. */
function staged() {
  const frames: (() => void)[] = []
  const turns = new DrawingQueue((task) => frames.push(task))
  const done: string[] = []
  const step = (name: string) => () => void done.push(name)
  const frame = () => frames.shift()?.()
  return { turns, done, step, frame, frames }
}

describe('heavy bodies', () => {
  it('are drawn one step a frame, in the order of their requests', () => {
    const { turns, done, step, frame, frames } = staged()
    turns.add([step('a1'), step('a2')])
    turns.add([step('b1')])
    expect([done, frames.length]).toEqual([[], 1])
    frame()
    expect([done, frames.length]).toEqual([['a1'], 1])
    frame()
    frame()
    expect(done).toEqual(['a1', 'a2', 'b1'])
    frame()
    expect(frames).toHaveLength(0)
    turns.add([step('c1')])
    frame()
    expect(done.at(-1)).toBe('c1')
  })

  it('that have left the window are not drawn, and do not delay others', () => {
    const { turns, done, step, frame } = staged()
    const leave = turns.add([step('a1'), step('a2')])
    turns.add([step('b1')])
    frame()
    leave()
    frame()
    expect(done).toEqual(['a1', 'b1'])
  })

  it('that fail do not delay others', () => {
    const { turns, done, step, frame } = staged()
    turns.add([
      () => {
        throw new Error('broken')
      },
    ])
    turns.add([step('b1')])
    expect(frame).toThrow('broken')
    frame()
    expect(done).toEqual(['b1'])
  })

  it('are those of many elements or much markup, but not everyday ones', () => {
    expect(isHeavy(`<p>${'word '.repeat(2_000)}</p>`)).toBe(false)
    expect(isHeavy('<p>a</p>'.repeat(300))).toBe(false)
    expect(isHeavy('<p>a</p>'.repeat(500))).toBe(true)
    expect(isHeavy('x'.repeat(20_000))).toBe(true)
  })

  it('have a height by their lines while they wait', () => {
    expect(guessedHeight(`<table>${'<tr><td>a</td></tr>'.repeat(500)}</table>`)).toBeGreaterThan(10_000)
    expect(guessedHeight(`<p>${'x'.repeat(11_000)}</p>`)).toBeGreaterThan(2_000)
    expect(guessedHeight('')).toBeGreaterThan(0)
  })
})
