import type { ManagedBot, ManagedFieldItem, ManagedPerson } from '#contract/people/people-administration.ts'
import type { PersonItem } from '#contract/people.ts'
import { build, fixture, iris, mei, person, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const managedMei: ManagedPerson = {
  ...mei,
  role: 'member',
  email: 'mei@alder.example',
  isSelf: false,
  canChangeEmail: true,
  editRefusal: null,
  roleRefusals: {
    owner: { code: 'role', least: 'owner' },
    administrator: null,
    moderator: null,
    member: null,
    guest: null,
  },
  activityRefusal: null,
  hasComment: true,
  bot: null,
  bots: [person(21, 'Build helper'), person(22, `b\u0301${'\u0301'.repeat(100)}ot \u202e of the night`)],
  botCount: 40,
  endsBots: true,
  groupCount: 3,
}
const managedBot: ManagedBot = {
  type: 'generic',
  owner: iris,
  hasStreams: true,
  sendingStream: 'arm-firmware',
  eventsStream: '',
  hasKey: true,
  refusal: null,
}
const field = (fieldId: number, name: string, value: string): ManagedFieldItem => ({
  key: `managed_field:${fieldId}`,
  kind: 'managed_field',
  fieldId,
  name,
  hint: '',
  content: { type: 'short_text', most: 50 },
  value,
})

const listed = (of: PersonItem['id'], name: string, over: Partial<PersonItem>): PersonItem => ({
  ...person(of, name),
  key: `person:${of}`,
  kind: 'person',
  role: 'member',
  email: null,
  presence: null,
  status: null,
  isMuted: false,
  isSelf: false,
  canManage: true,
  ...over,
})

function shown(of: ManagedPerson, items: readonly ManagedFieldItem[] = []): ShownFixture {
  const people = { items: [listed(of.id, of.name ?? '', { role: of.role, isBot: of.isBot })], meta: { found: 1 } }
  const managed = { items, meta: { person: of } }
  const rights = { meta: { role: 'administrator', botTypes: ['generic', 'incoming', 'outgoing'] } } as const
  return { fixture: fixture({ views: { people, managed_person: managed, rights } }), opens: 'nothing' }
}

const locked = { code: 'role', least: 'owner' } as const

/** The administration of people and bots, opened from the directory. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'managed-person-directory': shown(managedMei, [
    field(1, 'Team', 'Arm firmware'),
    field(2, 'x'.repeat(200), 'y'.repeat(2_000)),
  ]),
  'locked-person-directory': shown({
    ...managedMei,
    role: 'owner',
    editRefusal: locked,
    activityRefusal: locked,
    roleRefusals: { owner: null, administrator: locked, moderator: locked, member: locked, guest: locked },
  }),
  'deactivating-directory': shown(managedMei),
  'managed-bot-directory': shown({
    ...managedMei,
    ...build,
    hasComment: false,
    bot: managedBot,
    botCount: 0,
    bots: [],
  }),
  'new-bot-directory': shown(managedMei),
}
