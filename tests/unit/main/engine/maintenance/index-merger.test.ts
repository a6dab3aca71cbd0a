import { describe, expect, it } from 'vitest'
import type { Core } from '#engine/core/core.ts'
import type { Change } from '#engine/state/changes.ts'
import { IndexMerger } from '#engine/maintenance/index-merger.ts'
import type { DueMerge } from '#engine/store/file/index-structure.ts'

/** A merger over an index with these due merges, one for each call of `merge`. */
function merging(due: readonly (DueMerge | 'unknown')[]) {
  const left = [...due]
  const merged: number[] = []
  const listeners: ((changes: readonly Change[]) => void)[] = []
  const logs: string[] = []
  let elapsed = 0
  let breaths = 0
  const core = {
    onCommit: (_what: string, listener: (changes: readonly Change[]) => void) => listeners.push(listener),
    breathe: () => {
      breaths += 1
      return Promise.resolve()
    },
    runInBackground: (_what: string, work: Promise<unknown>) => void work,
    ports: { clock: { elapsed: () => (elapsed += 0.5) }, log: (_level: string, line: string) => logs.push(line) },
    store: {
      transaction: (change: () => unknown) => change(),
      search: {
        nextMerge: () => left[0] ?? null,
        merge(pages: number) {
          if (left.shift() === undefined) return false
          merged.push(pages)
          return true
        },
      },
    },
  } as unknown as Core // the members that a merger uses
  const merger = new IndexMerger(core)
  return {
    logs,
    merger,
    merged,
    left,
    breaths: () => breaths,
    /** A commit with a message; resolves when the merger is idle. */
    commit: async () => {
      for (const listener of listeners) listener([{ kind: 'message', id: 1, conversation: 'topic:1:a' }])
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('the merger of the search index', () => {
  it('merges after a commit, in steps with turns between them', async () => {
    const { merged, left, breaths, commit } = merging(Array.from({ length: 20 }, () => ({ pages: 100, segments: 16 })))
    expect(merged).toEqual([])
    await commit()
    expect(left).toEqual([])
    expect(merged).toEqual(Array.from({ length: 20 }, () => 8))
    expect(breaths()).toBeGreaterThan(3)
  })

  it('leaves an index of unknown structure to SQLite, and logs that once', async () => {
    const { logs, merged, left, commit } = merging(['unknown'])
    await commit()
    await commit()
    expect([merged, left]).toEqual([[], ['unknown']])
    expect(logs).toEqual([expect.stringContaining('left to SQLite')])
  })

  it('merges page by page at the end of a merge, so that no other one begins unnoticed', async () => {
    const { merged, commit } = merging([
      { pages: 20, segments: 16 },
      { pages: 12, segments: 16 },
      { pages: 3, segments: 16 },
    ])
    await commit()
    expect(merged).toEqual([8, 1, 1])
  })

  it('keeps large segments while the app is in use', async () => {
    const { merged, commit } = merging([{ pages: 50_000, segments: 20 }])
    await commit()
    expect(merged).toEqual([])
  })

  it('merges large segments before a commit of SQLite would', async () => {
    const { merged, commit } = merging([
      { pages: 50_000, segments: 100 },
      { pages: 50_000, segments: 100 },
      { pages: 50_000, segments: 99 },
    ])
    await commit()
    expect(merged).toEqual([8, 8])
  })

  it('merges large segments when the app is idle, until it is used', async () => {
    const { merger, merged } = merging(Array.from({ length: 20 }, () => ({ pages: 50_000, segments: 20 })))
    await merger.finish(() => merged.length < 5)
    expect(merged).toHaveLength(5)
    await merger.finish(() => true)
    expect(merged).toHaveLength(20)
  })
})
