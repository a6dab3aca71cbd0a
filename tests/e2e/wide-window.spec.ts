import { expect, type Page } from '@playwright/test'
import { wide } from './support/looks.ts'
import { openFixture } from './support/open-fixture.ts'
import { leave, sampleOf } from './support/sample.ts'
import { showFixture } from './support/shown-fixture.ts'
import { test } from './support/fixture-test.ts'

/** The maximum width of lines of text, with a margin for marks and buttons. */
const widest = 1120 + 60

/** The distances from the middle of the screen to the ends of its texts and buttons, below its header. */
function reach(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    if (main === null) return null
    const { left: start, width } = main.getBoundingClientRect()
    const middle = start + width / 2
    const sides = { start: 0, end: 0, seen: 0 }
    const note = ({ left, right, width }: DOMRect) => {
      if (width === 0) return
      sides.seen += 1
      sides.start = Math.max(sides.start, middle - left)
      sides.end = Math.max(sides.end, right - middle)
    }
    /** The visible part of a box: containers clip a long name. */
    const seenOf = (box: DOMRect, inside: Element | null) => {
      let { left, right } = box
      for (let holder = inside; holder !== null && holder !== main; holder = holder.parentElement) {
        if (getComputedStyle(holder).overflowX === 'visible') continue
        const { left: from, right: to } = holder.getBoundingClientRect()
        ;[left, right] = [Math.max(left, from), Math.min(right, to)]
      }
      return new DOMRect(left, 0, Math.max(0, right - left))
    }
    const isHeader = (element: Element | null) => element?.closest('header, .visually-hidden') != null
    for (const element of main.querySelectorAll('button, input, img')) {
      if (!isHeader(element)) note(element.getBoundingClientRect())
    }
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (isHeader(text.parentElement) || text.textContent?.trim() === '') continue
      const range = document.createRange()
      range.selectNode(text)
      for (const box of range.getClientRects()) note(seenOf(box, text.parentElement))
    }
    return { ...sides, width }
  })
}

const screens = [
  ...['daily', 'full-feed', 'full-inbox', 'full-recent'],
  ...['drafts', 'unsent', 'scheduled', 'snippets'],
] as const

test('a window of 3840 × 2160 centres its lines of text and limits their width', async ({ sharedPage }) => {
  const sample = sampleOf('wide windows', screens, 3)
  leave(screens.length - sample.length, 'looks')
  for (const name of sample) {
    const page = await showFixture(sharedPage, name, wide)
    await openFixture(page, name)
    const sides = await reach(page)
    expect(sides?.width, name).toBeGreaterThan(3400)
    expect(sides?.seen, name).toBeGreaterThan(5)
    expect(sides?.start, name).toBeLessThanOrEqual(widest / 2)
    expect(sides?.end, name).toBeLessThanOrEqual(widest / 2)
  }
})
