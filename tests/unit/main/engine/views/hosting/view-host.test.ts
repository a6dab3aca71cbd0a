import { expect, it } from 'vitest'
import type { ConversationEntry } from '#contract/navigation.ts'
import type { Core } from '#engine/core/core.ts'
import type { View } from '#engine/views/view.ts'
import { ViewHost, type ViewHostPorts } from '#engine/views/hosting/view-host.ts'

const window: ViewHostPorts = { nextBatch: () => 1, send: () => undefined, onClosed: () => undefined }

it('a view is notified of every change, also while a batch is pending', () => {
  const core = {
    // Nothing leaves, since the window is frozen.
    ports: { engineEpoch: 1, clock: { schedule: () => () => undefined } },
  } as unknown as Core // the members that a host uses
  const heard: string[] = []
  const view: View = {
    isAffected: (change) => heard.push(change.kind) > 0,
    compute: () => ({ items: [], meta: { canSchedule: true } }),
  }
  const host = new ViewHost(core, window)
  host.open('v', view)
  host.noteChanges([{ kind: 'attachments' }])
  host.noteChanges([{ kind: 'epoch' }])
  expect(heard).toEqual(['attachments', 'epoch'])
})

it('the view gets the ids of the rows on screen', () => {
  const clock = { schedule: () => () => undefined }
  const core = { ports: { engineEpoch: 1, clock } } as unknown as Core // the members that a host uses
  const seen: unknown[] = []
  const host = new ViewHost(core, window)
  host.open('v', {
    isAffected: () => false,
    look: (shown) => seen.push(shown),
    compute: () => ({ items: [], meta: { canSchedule: true } }),
  })
  host.look('v', 3, 9)
  host.look('v', null, null)
  host.look('v', 9, 3)
  host.look('another', 1, 2)
  expect(seen).toEqual([{ low: 3, high: 9 }, null, null])
})

it('items between two others are found by position, since lists of conversations are not sorted by id', () => {
  const clock = { schedule: () => () => undefined }
  const core = { ports: { engineEpoch: 1, clock } } as unknown as Core // the members that a host uses
  const line = (newestId: number) =>
    ({
      key: `topic:1:${newestId}`,
      kind: 'conversation',
      narrow: { kind: 'direct', userIds: [newestId] },
      newestId,
    }) as unknown as ConversationEntry // the members that a host uses
  const host = new ViewHost(core, window)
  const list: View = {
    isAffected: () => false,
    compute: () => ({ items: [30, 10, 40, 20].map(line), meta: { unread: 0, hasMore: false } }),
  }
  host.open('v', list)
  const ids = (first: number, last: number) => host.shownBetween(list, first, last).map(({ id }) => id)
  expect(ids(30, 10)).toEqual([30, 10])
  expect(ids(20, 10)).toEqual([10, 40, 20])
  // One of them has left the list meanwhile.
  expect(ids(15, 40)).toEqual([30, 40, 20])
  expect(host.shownBetween({ ...list }, 1, 2)).toEqual([])
})

it('a throttled view gets its changes after two seconds at the earliest, and at once when it is displayed again', () => {
  const later: { readonly delayMs: number; readonly task: () => void }[] = []
  const clock = {
    elapsed: () => 0,
    schedule: (delayMs: number, task: () => void) => {
      later.push({ delayMs, task })
      return () => undefined
    },
  }
  const core = { ports: { engineEpoch: 1, clock } } as unknown as Core // the members that a host uses
  const sent: string[][] = []
  let computed = 0
  const view = (): View => ({
    isAffected: () => true,
    compute: () => ({ items: [], meta: { unread: (computed += 1), hasMore: false } }),
  })
  const host = new ViewHost(core, {
    ...window,
    nextBatch: () => sent.length,
    send: (_, updates) => sent.push(updates.map(({ viewId }) => viewId)),
  })
  /** Runs the tasks that are due after a time. */
  const after = (delayMs: number) => {
    const due = later.filter((other) => other.delayMs <= delayMs)
    for (const each of due) later.splice(later.indexOf(each), 1)
    for (const { task } of due) task()
    host.acknowledge(sent.length - 1)
  }
  const change = () => {
    host.noteChanges([{ kind: 'epoch' }])
    after(0)
  }
  host.open('resting', view())
  host.open('shown', view())
  host.throttle('resting', true)
  host.throttle('unknown', true)
  for (let count = 0; count < 100; count += 1) change()
  expect(sent).toEqual(Array.from({ length: 100 }, () => ['shown']))
  expect(computed).toBe(102)
  // The view is sent once after two seconds, and then waits again.
  after(2_000)
  after(0)
  expect(sent.slice(100)).toEqual([['resting']])
  change()
  // The call returns the revision of the pending update, since the first one was sent above.
  expect(host.throttle('resting', false)).toBe(2)
  after(0)
  expect(sent.slice(101)).toEqual([['shown'], ['resting']])
  expect(host.throttle('resting', false)).toBe(2)
  change()
  expect(sent.slice(103)).toEqual([['resting', 'shown']])
})
