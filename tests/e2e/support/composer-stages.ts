import type { ComposerDraft } from '../../../preload/contract/calls/drafts.ts'
import type { Mentionable } from '../../../preload/contract/resources/mentions.ts'
import { mei, noor, stage, type StageToSee } from './stages.ts'

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

/** What the composer shows while one writes. */
export const composerStages: Readonly<Record<string, StageToSee>> = {
  'forms-written': {
    stage: stage({ meta: { draft: { revision: 1, draftId: 'd', topic: '', content: written, attachments: [] } } }),
    opens: 'conversation',
  },
  'files-to-send': {
    stage: stage({ meta: { draft: { ...withFiles, content: 'From the harbour:' } } }),
    opens: 'conversation',
  },
  'mentions-offered': { stage: stage({ mentions }), opens: 'conversation' },
}
