import { describe, expect, it } from 'vitest'
import { copiedOf } from '#renderer/parts/clipboard/copied.ts'
import { markdownOfBody } from '#renderer/parts/clipboard/pasted.ts'
import { code } from '#tests/corpora/clipboard/code.ts'
import type { ClipboardEntry } from '#tests/corpora/clipboard/entry.ts'
import { family } from '#tests/corpora/clipboard/family.ts'
import { office } from '#tests/corpora/clipboard/office.ts'
import { pages } from '#tests/corpora/clipboard/pages.ts'
import { bodyOf, evened, rendered, wordsOf } from '#support/clipboard-pages.ts'

const entries: readonly ClipboardEntry[] = [...office, ...code, ...pages, ...family]

/** The text of an entry’s HTML, for entries without a separate text. */
function shown(html: string): string {
  return evened(
    wordsOf(html.replaceAll(/<(style|script|title)[^]*?<\/\1>|<!(?:--[^]*?--|\[[^]*?\])>/g, '')).replaceAll(
      /^[·o] +|^\d+\. {2,}/gm,
      '',
    ),
  )
}

/** The number of elements that match each selector. */
function found(html: string, has: Readonly<Record<string, number>>): Record<string, number> {
  const body = bodyOf(html)
  return Object.fromEntries(Object.keys(has).map((selector) => [selector, body.querySelectorAll(selector).length]))
}

describe('the clipboard of other programs', () => {
  it('has at least sixty recorded forms', () => {
    expect(entries.length).toBeGreaterThanOrEqual(60)
    expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length)
  })

  it.each(entries.map((entry) => [entry.name, entry] as const))(
    'keeps its content when it is pasted, sent and copied: %s',
    (_name, entry) => {
      const markdown = markdownOfBody(bodyOf(entry.html))
      expect(markdown).toBe(entry.markdown)
      if (markdown === null) return
      const html = rendered(markdown)
      const words = entry.words ?? shown(entry.html)
      expect(wordsOf(html).replaceAll(/ *\n */g, ' ')).toBe(words.replaceAll(/ *\n */g, ' '))
      expect(found(html, entry.has ?? {})).toEqual(entry.has ?? {})
      // The copied content of the sent message is sent again as the same message.
      const copied = copiedOf([{ author: '', time: '', content: { kind: 'html', root: bodyOf(html) } }], {
        server: 'https://x.example',
        aside: String,
      })
      expect(wordsOf(rendered(copied?.text ?? ''))).toBe(wordsOf(html))
      expect(found(rendered(copied?.text ?? ''), entry.has ?? {})).toEqual(entry.has ?? {})
      const pastedBack = copied?.html == null ? copied?.text : (markdownOfBody(bodyOf(copied.html)) ?? copied.text)
      expect(wordsOf(rendered(pastedBack ?? ''))).toBe(wordsOf(html))
    },
  )
})
