import type { ReaderItem } from '#contract/streams.ts'
import { fixture, iris, mei, noor, reaction, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const active = { state: 'active', lastActive: null } as const
const idle = { state: 'idle', lastActive: null } as const

function reader(person: typeof noor, over: Partial<ReaderItem> = {}): ReaderItem {
  const part = over.part ?? 'reader'
  return {
    ...person,
    key: `${part}:${person.id}`,
    kind: 'reader',
    part,
    presence: { state: 'offline', lastActive: null },
    status: null,
    role: null,
    isSelf: false,
    canRemove: true,
    ...over,
  }
}

const busy = {
  text: 'In the cold lab until noon, and then out on the pier with the others',
  isAway: false,
  emoji: reaction('🧊', '1f9ca', 'ice', ['A']),
}

const hostile = [
  reader({ ...mei, id: 90, name: `<b>Evil</b> \u202e ${'name that goes on '.repeat(8)}` }, { role: 'guest' }),
  reader({ ...mei, id: 91, name: 'يسرى القاسم' }, { role: 'moderator' }),
  reader({ ...mei, id: 92, name: `Zalgo${'\u0301'.repeat(100)}` }),
  reader({ ...mei, id: 93, name: 'Deploy helper', isBot: true }),
  reader({ ...mei, id: 94, name: null, avatar: null }),
]

const people = [
  reader(noor, { presence: active, role: 'owner', status: busy }),
  reader(iris, { presence: active, isSelf: true }),
  reader(mei, { presence: idle, role: 'administrator' }),
  ...hostile,
]

/** The panel with the people of a conversation. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'people-of-topic': {
    fixture: fixture({
      views: {
        readers: {
          items: [
            reader(mei, { part: 'participant', presence: idle, canRemove: false }),
            reader(noor, { part: 'participant', presence: active, canRemove: false, status: busy }),
            ...people,
          ],
          meta: { participants: 2, found: people.length, total: 20_000, hasMore: true },
        },
      },
    }),
    opens: 'conversation',
  },
  'people-offline': {
    fixture: fixture({
      meta: { narrow: { kind: 'stream', streamId: 1 }, title: 'arm-firmware', topicPolicy: null, readerCount: null },
      views: { readers: { meta: { kind: 'stream', total: null, list: 'offline', canAdd: false } } },
    }),
    opens: 'conversation',
  },
  'removing-person': {
    fixture: fixture({
      views: {
        readers: {
          items: people.slice(0, 3),
          meta: {
            kind: 'stream',
            stream: { name: `board ${'of the whole company '.repeat(3)}`, isPrivate: true, isArchived: false },
            found: 3,
            total: 3,
          },
        },
      },
    }),
    opens: 'conversation',
  },
}
