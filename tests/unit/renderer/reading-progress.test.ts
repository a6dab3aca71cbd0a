import { describe, expect, it } from 'vitest'
import { ReadingProgress, type Observation } from '#renderer/parts/messages/list/reading-progress.ts'

const viewHeight = 500
const rowHeight = 100
const buffer = 400

/** The observation at a position of a list of equal rows, drawn with a margin beyond the view. */
function at(scrolled: number, drawnAt = scrolled, height = rowHeight): Observation {
  const first = Math.max(0, Math.floor((drawnAt - buffer) / height))
  const last = Math.ceil((drawnAt + viewHeight + buffer) / height)
  const rows = []
  for (let id = first; id < last; id += 1) {
    rows.push({ id, top: id * height - scrolled, bottom: (id + 1) * height - scrolled })
  }
  return {
    view: { top: 0, bottom: viewHeight },
    drawn: { top: rows[0]?.top ?? 0, bottom: rows.at(-1)?.bottom ?? 0 },
    rows,
  }
}

/** Scrolls from position to position, each drawn before the next; returns the read rows. */
function scroll(reading: ReadingProgress, positions: readonly number[], msPerStep = 16): number[] {
  const read: number[] = []
  let previous = positions[0] ?? 0
  reading.observe('layout', at(previous), 0)
  for (const [index, position] of positions.entries()) {
    read.push(...reading.observe('scroll', at(position, previous), index * msPerStep).read)
    read.push(...reading.observe('layout', at(position), index * msPerStep).read)
    previous = position
  }
  return [...new Set(read)].sort((a, b) => a - b)
}

const steps = (to: number, size: number) =>
  Array.from({ length: Math.floor(to / size) + 1 }, (_, index) => index * size)
const upTo = (end: number) => Array.from({ length: end }, (_, id) => id)

describe('the read messages', () => {
  it('are those that stayed on screen for a moment', () => {
    const reading = new ReadingProgress()
    expect(reading.observe('layout', at(0), 0)).toEqual({ read: [], isWaiting: true })
    expect(reading.observe('layout', at(0), 249).read).toEqual([])
    expect(reading.observe('layout', at(0), 250)).toEqual({ read: [0, 1, 2, 3, 4], isWaiting: false })
  })

  it.each([30, 250, 450, 800])('are all that were scrolled past, at %i pixels a frame', (size) => {
    const positions = steps(12_000, size)
    const end = positions.at(-1) ?? 0
    expect(scroll(new ReadingProgress(), positions)).toEqual(upTo(Math.floor(end / rowHeight)))
  })

  it('include those that were scrolled past upwards', () => {
    const positions = steps(9_000, 300).reverse()
    // Those at the beginning are still on screen.
    expect(scroll(new ReadingProgress(), positions)).toEqual(upTo(95).filter((id) => id >= 5))
  })

  it('exclude messages that a jump skipped without drawing them', () => {
    expect(scroll(new ReadingProgress(), [0, 50_000])).toEqual([0, 1, 2, 3, 4])
  })

  it('exclude messages that left the view because something above grew', () => {
    const reading = new ReadingProgress()
    reading.observe('layout', at(0), 0)
    const grown = at(0)
    const rows = grown.rows.map((row) => ({ ...row, top: row.top + 400, bottom: row.bottom + 400 }))
    expect(reading.observe('layout', { ...grown, rows }, 16).read).toEqual([])
    expect(reading.observe('scroll', { ...grown, rows }, 32).read).toEqual([])
  })

  it('include messages that a list at its end scrolled out of view, but not those that it skipped', () => {
    const reading = new ReadingProgress()
    reading.observe('layout', at(0), 0)
    expect(reading.observe('follow', at(800, 0), 16).read).toEqual([0, 1, 2, 3, 4])
  })

  it('include a message taller than the view once its end was passed', () => {
    const reading = new ReadingProgress()
    const tall = (scrolled: number): Observation => {
      const row = { id: 7, top: 300 - scrolled, bottom: 3300 - scrolled }
      return { view: { top: 0, bottom: viewHeight }, drawn: row, rows: [row] }
    }
    reading.observe('layout', tall(0), 0)
    for (let scrolled = 100; scrolled < 300; scrolled += 100) {
      expect(reading.observe('scroll', tall(scrolled), scrolled).read).toEqual([])
    }
    for (let scrolled = 300; scrolled < 3300; scrolled += 500) reading.observe('scroll', tall(scrolled), 100)
    expect(reading.observe('scroll', tall(3310), 120).read).toEqual([7])
  })

  it('start again when the reader returns', () => {
    const reading = new ReadingProgress()
    reading.observe('layout', at(0), 0)
    reading.forget()
    expect(reading.observe('scroll', at(2000, 2000), 1000).read).toEqual([])
    expect(reading.observe('layout', at(2000), 1000)).toEqual({ read: [], isWaiting: true })
  })
})
