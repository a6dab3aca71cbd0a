import type { SnippetItem } from '#contract/writing.ts'
import { fixture, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const snippet = (
  id: number,
  name: string,
  start: string,
  localReason: SnippetItem['localReason'] = null,
): SnippetItem => ({
  key: String(id),
  kind: 'snippet',
  snippetId: `00000000-0000-4000-8000-00000000000${id}`,
  name,
  start,
  localReason,
})

const items = [
  snippet(1, 'Address of the workshop', 'Sandakerveien 121, Oslo. Ring twice, the bell is tired.'),
  snippet(2, '', 'One line without a name'),
  snippet(3, 'شكر', 'شكرا جزيلا على التقرير'),
  snippet(4, `A name ${'that goes on '.repeat(12)}`, 'long '.repeat(100)),
]

/** The screen of snippets. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  snippets: {
    fixture: fixture({
      views: { snippets: { items, meta: { total: items.length, found: items.length } } },
    }),
    opens: 'nothing',
  },
  'no-snippets': { fixture: fixture({}), opens: 'nothing' },
}
