import { expect, it } from 'vitest'
import type { Core } from '../../../../../main/engine/core.ts'
import type { Change } from '../../../../../main/engine/model/changes.ts'
import { ViewHost, type View } from '../../../../../main/engine/views/view-host.ts'

it('a view hears of every change, also while what it shows has still to leave', () => {
  const listeners: ((changes: readonly Change[]) => void)[] = []
  const core = {
    onCommit: (listener: (changes: readonly Change[]) => void) => listeners.push(listener),
    // Nothing leaves: the window is frozen.
    ports: { engineEpoch: 1, clock: { schedule: () => () => undefined } },
  } as unknown as Core // what a host asks of it
  const heard: string[] = []
  const view: View = {
    isAffected: (change) => heard.push(change.kind) > 0,
    compute: () => ({ items: [], meta: { canSchedule: true } }),
  }
  new ViewHost(core).open('v', view)
  for (const listener of listeners) listener([{ kind: 'attachments' }])
  for (const listener of listeners) listener([{ kind: 'epoch' }])
  expect(heard).toEqual(['attachments', 'epoch'])
})
