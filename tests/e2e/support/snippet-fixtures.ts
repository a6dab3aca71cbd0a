import type { SnippetItem } from '#contract/resources/snippets.ts'
import { stage, type StageToSee } from './stages.ts'

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

/** The screen of snippets. */
export const snippetStages: Readonly<Record<string, StageToSee>> = {
  'saved-texts': {
    stage: stage({
      snippets: [
        snippet(1, 'Address of the workshop', 'Sandakerveien 121, Oslo. Ring twice, the bell is tired.'),
        snippet(2, '', 'One line without a name'),
        snippet(3, 'شكر', 'شكرا جزيلا على التقرير'),
        snippet(4, `A name ${'that goes on '.repeat(12)}`, 'long '.repeat(100)),
      ],
    }),
    opens: 'nothing',
  },
  'no-saved-texts': { stage: stage({}), opens: 'nothing' },
}
