import type { ScheduledItem } from '#contract/resources/scheduled.ts'
import { hostileNames } from '../../corpora/hostile-html.ts'
import { now, stage, type StageToSee } from './stages.ts'

const hours = (count: number): number => now / 1000 + count * 3600

const item = (id: number, over: Partial<ScheduledItem>): ScheduledItem => ({
  key: `scheduled:${id}`,
  kind: 'scheduled',
  scheduledId: id,
  localId: null,
  narrow: { kind: 'topic', streamId: 1, topic: 'books' },
  title: 'books',
  streamName: 'design',
  streamColor: '#2a6f97',
  content: 'The second volume is here.',
  html: '',
  deliverAt: hours(id),
  state: 'waiting',
  failure: null,
  ...over,
})

const items: readonly ScheduledItem[] = [
  item(-3, { state: 'failed', failure: { code: 'SCHEDULED_NOT_SENT' }, content: 'The lab is closed on Friday.' }),
  item(2, {}),
  item(3, {
    scheduledId: null,
    localId: '00000000-0000-4000-8000-000000000003',
    state: 'saving',
    content: 'Minutes of the meeting\n\n[minutes.pdf](/user_uploads/1/a/minutes.pdf)',
  }),
  item(4, {
    scheduledId: null,
    localId: '00000000-0000-4000-8000-000000000004',
    state: 'failed',
    failure: { code: 'SEND_TIME_PASSED' },
  }),
  item(24, {
    narrow: { kind: 'direct', userIds: [2] },
    title: [{ id: 2, name: 'Noor Haddad' }],
    streamName: null,
    streamColor: null,
    content: 'شكرا جزيلا على التقرير',
  }),
  item(200, { title: hostileNames[0] ?? '', streamName: 'a name '.repeat(20), content: 'long '.repeat(200) }),
]

/** The screen of scheduled messages. */
export const scheduledStages: Readonly<Record<string, StageToSee>> = {
  scheduled: { stage: stage({ scheduled: items, navigationMeta: { scheduled: items.length } }), opens: 'nothing' },
  'nothing-scheduled': { stage: stage({}), opens: 'nothing' },
}
