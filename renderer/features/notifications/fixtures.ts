import type { NotificationItem } from '#contract/notifications.ts'
import { fixture, mei, noor, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const at = 1_795_172_400

const inTopic = {
  kind: 'notification',
  narrow: { kind: 'topic', streamId: 7, topic: 'bench tests' },
  title: 'bench tests',
  streamName: 'hardware',
  streamColor: '#76ce90',
  sender: mei,
  outcome: 'none',
  hasSound: false,
  later: null,
} as const
const direct = { ...inTopic, narrow: { kind: 'direct', userIds: [noor.id] }, title: [noor], streamName: null } as const

const items: readonly NotificationItem[] = [
  {
    ...direct,
    key: 'notification:9',
    messageId: 9,
    streamColor: null,
    sender: noor,
    decidedAt: at,
    outcome: 'shown',
    hasSound: true,
    reasons: [{ code: 'DIRECT_MESSAGE' }],
    later: { reason: { code: 'READ_ELSEWHERE' }, at: at + 60 },
  },
  {
    ...inTopic,
    key: 'notification:8',
    messageId: 8,
    decidedAt: at - 600,
    reasons: [{ code: 'DO_NOT_DISTURB', values: { by: 'schedule', until: (at + 3600) * 1000 } }, { code: 'MENTIONED' }],
  },
  { ...inTopic, key: 'notification:7', messageId: 7, decidedAt: at - 900, reasons: [{ code: 'TOPIC_MUTED' }] },
  {
    ...inTopic,
    key: 'notification:6',
    messageId: 6,
    decidedAt: at - 1200,
    outcome: 'summary',
    hasSound: true,
    reasons: [
      { code: 'MENTIONED' },
      { code: 'DESPITE_MUTE', values: { what: 'stream' } },
      { code: 'SUMMARY', values: { count: 512 } },
    ],
  },
  {
    ...inTopic,
    key: 'notification:5',
    messageId: 5,
    decidedAt: at - 1800,
    reasons: [{ code: 'NOTHING_ASKS', values: { by: 'account' } }],
  },
]

/** The list of decisions about notifications. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  notifications: {
    fixture: fixture({ views: { notification_log: { items, meta: { hasMore: false } } } }),
    opens: 'nothing',
  },
  'no-notifications': {
    fixture: fixture({ views: { notification_log: { items: [], meta: { hasMore: false } } } }),
    opens: 'nothing',
  },
}
