import type { ComposerDraft } from '#contract/calls/drafts.ts'
import type { Mentionable } from '#contract/resources/mentions.ts'
import { mei, messageOf, noor, stage, type StageToSee } from './stages.ts'

const written = [
  'The **cold** start is *slow*, not ~~broken~~: see #**arm-firmware>encoder drift** and ask @**Noor Haddad**,',
  'or @_*release crew*, by <time:2026-02-01T10:00:00Z> :octopus: `drift()` [the log](https://x.example/log) $$x^2$$',
  '- one',
  '- two with <img src=x onerror=window.pwned=1> and \u202eevil',
  '> a quote',
  '```python',
  'def drift(celsius):',
  '    return 0.4 * celsius  # counts',
  '```',
  'مرحبا بالجميع',
].join('\n')

function person(of: typeof noor, over: Partial<Extract<Mentionable, { kind: 'person' }>> = {}): Mentionable {
  return {
    kind: 'person',
    person: { ...of, name: of.name ?? '' },
    email: null,
    hasNamesake: false,
    isHere: false,
    ...over,
  }
}

const mentions: readonly Mentionable[] = [
  person(noor, { isHere: true, hasNamesake: true, email: 'noor@alder.example' }),
  person(mei, { isHere: true }),
  { kind: 'wildcard', name: 'all', reach: 1204 },
  { kind: 'wildcard', name: 'topic', reach: null },
  { kind: 'group', groupId: 1, name: 'release crew', memberCount: 3 },
  person({ ...mei, id: 90, name: `<b>Evil</b> \u202e ${'name that goes on '.repeat(8)}`, isBot: true }),
  person({ ...mei, id: 91, name: 'يسرى القاسم' }),
]

const draft = { revision: 1, draftId: 'd', topic: '', content: '', attachments: [] } as const

const voters = Array.from({ length: 9 }, (_, index) => ({ id: 200 + index, name: `Person ${index}` }))

const people = [noor, mei, { ...mei, id: 91, name: 'يسرى القاسم' }, { ...mei, id: 93, name: 'Gone', isActive: false }]

const photo = { type: 'image/jpeg', size: 2_480_000 }

const withFiles: ComposerDraft = {
  revision: 1,
  draftId: 'd',
  topic: '',
  content: '',
  attachments: [
    {
      ...photo,
      id: 'berth',
      name: 'berth 7.jpg',
      alt: 'Two boats at a quay, seen from the crane',
      metadata: 'removed',
    },
    { ...photo, id: 'phone', name: 'IMG_4031.HEIC', type: 'image/heic', metadata: 'kept' },
    { id: 'log', name: `calibration of ${'the arm '.repeat(12)}.csv`, type: 'text/csv', size: 9_000 },
    { ...photo, id: 'torn', name: 'crane.jpg', isArriving: true },
    { id: 'clip', name: 'صورة.mp4', type: 'video/mp4', size: 18_000_000 },
  ],
}

/** States of the composer during writing. */
export const composerStages: Readonly<Record<string, StageToSee>> = {
  'forms-written': {
    stage: stage({ meta: { draft: { revision: 1, draftId: 'd', topic: '', content: written, attachments: [] } } }),
    opens: 'conversation',
  },
  'files-to-send': {
    stage: stage({ meta: { draft: { ...withFiles, content: 'From the harbour:' } } }),
    opens: 'conversation',
  },
  'reactors-listed': {
    stage: stage({
      reactors: [
        {
          emoji: { type: 'unicode_emoji', code: '1f44d', name: '+1', character: '👍', picture: null },
          count: 1204,
          people,
        },
        {
          emoji: { type: 'realm_emoji', code: '9', name: 'x'.repeat(60), character: '', picture: '/gone.png' },
          count: 1,
          people: [mei],
        },
      ],
    }),
    opens: 'conversation',
  },
  widgets: {
    stage: stage({
      items: [
        messageOf('<p>/poll</p>', {
          widget: {
            kind: 'poll',
            question: `Which day \u202e for the summer party? ${'A question that goes on. '.repeat(4)}`,
            isOwn: true,
            options: [
              { key: '1', text: 'Friday the 12th', isVoted: true, people: [null, ...voters] },
              { key: '2', text: '<img src=x onerror=window.pwned=1>', isVoted: false, people: [noor] },
              { key: '3', text: 'يوم السبت', isVoted: false, people: [] },
            ],
            problems: [{ localId: 'l', reason: { code: 'CHOICE_LOST' } }],
          },
        }),
        messageOf('<p>/todo</p>', {
          widget: {
            kind: 'todo',
            title: '',
            isOwn: true,
            tasks: [
              { key: '1', text: 'Water the plants', description: 'not the cactus', isDone: true },
              { key: '2', text: `Long ${'task '.repeat(40)}`, description: '', isDone: false },
            ],
            lines: [],
            problems: [],
          },
        }),
      ],
    }),
    opens: 'conversation',
  },
  'poll-written': {
    stage: stage({ meta: { draft: { ...draft, content: '/poll Which day?\nFriday\n<b>Saturday</b>' } } }),
    opens: 'conversation',
  },
  'todo-written': {
    stage: stage({
      meta: {
        draft: {
          ...draft,
          content: [
            `/todo Packing ${'for the harbour '.repeat(6)}`,
            'Shoes: both: left and right',
            '<b>Hat</b>',
            'خريطة: للميناء',
            `Long ${'task '.repeat(20)}: ${'description '.repeat(20)}`,
            'Shoes: again',
          ].join('\n'),
        },
      },
    }),
    opens: 'conversation',
  },
  'todo-of-text': {
    stage: stage({
      items: [
        messageOf('<p>/todo Packing</p>', {
          widget: {
            kind: 'todo',
            isOwn: false,
            title: `Packing \u202e for the harbour ${'and more '.repeat(20)}`,
            tasks: [{ key: '1', text: 'Map', description: '', isDone: true }],
            lines: [
              { name: 'Shoes', description: 'both: left and right' },
              { name: '<b>Hat</b> \u202e evil', description: '' },
              { name: `Long ${'task '.repeat(40)}`, description: 'description '.repeat(20) },
              { name: '', description: 'without a name' },
              { name: 'خريطة', description: 'للميناء' },
            ],
            problems: [],
          },
        }),
        messageOf('<p>/todo</p>', {
          widget: { kind: 'todo', title: '', isOwn: false, tasks: [], lines: [], problems: [] },
        }),
      ],
    }),
    opens: 'conversation',
  },
  'later-chosen': { stage: stage({ meta: { draft: { ...draft, content: 'See you then' } } }), opens: 'conversation' },
  'calendar-open': { stage: stage({ meta: { draft: { ...draft, content: 'See you then' } } }), opens: 'conversation' },
  'text-previewed': {
    stage: stage({
      preview: `<p><strong>bold</strong> &lt;script&gt; ${'long '.repeat(60)}</p><ul><li>one</li></ul><p dir="rtl">مرحبا</p>`,
      meta: { draft: { ...draft, content: '**bold**' } },
    }),
    opens: 'conversation',
  },
  'concerns-said': {
    stage: stage({
      warnings: {
        many: { wildcard: 'all', reach: 1204 },
        notReading: [
          { ...noor, name: 'Noor Haddad' },
          { ...mei, id: 92, name: `<b>Evil</b> \u202e ${'name that goes on '.repeat(8)}` },
        ],
        canAdd: true,
      },
      meta: { isResolved: true, topicPolicy: 1, draft: { ...draft, content: 'Hello @**all**, @**Noor Haddad**' } },
    }),
    opens: 'conversation',
  },
  'posting-closed': {
    stage: stage({ meta: { canPost: false, postingRight: { kind: 'group', name: '<b>release</b> crew' } } }),
    opens: 'conversation',
  },
  'mentions-offered': { stage: stage({ mentions }), opens: 'conversation' },
}
