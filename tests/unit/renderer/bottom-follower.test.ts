import { describe, expect, it } from 'vitest'
import { BottomFollower } from '#renderer/parts/messages/list/bottom-follower.ts'
import type { ScrollMetrics } from '#renderer/parts/messages/list/scroll-metrics.ts'

const metrics = (top: number, content = 2000, view = 500): ScrollMetrics => ({ top, content, view })

const now = 1_000
const reader = { isReader: true, now }

/** A list at its end. */
function atEnd(): BottomFollower {
  const follower = new BottomFollower()
  follower.scrolled(metrics(1500), true, reader)
  expect(follower.isFollowing).toBe(true)
  return follower
}

describe('a list at its end', () => {
  it('follows the end when rows, the composer or the window move it', () => {
    const follower = atEnd()
    expect(follower.resized(metrics(1500, 2093), true, now)).toBe(true)
    follower.placed(metrics(1593, 2093))
    expect(follower.resized(metrics(1593, 2093, 300), true, now)).toBe(true)
    follower.placed(metrics(1793, 2093, 300))
    expect(follower.resized(metrics(1793, 2093, 300), true, now)).toBe(false)
    expect(follower.isFollowing).toBe(true)
  })

  it('stays at its end when it scrolls itself because of wrong height estimates above', () => {
    const follower = atEnd()
    expect(follower.resized(metrics(1500, 1900), true, now)).toBe(false)
    follower.scrolled(metrics(1400, 1900), true, reader)
    expect(follower.resized(metrics(1400, 2500), true, now)).toBe(true)
    follower.scrolled(metrics(1900, 2500), true, reader)
    expect(follower.isFollowing).toBe(true)
  })

  it('is left by scrolling up, however slowly', () => {
    const follower = atEnd()
    // The reader is not moved back to the end meanwhile.
    for (let top = 1499; top >= 1462; top -= 1) expect(follower.scrolled(metrics(top), true, reader)).toBe(false)
    expect(follower.isFollowing).toBe(true)
    for (let top = 1461; top >= 1460; top -= 1) follower.scrolled(metrics(top), true, reader)
    expect(follower.isFollowing).toBe(false)
    expect(follower.resized(metrics(1450, 2100), true, now)).toBe(false)
  })

  it('is left by scrolling up slowly while rows are observed after each step', () => {
    const follower = atEnd()
    follower.placed(metrics(1500))
    for (let top = 1499; top >= 1450; top -= 1) {
      follower.scrolled(metrics(top), true, reader)
      // Unread rows on screen are marked as read, which changes no height.
      expect(follower.resized(metrics(top), true, now)).toBe(false)
      follower.placed(metrics(top))
    }
    expect(follower.isFollowing).toBe(false)
  })

  it('returns to its end from just above it when a message arrives', () => {
    const follower = atEnd()
    follower.placed(metrics(1500))
    follower.scrolled(metrics(1480), true, reader)
    expect(follower.resized(metrics(1480), true, now)).toBe(false)
    follower.placed(metrics(1480))
    expect(follower.resized(metrics(1480, 2093), true, now)).toBe(true)
  })

  it('is left by scrolling up while a row grows at the same time', () => {
    const follower = atEnd()
    follower.scrolled(metrics(1400, 2100), true, reader)
    expect(follower.isFollowing).toBe(false)
  })

  it('is reached again by scrolling down, but not at the end of an incomplete conversation', () => {
    const follower = atEnd()
    follower.scrolled(metrics(1000), true, reader)
    expect(follower.isFollowing).toBe(false)
    follower.scrolled(metrics(1500), false, reader)
    expect(follower.resized(metrics(1500, 3000), false, now)).toBe(false)
    follower.scrolled(metrics(2500, 3000), true, reader)
    expect(follower.resized(metrics(2500, 3100), true, now)).toBe(true)
  })

  it('is not reached when a shorter list moves its position up', () => {
    const follower = new BottomFollower()
    follower.scrolled(metrics(1000), true, reader)
    follower.placed(metrics(1440))
    // A row above is deleted: 117 px less, of which 60 were below the view.
    expect(follower.scrolled(metrics(1383, 1883), true, reader)).toBe(false)
    expect(follower.isFollowing).toBe(false)
    const following = atEnd()
    expect(following.scrolled(metrics(1383, 1883), true, reader)).toBe(false)
    expect(following.isFollowing).toBe(true)
  })

  it('stays at its end if it was there before rows were measured', () => {
    const follower = atEnd()
    // In a wider window, rows above become lower, and the list scrolls itself up before the end has moved down.
    follower.scrolled(metrics(1400), true, reader)
    expect(follower.isFollowing).toBe(false)
    expect(follower.resized(metrics(1400, 1900), true, now)).toBe(false)
    expect(follower.resized(metrics(1400, 1900, 300), true, now)).toBe(true)
  })

  it('stays at its end when it moves itself for measured rows, but not when nothing has changed', () => {
    const follower = atEnd()
    const itself = { isReader: false, now: now + 50 }
    expect(follower.resized(metrics(1500, 2400), true, now)).toBe(true)
    follower.placed(metrics(1900, 2400))
    expect(follower.scrolled(metrics(1700, 2400), true, itself)).toBe(true)
    expect(follower.isFollowing).toBe(true)
    follower.scrolled(metrics(1500, 2400), true, { isReader: false, now: now + 5_000 })
    expect(follower.isFollowing).toBe(false)
  })

  it('stays at its end when the window has grown and shrunk back, and the browser has moved the list', () => {
    const later = now + 5_000
    const moved = { isReader: false, now: later + 20 }
    const follower = atEnd()
    follower.placed(metrics(1500))
    follower.windowResized()
    // The report of the browser may be late, since nothing was painted in between.
    expect(follower.scrolled(metrics(1300), true, moved)).toBe(true)
    expect(follower.isFollowing).toBe(true)
    expect(follower.resized(metrics(1300), true, later + 20)).toBe(true)
    const other = atEnd()
    other.windowResized()
    // The reader scrolls.
    other.scrolled(metrics(1300), true, { ...moved, isReader: true })
    expect(other.isFollowing).toBe(false)
    // Long after the frame of the resize, a scroll is an action of the reader.
    const settled = atEnd()
    settled.windowResized()
    settled.windowPainted(later)
    settled.scrolled(metrics(1300), true, { isReader: false, now: later + 5_000 })
    expect(settled.isFollowing).toBe(false)
  })

  it('detects a move without a scroll event', () => {
    const follower = atEnd()
    expect(follower.hasMoved(metrics(1500, 2093))).toBe(false)
    expect(follower.hasMoved(metrics(1400))).toBe(true)
    follower.placed(metrics(1400))
    expect(follower.hasMoved(metrics(1400))).toBe(false)
  })

  it('is reached from any position by sending a message', () => {
    const follower = new BottomFollower()
    follower.scrolled(metrics(100), true, reader)
    follower.follow()
    expect(follower.resized(metrics(100, 2093), true, now)).toBe(true)
  })
})
