import type { PersonRef } from '#contract/values.ts'
import type { SearchItem } from '#contract/views/search.ts'
import { directOf, topicOf } from './inbox-stages.ts'
import { mei, noor, now, stage, type StageToSee } from './stages.ts'

let nextId = 700

/** A found message; text between asterisks is marked. */
function hit(
  narrow: SearchItem['narrow'],
  sender: PersonRef,
  text: string,
  over: Partial<SearchItem> = {},
): SearchItem {
  nextId -= 1
  const isDirect = narrow.kind === 'direct'
  return {
    key: `hit:${nextId}`,
    kind: 'hit',
    messageId: nextId,
    narrow,
    streamName: isDirect ? null : 'arm-firmware',
    streamColor: isDirect ? null : '#3b5bdb',
    title: isDirect ? [sender] : '',
    topic: isDirect ? [] : [{ text: narrow.topic, isHit: false }],
    sender,
    timestamp: now / 1000 - (700 - nextId) * 40_000,
    snippet: text.split('*').map((part, index) => ({ text: part, isHit: index % 2 === 1 })),
    isStale: false,
    ...over,
  }
}

const found = [
  hit(topicOf(1, 'encoder drift on cold start'), mei, 'The *encoder* drifts by two counts before the arm is warm', {
    isStale: true,
  }),
  hit(directOf(noor), noor, 'Which *encoder* did we order for the second arm?'),
  hit(
    topicOf(1, ''),
    noor,
    `… ${'a long line before it '.repeat(4)}the *encoder* at last, ${'and after it '.repeat(4)}…`,
  ),
  hit(topicOf(1, 'a topic \u202e of <b>hostile</b> words'), mei, '<img src=x onerror=alert(1)> *encoder*'),
  hit(topicOf(1, 'الترميز'), mei, 'المشفر *encoder* بطيء'),
]

/** The screen of the search. */
export const searchStages: Readonly<Record<string, StageToSee>> = {
  'found-search': { stage: stage({ search: found, searchMeta: { hasMore: true } }), opens: 'nothing' },
  'offline-search': {
    stage: stage({
      search: found.slice(0, 1),
      searchMeta: { server: 'unreachable', mayHaveNew: true, isIndexed: false },
    }),
    opens: 'nothing',
  },
  'refused-search': {
    stage: stage({ searchMeta: { problem: { code: 'SEARCH_TWO_OF_ONE', values: { filter: 'stream' } } } }),
    opens: 'nothing',
  },
  'completed-search': { stage: stage({}), opens: 'nothing' },
}
