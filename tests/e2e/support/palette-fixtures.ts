import type { FoundNarrow } from '#contract/calls/search.ts'
import type { FoundGroup, GroupCard } from '#contract/resources/groups.ts'
import { mei, noor, stage, type StageToSee } from './stages.ts'

const looks = { color: '#3b5bdb', isArchived: false, isPrivate: false, isMuted: false, isNear: false }
const design = { ...looks, color: '#e64980' }

const topic = (name: string, over: Partial<Extract<FoundNarrow, { kind: 'topic' }>> = {}): FoundNarrow => ({
  kind: 'topic',
  streamId: 1,
  topic: name,
  name,
  streamName: 'arm-firmware',
  ...looks,
  ...over,
})

const found: readonly FoundNarrow[] = [
  { kind: 'stream', streamId: 2, name: 'release-notes', ...design },
  { kind: 'stream', streamId: 3, name: 'leads of releases', ...looks, isPrivate: true },
  topic('release 2.4'),
  topic('release 1.9', { isMuted: true }),
  topic('', { name: 'general chat', streamName: 'release-notes', ...design }),
  topic(`released at last ${'and at length '.repeat(12)}`, { streamName: 'a-stream-with-quite-a-name-of-its-own' }),
  topic('old release \u202e evil', { ...looks, isArchived: true }),
  { kind: 'direct', userIds: [noor.id], people: [noor], isMuted: false, email: 'noor@alder.example', isNear: false },
  { kind: 'direct', userIds: [noor.id, mei.id], people: [noor, mei], isMuted: false, email: null, isNear: false },
]

const groups: readonly FoundGroup[] = [
  { kind: 'group', groupId: 1, name: 'release crew', memberCount: 3, isNear: false },
  { kind: 'group', groupId: 2, name: `reviewers ${'of all '.repeat(20)}`, memberCount: 1204, isNear: false },
]

const group: GroupCard = {
  name: 'release crew',
  description:
    'Who decides that a release is ready, writes its notes, and answers for a week.\n<b>Evil \u202e</b> and-a-word-that-is-far-too-long-for-a-line-of-this-dialog-and-goes-on',
  memberCount: 240,
  foundCount: 240,
  people: [
    { ...noor, email: 'noor@alder.example' },
    { ...mei, email: `a-long-address-${'of-mei'.repeat(12)}@alder.example` },
    { ...mei, id: 97, name: 'Build bot', isBot: true, email: 'build@alder.example' },
    { ...mei, id: 98, name: 'Left the organization \u202e long ago', isActive: false, email: 'left@alder.example' },
  ],
  selfId: 1,
  others: [noor.id, mei.id, 97],
}

/** The results of the palette, and a group. */
export const paletteStages: Readonly<Record<string, StageToSee>> = {
  'full-palette': { stage: stage({ found, groups }), opens: 'conversation' },
  'group-card': { stage: stage({ groups, group }), opens: 'conversation' },
}
