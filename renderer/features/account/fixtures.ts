import type { OwnFieldContent, OwnFieldItem, OwnStatus } from '#contract/people/own-account.ts'
import { fixture, mei, noor, now, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const saved = { kind: 'saved' } as const

const status: OwnStatus = {
  text: 'In a meeting',
  emoji: { type: 'unicode_emoji', code: '1f4c5', name: 'calendar', character: '📅', picture: null },
  until: now + 3_600_000,
  state: saved,
}

let nextId = 0
function field(name: string, content: OwnFieldContent, value: string, over: Partial<OwnFieldItem> = {}): OwnFieldItem {
  nextId += 1
  return {
    key: `own_field:${nextId}`,
    kind: 'own_field',
    fieldId: nextId,
    name,
    hint: '',
    content,
    value,
    state: saved,
    ...over,
  }
}

const short = 50
const long = 500

/** A field of each type, one with a pending change and one with a refused one. */
const fields: readonly OwnFieldItem[] = [
  field('Nickname', { type: 'short_text', most: short }, 'Ir', { hint: 'What people call you' }),
  field('About', { type: 'long_text', most: long }, 'Joint controllers, mostly.\nCoffee before ten.', {
    state: { kind: 'saving', localId: 'about' },
  }),
  field(
    'Shift',
    {
      type: 'list',
      choices: [
        { value: 'a', text: 'Day' },
        { value: 'b', text: 'Night' },
      ],
    },
    'b',
  ),
  field('Birthday', { type: 'date' }, '1990-02-28'),
  field('Homepage', { type: 'link', most: long }, 'https://alder.example/iris', {
    state: { kind: 'failed', localId: 'home', failure: { code: 'TEXT', values: { text: 'Homepage is not a URL' } } },
  }),
  field('Mentors', { type: 'person', people: [noor, mei] }, '[2,3]'),
  field('GitHub', { type: 'external_account', most: short }, 'irisl'),
  field('Pronouns', { type: 'pronouns', most: short }, 'she/her'),
]

const topics = (['calibration', 'release 2.4', 'status light colours'] as const).map((name, index) => ({
  key: `topic:${index + 1}:${name}`,
  kind: 'topic_choice' as const,
  streamId: index + 1,
  topic: name,
  name,
  streamName: ['arm-firmware', 'arm-firmware', 'design'][index] ?? null,
  streamColor: ['#3b5bdb', '#3b5bdb', '#e64980'][index] ?? null,
}))

/** The dialogs about the own account. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'with-status': { fixture: fixture({ views: { own_account: { meta: { status } } } }), opens: 'conversation' },
  'with-profile': {
    fixture: fixture({ views: { own_account: { items: fields, meta: { status } } } }),
    opens: 'conversation',
  },
  'with-topic-choices': {
    fixture: fixture({
      views: { topic_choices: { items: topics, meta: { total: 3, found: 3 } } },
    }),
    opens: 'conversation',
  },
}
