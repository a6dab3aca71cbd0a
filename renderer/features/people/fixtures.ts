import type { PersonDetails, PersonMeta, ProfileFieldItem, ProfileValue } from '#contract/people/profiles.ts'
import { build, fixture, iris, long, mei, noor, person, seconds, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const noorInDetail: PersonDetails = {
  ...noor,
  role: 'administrator',
  email: 'noor@alder.example',
  pronouns: 'she/her',
  presence: { state: 'active', lastActive: null },
  status: { text: 'In the cold chamber until five', isAway: false, emoji: null },
  timezone: 'Asia/Kolkata',
  joinedAt: seconds - 900 * 86_400,
  owner: null,
  isSelf: false,
  isMuted: false,
  hasNamesake: false,
  canManage: false,
  groups: [
    { groupId: 3, name: 'firmware' },
    { groupId: 4, name: 'release crew' },
  ],
}

let nextField = 0
const field = (name: string, value: ProfileValue, isInSummary = false): ProfileFieldItem => {
  nextField += 1
  return { key: `field:${nextField}`, kind: 'profile_field', id: nextField, name, value, isInSummary }
}

const fields: readonly ProfileFieldItem[] = [
  field('Team', { kind: 'text', text: 'Arm firmware' }, true),
  field('Phone', { kind: 'rendered', html: '<p>+47 55 01 02 03</p>' }, true),
  field('Biography', {
    kind: 'rendered',
    html: '<p>Wrote the <strong>torque loop</strong>, and most of its <a href="https://x.example/tests">tests</a>.</p>',
  }),
  field('Birthday', { kind: 'date', day: '1990-03-14' }),
  field('Home page', { kind: 'link', address: 'https://noor.example/notes/' }),
  field('Manager', { kind: 'people', people: [iris, mei], others: 3 }),
  field('GitHub', { kind: 'account', name: 'noor-haddad', address: 'https://github.com/noor-haddad' }),
]

const commonStreams = [
  { streamId: 1, name: 'arm-firmware', color: '#3b5bdb', privacy: 'public' },
  { streamId: 3, name: 'leads', color: '#c92a2a', privacy: 'private' },
] as const

const zalgo = `Z${'\u0310\u0348\u033f\u0352'.repeat(25)}algo`

function shown(details: Partial<PersonDetails> | null, over: Partial<PersonMeta> = {}, items = fields): ShownFixture {
  const meta: PersonMeta = {
    person: details === null ? null : { ...noorInDetail, ...details },
    state: 'known',
    ...over,
  }
  return { fixture: fixture({ views: { person: { items, meta } }, commonStreams }), opens: 'conversation' }
}

/** The card and the profile of a person, by the end of the name. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'person-card': shown({}),
  'bot-card': shown(
    {
      ...build,
      role: null,
      email: 'build-bot@alder.example',
      pronouns: null,
      status: null,
      timezone: '',
      groups: [],
      owner: iris,
    },
    {},
    [],
  ),
  'hostile-card': shown(
    {
      ...long,
      ...person(7, `${zalgo} \u202e${long.name ?? ''}`, { isGuest: true }),
      role: 'guest',
      email: null,
      presence: { state: 'offline', lastActive: seconds - 3 * 86_400 },
      pronouns: 'they/them/'.repeat(40),
      status: { text: 'so much to say '.repeat(60), isAway: false, emoji: null },
      isMuted: true,
    },
    {},
    [field('A field with a very long name that goes on and on', { kind: 'text', text: 'x'.repeat(5_000) }, true)],
  ),
  'unknown-card': shown(null, { state: 'gone' }, []),
  'person-profile': shown({ presence: { state: 'idle', lastActive: seconds - 400 } }),
}
