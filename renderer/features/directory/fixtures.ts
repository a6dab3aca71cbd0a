import type { PersonItem } from '#contract/people.ts'
import {
  build,
  fixture,
  iris,
  long,
  mei,
  noor,
  person,
  reaction,
  seconds,
  yusra,
  type ShownFixture,
} from '#tests/e2e/fixtures/build.ts'
import type { PersonRef } from '#contract/base/values.ts'

const listed = (of: PersonRef, over: Partial<PersonItem> = {}): PersonItem => ({
  ...of,
  key: `person:${of.id}`,
  kind: 'person',
  role: of.isGuest ? 'guest' : 'member',
  email: `person${of.id}@alder.example`,
  presence: { state: 'offline', lastActive: null },
  status: null,
  isMuted: false,
  isSelf: false,
  canManage: false,
  ...over,
})

const active = { state: 'active', lastActive: null } as const
const minute = 60

const some: readonly PersonItem[] = [
  listed(iris, { role: 'owner', presence: active, isSelf: true }),
  listed(long, { presence: { state: 'offline', lastActive: seconds - 14 * minute } }),
  listed(mei, {
    role: 'administrator',
    presence: active,
    status: { text: 'In the cold lab', isAway: false, emoji: reaction('☕', '2615', 'coffee', []) },
  }),
  listed(noor, {
    role: 'moderator',
    presence: { state: 'idle', lastActive: seconds - 25 * minute },
    status: { text: `Away ${'for quite a while '.repeat(6)}`, isAway: false, emoji: null },
  }),
  listed(yusra, { email: null, presence: { state: 'offline', lastActive: seconds - 3 * 24 * 60 * minute } }),
  listed(person(11, `e\u0301${'\u0301'.repeat(100)}vil \u202e name`), { isMuted: true }),
  listed(person(12, 'Left long ago', { isActive: false }), { presence: null }),
  listed(build, { presence: null, email: 'build-bot@alder.example' }),
]

const groups = [
  { groupId: 4, name: 'firmware team' },
  { groupId: 5, name: 'release crew' },
]
const people = { items: some, meta: { found: some.length, groups } }
const nobody = { items: [], meta: { groups } }

/** The directory. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'people-directory': { fixture: fixture({ views: { people } }), opens: 'nothing' },
  'filtered-directory': { fixture: fixture({ views: { people: nobody } }), opens: 'nothing' },
  'nobody-online-directory': { fixture: fixture({ views: { people: nobody } }), opens: 'nothing' },
  'present-person': {
    fixture: fixture({
      meta: {
        narrow: { kind: 'direct', userIds: [noor.id] },
        title: [noor],
        streamName: null,
        streamColor: null,
        description: '',
        people: [noor],
        presence: { state: 'offline', lastActive: seconds - 14 * minute },
        topicPolicy: null,
        isStreamMuted: null,
        isResolved: null,
      },
    }),
    opens: 'conversation',
  },
}
