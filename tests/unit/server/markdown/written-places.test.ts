import { describe, expect, it } from 'vitest'
import { readLink } from '#renderer/state/links/own-links.ts'
import { writtenNarrow } from '#renderer/parts/editor/completion/narrow-offers.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

const server = 'https://chat.example'

/** The server's link in a text: its address and its words. */
function linkOf(streamName: string, topic: string | null): { readonly href: string; readonly words: string } | null {
  const directory: Directory = {
    user: () => undefined,
    group: () => undefined,
    stream: (name) => (name === streamName ? { id: 7, name } : undefined),
    customEmoji: () => undefined,
    linkify: () => [],
  }
  const { html } = renderMarkdown(`see ${writtenNarrow({ streamId: 7, name: streamName }, topic)} now`, directory)
  const match = /^<p>see <a [^>]*?href="([^"]*)"[^>]*>([^<]*)<\/a> now<\/p>$/.exec(html)
  return match === null ? null : { href: textOf(match[1] ?? ''), words: textOf(match[2] ?? '') }
}

function textOf(html: string): string {
  const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
  return html
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot);/g, (whole, name: string) => signs[name] ?? whole)
}

/** Checks that the link is rendered with its words and its target. */
function expectLink(streamName: string, topic: string | null): void {
  const link = linkOf(streamName, topic)
  const shown = `${streamName} / ${topic}`
  expect(link?.words, shown).toBe(topic === null ? `#${streamName}` : `#${streamName} > ${topic}`)
  const target = readLink(new URL(link?.href ?? '', server).href, [{ id: 'a', server }], 'a')
  expect(target, shown).toMatchObject({
    kind: 'conversation',
    narrow: topic === null ? { kind: 'stream', streamId: 7 } : { kind: 'topic', streamId: 7, topic },
  })
}

describe('a link to a stream or topic that the composer writes', () => {
  it.each([
    ['general', null],
    ['general', 'lunch at noon'],
    ['general', '[ABC-123] crash'],
    ['general', 'a*b'],
    ['general', '**bold** move'],
    ['general', '`x` is null'],
    ['general', 'a > b'],
    ['general', 'Q&A'],
    ['general', '&lt;b&gt; is shown'],
    ['general', 'costs $$5 or $$6'],
    ['general', '[x](https://x.example)'],
    ['general', '~~old~~ *new*'],
    ['general', ':tada: *party*'],
    ['general', '<time:2026-01-01> [x]'],
    ['general', '✔ done [x]'],
    ['general', '50% (of) [all]'],
    ['general', 'www.example.com [down]'],
    ['general', '@**all** come'],
    ['general', '東京 [2026]'],
    ['general', 'a_b_c *d*'],
    ['general', "it's [here]!"],
    ['c++ *new*', null],
    ['c++ *new*', 'plain'],
    ['a>b', null],
    ['R&D', 'plans'],
    ['$$', '$$'],
    ['[archive]', '[2024]'],
  ])('leads to %s, %s', (stream, topic) => {
    expectLink(stream, topic)
  })

  it('leads to its target whatever characters the names have', () => {
    const random = new SeededRandom(chooseSeed())
    const signs = [...Array.from('ab1 .*_~`[]()<>&$:@#|!-/%"\''), 'é', '東', ':tada:', '&amp;', '**', '$$', '~~']
    const name = () =>
      Array.from({ length: 1 + random.below(8) }, () => signs[random.below(signs.length)] ?? '')
        .join('')
        .trim()
        .replaceAll(/ +/g, ' ')
    for (let round = 0; round < 3_000; round += 1) {
      const [stream, topic] = [name(), name()]
      if (stream === '' || topic === '') continue
      expectLink(stream, null)
      expectLink(stream, topic)
    }
  })
})
