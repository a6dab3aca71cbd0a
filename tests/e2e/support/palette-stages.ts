import type { FoundPlace } from '../../../preload/contract/calls/search.ts'
import { mei, noor, stage, type StageToSee } from './stages.ts'

const looks = { color: '#3b5bdb', isArchived: false, isPrivate: false, isMuted: false, isNear: false }
const design = { ...looks, color: '#e64980' }

const topic = (name: string, over: Partial<Extract<FoundPlace, { kind: 'topic' }>> = {}): FoundPlace => ({
  kind: 'topic',
  streamId: 1,
  topic: name,
  name,
  streamName: 'arm-firmware',
  ...looks,
  ...over,
})

const found: readonly FoundPlace[] = [
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

/** What the palette finds. */
export const paletteStages: Readonly<Record<string, StageToSee>> = {
  'full-palette': { stage: stage({ found }), opens: 'conversation' },
}
