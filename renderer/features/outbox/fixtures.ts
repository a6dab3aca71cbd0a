import type { OutboxItem, OutboxMeta } from '#contract/outbox.ts'
import { textFailure } from '#support/text-failure.ts'
import { failedNavigation, internal, seconds, fixture, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

/** The view with these items. */
const viewOf = (items: readonly OutboxItem[]) => ({ items, meta: metaOf(items) })

const metaOf = (items: readonly OutboxItem[]): OutboxMeta => ({
  failed: items.filter((item) => item.state === 'failed').length,
  canRetry: items.filter((item) => item.canRetry).length,
  unknown: items.filter((item) => item.state === 'unknown').length,
  total: items.length,
})

const outboxItem = (id: string, over: Partial<OutboxItem>): OutboxItem => ({
  key: `outbox:${id}`,
  kind: 'outbox',
  localId: id,
  what: { code: 'MESSAGE' },
  narrow: { kind: 'topic', streamId: 1, topic: 'encoder drift on cold start' },
  messageId: null,
  title: 'encoder drift on cold start',
  streamName: 'arm-firmware',
  streamColor: '#3b5bdb',
  text: '',
  files: [],
  state: 'failed',
  reason: { kind: 'failed', reason: textFailure('Unable to render message') },
  createdAt: seconds - 3600,
  behind: 0,
  canRetry: over.state === undefined,
  canCancel: true,
  editing: 'composer',
  isUnreadable: false,
  ...over,
})

/** The item that `main/engine/actions/kinds/unreadable.ts` makes of a row. */
const ofUnreadable = {
  canRetry: false,
  editing: null,
  isUnreadable: true,
  reason: {
    kind: 'failed',
    reason: textFailure(
      'Skein can’t read what was saved here. It may have been saved by a newer version. Copy the text if you need it, then discard it.',
    ),
  },
} as const

const unsent: readonly OutboxItem[] = [
  outboxItem('f1', { text: 'Cold chamber is booked from 18:00. Could somebody bring arm B?', behind: 2 }),
  outboxItem('f2', {
    title: 'Noor Haddad',
    narrow: { kind: 'direct', userIds: [2] },
    streamName: null,
    streamColor: null,
    text: 'Here is the whole log of last night, as far as it was written before the supply gave up; the interesting part begins after the third restart, where the second encoder has a value that no encoder can have',
    files: ['log of the night.txt', 'third restart.png'],
    reason: {
      kind: 'failed',
      reason: textFailure('“log of the night.txt” was not taken: It’s too large for this server.'),
    },
    createdAt: seconds - 86_400,
  }),
  outboxItem('f3', {
    what: { code: 'EDIT' },
    messageId: 5,
    editing: 'message',
    text: 'We clamp at 15 °C instead of extrapolating.',
    reason: { kind: 'failed', reason: textFailure('The time limit for editing this message has passed') },
  }),
  outboxItem('f4', {
    what: { code: 'MOVE', values: { topic: 'release 2.4' } },
    messageId: 6,
    editing: null,
    reason: {
      kind: 'failed',
      reason: textFailure('Only 3 of the 40 messages of this topic are recent enough to be moved.'),
    },
  }),
  ...['And the calibration file?', 'I can write it tonight.'].map((text, index) =>
    outboxItem(`w${index}`, {
      state: 'queued',
      text,
      reason: { kind: 'behind_failed', localId: 'f1' },
      createdAt: seconds - 1800,
    }),
  ),
  outboxItem('u1', {
    state: 'queued',
    title: 'status light colours',
    streamName: 'design',
    streamColor: '#e64980',
    narrow: { kind: 'topic', streamId: 2, topic: 'status light colours' },
    text: '',
    files: ['amber.png'],
    reason: { kind: 'uploading', name: 'amber.png', percent: 40 },
    createdAt: seconds - 60,
  }),
]

/** The list of unsent actions. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'unreadable-unsent': {
    fixture: fixture({
      navigationMeta: { failed: 2 },
      views: {
        outbox: viewOf([
          outboxItem('x1', {
            what: { code: 'UNREADABLE' },
            text: 'Could you measure both arms again tomorrow, and write down the temperature of the room as well?',
            ...ofUnreadable,
          }),
          outboxItem('x2', {
            what: { code: 'UNREADABLE' },
            title: '',
            narrow: null,
            streamName: null,
            streamColor: null,
            text: '',
            ...ofUnreadable,
          }),
          outboxItem('f1', { text: 'Cold chamber is booked from 18:00. Could somebody bring arm B?' }),
        ]),
      },
      failures: { outbox: { failure: internal, isShown: true } },
    }),
    opens: 'nothing',
  },
  unsent: {
    fixture: fixture({
      navigationItems: failedNavigation,
      navigationMeta: { failed: 4 },
      views: { outbox: viewOf(unsent) },
    }),
    opens: 'nothing',
  },
  'nothing-unsent': { fixture: fixture({}), opens: 'nothing' },
}
