import type { StreamItem, StreamSettingsMeta } from '#contract/resources/streams.ts'
import { listedStream as stream } from '#support/listed-stream.ts'
import { stage, type StageToSee } from './stages.ts'

const joined = { isSubscribed: true, canJoin: false }

const some: readonly StreamItem[] = [
  stream(1, 'arm-firmware', {
    ...joined,
    description: 'Control loops, drivers and calibration of the arm.',
    subscribers: 12,
    weeklyTraffic: 240,
  }),
  stream(3, 'board', { ...joined, privacy: 'private', color: '#c2726a', subscribers: 3, weeklyTraffic: 4 }),
  stream(2, 'design', {
    ...joined,
    isMuted: true,
    color: '#e64980',
    description: 'What it looks like',
    subscribers: 8,
  }),
  stream(4, 'field-reports', {
    color: '#2f9e44',
    description: `From the field, ${'in long sentences that do not end, '.repeat(8)}`,
    subscribers: 1_204,
    weeklyTraffic: 31,
  }),
  stream(5, 'open-house', { privacy: 'web_public', color: '#f08c00', subscribers: 1, weeklyTraffic: 0 }),
  stream(6, `a name ${'that goes on '.repeat(9)}`, { description: 'شكرا جزيلا على التقرير', canJoin: false }),
  stream(7, 'release-1', { isArchived: true, canJoin: false, description: 'Done.' }),
]

const notSet = { chosen: null, usual: false }

const settings: StreamSettingsMeta['stream'] = {
  name: 'arm-firmware',
  color: '#4f8de4',
  privacy: 'public',
  description: '',
  isArchived: false,
  isSubscribed: true,
  isMuted: false,
  isPinned: true,
  canJoin: false,
  notifications: {
    desktop_notifications: { chosen: true, usual: false },
    audible_notifications: notSet,
    push_notifications: notSet,
    email_notifications: notSet,
    wildcard_mentions_notify: { chosen: null, usual: true },
  },
}

/** The list of all streams with its dialogs. */
export const streamStages: Readonly<Record<string, StageToSee>> = {
  'all-streams': { stage: stage({ streams: some }), opens: 'nothing' },
  'creating-streams': { stage: stage({ streams: some }), opens: 'nothing' },
  'leaving-streams': { stage: stage({ streams: some }), opens: 'nothing' },
  'offline-streams': {
    stage: stage({
      streams: some,
      connection: { state: 'offline', reason: null, retryAt: null },
    }),
    opens: 'nothing',
  },
  'no-such-streams': { stage: stage({ streams: [], otherStreams: 40 }), opens: 'nothing' },
  'settings-of-stream': { stage: stage({ streamSettings: settings }), opens: 'conversation' },
  'unjoined-stream': { stage: stage({ meta: { canJoin: true, isStreamMuted: null } }), opens: 'conversation' },
}
