import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clientLimits, type ClientLimit } from '#shared/client-limits.ts'

const root = resolve(import.meta.dirname, '../../..')
const rooms = ['main', 'preload', 'renderer']

/** All of the client's source as one text. */
function clientSource(): string {
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|svelte)$/.test(name))
      .map((name) => join(root, room, name)),
  )
  return files.map((file) => readFileSync(file, 'utf8')).join('\n')
}

describe("the table of the client's limits", () => {
  const entries: readonly (readonly [string, ClientLimit])[] = Object.entries(clientLimits)

  it('has a number, the bounded quantity and the action beyond the bound for each limit', () => {
    for (const [name, { most, bounds, beyond }] of entries) {
      expect(most, name).toBeGreaterThan(0)
      expect(bounds.length, name).toBeGreaterThan(5)
      expect(beyond.length, name).toBeGreaterThan(2)
    }
  })

  it('names no limit that the client does not use', () => {
    const source = clientSource()
    expect(entries.map(([name]) => name).filter((name) => !source.includes(`clientLimits.${name}`))).toEqual([])
  })
})
