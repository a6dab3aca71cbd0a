import type { FileUse, UploadItem, UploadsMeta } from '#contract/attachments.ts'
import { fileKindOf } from '#shared/file-name.ts'
import { fixture, mei, noor, now, seconds, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const day = 86_400

const inTopic = (messageId: number, stream: string, color: string, topic: string): FileUse => ({
  messageId,
  place: { narrow: { kind: 'topic', streamId: 1, topic }, title: topic, streamName: stream, streamColor: color },
})

const drift = inTopic(11, 'arm-firmware', '#3b5bdb', 'encoder drift on cold start')
const colours = inTopic(12, 'design', '#e64980', 'status light colours')
const toBoth: FileUse = {
  messageId: 13,
  place: {
    narrow: { kind: 'direct', userIds: [mei.id, noor.id] },
    title: [mei, noor],
    streamName: null,
    streamColor: null,
  },
}
const elsewhere: FileUse = { messageId: 14, place: null }

let nextId = 0
function file(
  name: string,
  size: number,
  daysAgo: number,
  uses: readonly FileUse[] = [],
  over: Partial<UploadItem> = {},
): UploadItem {
  nextId += 1
  return {
    key: `upload:${nextId}`,
    kind: 'upload',
    id: nextId,
    name,
    fileKind: fileKindOf(name),
    size,
    path: `/user_uploads/1/ab/${nextId}/${encodeURIComponent(name.slice(-20).replaceAll('%', ''))}`,
    createdAt: seconds - daysAgo * day,
    uses,
    useCount: uses.length,
    ...over,
  }
}

const some: readonly UploadItem[] = [
  file('cold-chamber.png', 182_000, 0, [drift, toBoth, colours], { useCount: 14 }),
  file('torque loop, second run.mp4', 48_300_000, 0, [drift]),
  file('Minutes of the release meeting.pdf', 412_000, 1, [toBoth]),
  file('يسرى — تقرير.docx', 88_000, 3, [elsewhere]),
  file('standup.m4a', 3_100_000, 9),
  file(`${'log of the night '.repeat(20)}.txt`, 1_900, 12, [colours]),
  file('photo\u202egnp.exe', 740_000, 40),
  file(`e\u0301${'\u0301'.repeat(100)}vil <img src=x>.zip`, 12_400_000, 400, [drift], { createdAt: null }),
]

const sum = some.reduce((bytes, { size }) => bytes + size, 0)
const meta: Partial<UploadsMeta> = { found: some.length, foundBytes: sum, total: some.length }
const offline = { state: 'offline', reason: { code: 'NOT_CONNECTED' }, retryAt: now + 30_000 } as const

/** The screen of the own files. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  files: { fixture: fixture({ views: { uploads: { items: some, meta } } }), opens: 'nothing' },
  'no-files': {
    fixture: fixture({ views: { uploads: { meta: { usedBytes: 0, quotaBytes: null } } } }),
    opens: 'nothing',
  },
  'offline-files': {
    fixture: fixture({
      connection: offline,
      views: {
        uploads: { items: some, meta: { ...meta, isWhole: false, fetchedAt: now - 2 * day * 1000, quotaBytes: null } },
      },
    }),
    opens: 'nothing',
  },
  'chosen-files': {
    fixture: fixture({ views: { uploads: { items: some, meta: { ...meta, usedBytes: 5_100_000_000 } } } }),
    opens: 'nothing',
  },
  'deleting-files': { fixture: fixture({ views: { uploads: { items: some, meta } } }), opens: 'nothing' },
}
