import { readdirSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LevelChange } from '#server/levels/change.ts'
import { changes } from '#server/levels/changes.ts'
import { ownLevel } from '#server/base/feature-levels.ts'
import { reference } from './reference.ts'

const folder = resolve(import.meta.dirname, '../../../../server/levels/changes')

/** The changes of each file, by its name without the ending. */
async function changesByFile(): Promise<Map<string, readonly LevelChange[]>> {
  const files = new Map<string, readonly LevelChange[]>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts')) continue
    const exported = Object.values((await import(resolve(folder, name))) as Record<string, unknown>) // a module of the layer
    const lists = exported.filter((value): value is readonly LevelChange[] => Array.isArray(value))
    files.set(basename(name, '.ts'), lists.flat())
  }
  return files
}

describe('the reference of newer servers', () => {
  it('names a change of the level for each rewritten entry', async () => {
    const files = await changesByFile()
    const missing = reference.filter(({ level, fate }) => {
      if (fate.is !== 'rewritten') return false
      return files.get(fate.file)?.some((change) => change.level === (fate.at ?? level)) !== true
    })
    expect(missing).toEqual([])
  })

  it('has an entry for each change of a later level', async () => {
    const files = await changesByFile()
    const named = new Set(
      reference.flatMap(({ level, fate }) => (fate.is === 'rewritten' ? `${fate.file} ${fate.at ?? level}` : [])),
    )
    const unnamed = [...files].flatMap(([file, list]) =>
      list
        .filter((change) => changes.includes(change) && change.level > ownLevel && file !== 'version')
        .map((change) => `${file} ${change.level}`)
        .filter((key) => !named.has(key)),
    )
    expect(unnamed).toEqual([])
  })

  it('has a reason for each entry without a change', () => {
    for (const { level, what, fate } of reference) {
      expect(level).toBeGreaterThan(ownLevel)
      expect(level).toBeLessThanOrEqual(500)
      expect(what).not.toBe('')
      expect(fate.is === 'rewritten' ? fate.file : fate.why).not.toBe('')
    }
  })
})
