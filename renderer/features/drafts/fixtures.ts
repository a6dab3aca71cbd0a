import type { DraftItem } from '#contract/drafts.ts'
import { seconds, threeLines, unreadable, fixture, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const draftItem = (id: string, over: Partial<DraftItem>): DraftItem => ({
  key: `draft:${id}`,
  kind: 'draft',
  draftId: id,
  narrow: { kind: 'topic', streamId: 1, topic: 'release 2.4' },
  title: 'release 2.4',
  streamName: 'arm-firmware',
  streamColor: '#3b5bdb',
  content: 'Before the 27th we still need the calibration file written, and somebody who',
  attachments: [],
  updatedAt: seconds - 3600,
  canSend: true,
  synchronization: { state: 'done' },
  ...over,
})

/** The list of drafts. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  drafts: {
    fixture: fixture({
      views: {
        drafts: {
          items: [
            draftItem('1', { attachments: [{ id: 'x', name: 'calibration.csv', type: 'text/csv', size: 9000 }] }),
            draftItem('2', {
              narrow: null,
              title: '',
              streamName: null,
              canSend: false,
              content: 'to whom?',
            }),
            draftItem('3', {
              title: threeLines,
              content: 'long '.repeat(200),
              synchronization: { state: 'local', reason: { code: 'DRAFT_TOO_LONG', values: { most: 10_000 } } },
            }),
          ],
        },
      },
    }),
    opens: 'nothing',
  },
  'no-drafts': { fixture: fixture({}), opens: 'nothing' },
  'failure-of-drafts': {
    fixture: fixture({ failures: { drafts: { failure: unreadable, isShown: false } } }),
    opens: 'nothing',
  },
}
