import { describe, expect, it } from 'vitest'
import { UndoWindows } from '#engine/actions/sending/undo-windows.ts'
import type { Core } from '#engine/core/core.ts'
import type { Change } from '#engine/state/changes.ts'

function world() {
  const clock = { time: 1_000_000, tasks: new Set<() => void>() }
  const rows: { local_id: string; kind: string; queue_key: string; state: 'queued' | 'failed' }[] = []
  const announced: Change[] = []
  let listener: (changes: readonly Change[]) => void = () => undefined
  const core = {
    ports: {
      clock: {
        now: () => clock.time,
        schedule(_delayMs: number, task: () => void) {
          clock.tasks.add(task)
          return () => clock.tasks.delete(task)
        },
      },
    },
    store: { outbox: { ofQueue: (queueKey: string) => rows.filter((row) => row.queue_key === queueKey) } },
    announce: (changes: readonly Change[]) => announced.push(...changes),
    onCommit(_what: string, work: (changes: readonly Change[]) => void) {
      listener = work
    },
  } as unknown as Core
  const windows = new UndoWindows(core)
  const row = { local_id: 'd', kind: 'delete', queue_key: 'message:7', state: 'queued' } as const
  return {
    windows,
    clock,
    rows,
    row,
    announced,
    notify: () => listener([{ kind: 'outbox', queueKey: row.queue_key }]),
  }
}

describe('the undo period', () => {
  it('is not changed by setting the clock in either direction', () => {
    const { windows, clock, row, announced } = world()
    expect(windows.until(row)).toBe(1_008_000)
    clock.time += 86_400_000
    expect(windows.until(row)).toBe(clock.time + 1)
    clock.time -= 2 * 86_400_000
    expect(windows.until(row)).toBe(clock.time + 8_000)
    for (const task of clock.tasks) task()
    expect(windows.until(row)).toBeNull()
    expect(announced).toEqual([{ kind: 'outbox', queueKey: 'message:7' }])
  })

  it('begins with the row, and leaves no timer behind when the row is removed', () => {
    const { windows, clock, rows, row, notify } = world()
    rows.push({ ...row })
    notify()
    expect(clock.tasks.size).toBe(1)
    rows.length = 0
    notify()
    expect(clock.tasks.size).toBe(0)
    rows.push({ ...row })
    notify()
    windows.stop()
    expect(clock.tasks.size).toBe(0)
  })

  it('is absent for a refused row, and for kinds that leave at once', () => {
    const { windows, clock, row } = world()
    expect(windows.until({ ...row, state: 'failed' })).toBeNull()
    expect(windows.until({ ...row, kind: 'star' })).toBeNull()
    expect(clock.tasks.size).toBe(0)
  })
})
