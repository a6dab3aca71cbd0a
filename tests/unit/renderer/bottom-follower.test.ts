import { describe, expect, it } from 'vitest'
import { BottomFollower } from '#renderer/conversation/list/bottom-follower.ts'
import type { ScrollOffset } from '#renderer/conversation/list/scroll-offset.ts'

const place = (top: number, content = 2000, view = 500): ScrollOffset => ({ top, content, view })

const now = 1_000
const reader = { isReader: true, now }

/** A list that is at its end. */
function atEnd(): BottomFollower {
  const follower = new BottomFollower()
  follower.scrolled(place(1500), true, reader)
  expect(follower.isFollowing).toBe(true)
  return follower
}

describe('a list at its end', () => {
  it('goes after the end when rows, the composer or the window take it away', () => {
    const follower = atEnd()
    expect(follower.resized(place(1500, 2093), true, now)).toBe(true)
    follower.placed(place(1593, 2093))
    expect(follower.resized(place(1593, 2093, 300), true, now)).toBe(true)
    follower.placed(place(1793, 2093, 300))
    expect(follower.resized(place(1793, 2093, 300), true, now)).toBe(false)
    expect(follower.isFollowing).toBe(true)
  })

  it('stays so when the list scrolls itself, for rows above that were estimated too high or too low', () => {
    const follower = atEnd()
    expect(follower.resized(place(1500, 1900), true, now)).toBe(false)
    follower.scrolled(place(1400, 1900), true, reader)
    expect(follower.resized(place(1400, 2500), true, now)).toBe(true)
    follower.scrolled(place(1900, 2500), true, reader)
    expect(follower.isFollowing).toBe(true)
  })

  it('is left by scrolling up, however slowly', () => {
    const follower = atEnd()
    // The reader is not moved back to the end meanwhile.
    for (let top = 1499; top >= 1462; top -= 1) expect(follower.scrolled(place(top), true, reader)).toBe(false)
    expect(follower.isFollowing).toBe(true)
    for (let top = 1461; top >= 1460; top -= 1) follower.scrolled(place(top), true, reader)
    expect(follower.isFollowing).toBe(false)
    expect(follower.resized(place(1450, 2100), true, now)).toBe(false)
  })

  it('is left by scrolling up slowly also while rows are looked at after each step', () => {
    const follower = atEnd()
    follower.placed(place(1500))
    for (let top = 1499; top >= 1450; top -= 1) {
      follower.scrolled(place(top), true, reader)
      // Unread rows on screen are read, which changes no height.
      expect(follower.resized(place(top), true, now)).toBe(false)
      follower.placed(place(top))
    }
    expect(follower.isFollowing).toBe(false)
  })

  it('is gone to again from just above it when a message arrives', () => {
    const follower = atEnd()
    follower.placed(place(1500))
    follower.scrolled(place(1480), true, reader)
    expect(follower.resized(place(1480), true, now)).toBe(false)
    follower.placed(place(1480))
    expect(follower.resized(place(1480, 2093), true, now)).toBe(true)
  })

  it('is left by scrolling up while a row grows in the same moment', () => {
    const follower = atEnd()
    follower.scrolled(place(1400, 2100), true, reader)
    expect(follower.isFollowing).toBe(false)
  })

  it('is found again by scrolling down, but the end of a part of a conversation is none', () => {
    const follower = atEnd()
    follower.scrolled(place(1000), true, reader)
    expect(follower.isFollowing).toBe(false)
    follower.scrolled(place(1500), false, reader)
    expect(follower.resized(place(1500, 3000), false, now)).toBe(false)
    follower.scrolled(place(2500, 3000), true, reader)
    expect(follower.resized(place(2500, 3100), true, now)).toBe(true)
  })

  it('is not found by a list that has become shorter than the place where it stood', () => {
    const follower = new BottomFollower()
    follower.scrolled(place(1000), true, reader)
    follower.placed(place(1440))
    // A row above is deleted: 117 px less, of which 60 were below the view.
    expect(follower.scrolled(place(1383, 1883), true, reader)).toBe(false)
    expect(follower.isFollowing).toBe(false)
    const following = atEnd()
    expect(following.scrolled(place(1383, 1883), true, reader)).toBe(false)
    expect(following.isFollowing).toBe(true)
  })

  it('stays so where it is at the very end after rows were measured in between', () => {
    const follower = atEnd()
    // A wider window: rows above become lower, and the list scrolls itself up before the end has moved down.
    follower.scrolled(place(1400), true, reader)
    expect(follower.isFollowing).toBe(false)
    expect(follower.resized(place(1400, 1900), true, now)).toBe(false)
    expect(follower.resized(place(1400, 1900, 300), true, now)).toBe(true)
  })

  it('stays so when the list moves itself for rows that it measures, but not when nothing has changed', () => {
    const follower = atEnd()
    const itself = { isReader: false, now: now + 50 }
    expect(follower.resized(place(1500, 2400), true, now)).toBe(true)
    follower.placed(place(1900, 2400))
    expect(follower.scrolled(place(1700, 2400), true, itself)).toBe(true)
    expect(follower.isFollowing).toBe(true)
    follower.scrolled(place(1500, 2400), true, { isReader: false, now: now + 5_000 })
    expect(follower.isFollowing).toBe(false)
  })

  it('stays so when the window has grown and shrunk back, for which the browser has moved the list', () => {
    const later = now + 5_000
    const moved = { isReader: false, now: later + 20 }
    const follower = atEnd()
    follower.placed(place(1500))
    follower.windowResized()
    // However late the browser reports it: nothing was painted in between.
    expect(follower.scrolled(place(1300), true, moved)).toBe(true)
    expect(follower.isFollowing).toBe(true)
    expect(follower.resized(place(1300), true, later + 20)).toBe(true)
    const other = atEnd()
    other.windowResized()
    // The reader scrolls.
    other.scrolled(place(1300), true, { ...moved, isReader: true })
    expect(other.isFollowing).toBe(false)
    // Long after the frame in which the window was resized, a scroll is someone's choice.
    const settled = atEnd()
    settled.windowResized()
    settled.windowPainted(later)
    settled.scrolled(place(1300), true, { isReader: false, now: later + 5_000 })
    expect(settled.isFollowing).toBe(false)
  })

  it('knows when it was moved and not told', () => {
    const follower = atEnd()
    expect(follower.hasMoved(place(1500, 2093))).toBe(false)
    expect(follower.hasMoved(place(1400))).toBe(true)
    follower.placed(place(1400))
    expect(follower.hasMoved(place(1400))).toBe(false)
  })

  it('is gone to from anywhere by a message of one’s own', () => {
    const follower = new BottomFollower()
    follower.scrolled(place(100), true, reader)
    follower.follow()
    expect(follower.resized(place(100, 2093), true, now)).toBe(true)
  })
})
