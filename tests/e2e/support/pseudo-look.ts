import type { Page } from '@playwright/test'
import type { ScreenFixture } from './fixture-page.ts'

/**
 * Selectors of texts that are neither a sentence of the catalogue nor a value, with the reasons. Contents of messages
 * and fields are the user's.
 */
const outside: Readonly<Record<string, string>> = {
  '.message-body': 'the text of a message',
  '.avatar, .rail .organization > [aria-hidden]': 'initials of a name',
  kbd: 'the name of a key, as it is printed on the keyboard',
  '.emoji, .picker .grid, .picker .preview': 'an emoji and its name, which the catalogue of emoji has',
  'pre[role=region]': 'a report or an error, for whoever helps',
}

/** Visible texts, labels and tooltips that are not from the catalogue and not values of the fixture. */
export async function foreignTexts(page: Page, fixture: ScreenFixture): Promise<string[]> {
  const found = await page.evaluate((selectors) => {
    const texts: string[] = []
    const isOutside = (element: Element): boolean => element.closest(selectors) !== null
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || isOutside(parent) || !parent.checkVisibility({ visibilityProperty: true })) continue
      if (parent.closest('script, style, textarea, .cm-content') === null) texts.push(node.nodeValue ?? '')
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
      for (const element of document.body.querySelectorAll(`[${name}]`)) {
        if (!isOutside(element)) texts.push(element.getAttribute(name) ?? '')
      }
    }
    return texts
  }, Object.keys(outside).join(', '))
  const values = valuesIn(fixture).sort((one, other) => other.length - one.length)
  return [...new Set(found.map((text) => text.replaceAll(/\s+/g, ' ').trim()))].filter((text) => {
    const rest = withoutSentences(text)
    if (!/\p{L}/u.test(rest) || values.some((value) => value.includes(rest))) return false
    return /\p{L}/u.test(values.reduce((left, value) => left.replaceAll(value, ''), rest))
  })
}

/** A text without its sentences of the catalogue, which are in brackets and may contain others. */
function withoutSentences(text: string): string {
  const rest = text.replaceAll(/\[[^[\]]*\]/g, '')
  return rest === text ? rest.trim() : withoutSentences(rest)
}

/** The texts of a fixture: names, titles, contents. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 2 ? [value.replaceAll(/\s+/g, ' ')] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}

/**
 * Elements whose own text is wider than they are, or leaves the window; one that ends in “…” has its full text as a
 * tooltip.
 */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    /** The nearest box that clips wider content. */
    const clippingFrame = (element: Element): Element | null => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const { overflowX, display } = getComputedStyle(at)
        if (display !== 'inline' && overflowX !== 'visible') return at
      }
      return null
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const own = [...element.childNodes].filter(
        (node) => node instanceof Text && node.data.trim() !== '' && element.children.length === 0,
      )
      if (
        own.length === 0 ||
        element.closest('.visually-hidden, script, style, textarea, .cm-content, .message-body') !== null
      )
        continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const { overflowX, textOverflow, display } = getComputedStyle(element)
      const name = `${element.localName}.${element.className}`
      const text = element.textContent.replaceAll(/\s+/g, ' ').trim().slice(0, 60)
      const isEllipsis = textOverflow === 'ellipsis' && overflowX !== 'visible'
      if (display !== 'inline' && element.scrollWidth > element.clientWidth && !/auto|scroll/.test(overflowX)) {
        if (!isEllipsis || element.closest('[title], [data-tooltip]') === null)
          found.push(`${name} is ${element.clientWidth} px for ${element.scrollWidth}: ${text}`)
        continue
      }
      const range = document.createRange()
      range.setStartBefore(own[0] ?? element)
      range.setEndAfter(own.at(-1) ?? element)
      const { left, right } = range.getBoundingClientRect()
      const frame = clippingFrame(element)
      const box = frame?.getBoundingClientRect() ?? { left: 0, right: innerWidth }
      if (left >= box.left - 1 && right <= box.right + 1) continue
      const hasFullForm =
        frame !== null &&
        getComputedStyle(frame).textOverflow === 'ellipsis' &&
        frame.closest('[title], [data-tooltip]') !== null
      if (!hasFullForm) found.push(`${name} leaves ${frame === null ? 'the window' : frame.className}: ${text}`)
    }
    return found
  })
}
