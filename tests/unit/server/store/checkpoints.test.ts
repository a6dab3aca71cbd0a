import { migrations } from '#server/resources.ts'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Checkpoints } from '#server/store/checkpoints.ts'
import { openServerDatabase, type ServerDatabase } from '#server/store/database.ts'

let folder = ''
let path = ''
let database: ServerDatabase
let checkpoints: Checkpoints | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-checkpoints-'))
  path = join(folder, 'organization.sqlite')
  database = openServerDatabase(path, migrations)
  // SQLite's automatic checkpoints must not do the work of the thread.
  database.pragma('wal_autocheckpoint = 0')
  database.exec('CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)')
})

afterEach(async () => {
  if (database.open) database.close()
  await checkpoints?.close()
  checkpoints = undefined
  rmSync(folder, { recursive: true, force: true })
})

function change(times: number): void {
  const insert = database.prepare('INSERT INTO note (text) VALUES (?)')
  for (let index = 0; index < times; index += 1) {
    insert.run(`note ${index} ${'of some length '.repeat(20)}`)
    checkpoints?.committed()
  }
}

/** The contents of the database file without its log. */
function written(): number {
  const copy = join(folder, 'copy.sqlite')
  writeFileSync(copy, readFileSync(path))
  const alone = new Database(copy, { readonly: true })
  try {
    return alone.prepare<[], number>('SELECT count(*) FROM note').pluck().get() ?? 0
  } catch {
    // The table itself is in the log, or the copy was made during a write.
    return 0
  } finally {
    alone.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
  }
}

describe('the log of the database', () => {
  it('is copied into the database after some hundred changes, outside the event loop', async () => {
    checkpoints = new Checkpoints(path)
    change(255)
    expect(written()).toBe(0)
    change(1)
    await vi.waitFor(() => expect(written()).toBe(256), { timeout: 20_000 })
    // Changes during a checkpoint count for the next one.
    change(300)
    await vi.waitFor(
      () => {
        change(1)
        expect(written()).toBeGreaterThanOrEqual(512)
      },
      { timeout: 20_000 },
    )
    expect(database.pragma('quick_check', { simple: true })).toBe('ok')
  })

  it('is restarted by SQLite after all of it was copied, so that it is bounded', async () => {
    checkpoints = new Checkpoints(path)
    change(256)
    await vi.waitFor(() => expect(written()).toBe(256), { timeout: 20_000 })
    const size = () => readFileSync(`${path}-wal`).length
    // The thread records its progress after copying.
    await vi.waitFor(
      () => {
        const before = size()
        change(10)
        expect(size()).toBe(before)
      },
      { timeout: 20_000 },
    )
  })

  it('is copied by SQLite’s own checkpoints if the thread does not start or dies', async () => {
    const dying = join(folder, 'dying.mjs')
    writeFileSync(dying, 'process.exit(1)')
    for (const file of [pathToFileURL(join(folder, 'nothing-here.mjs')), pathToFileURL(dying)]) {
      checkpoints = new Checkpoints(path, file)
      change(600)
      await checkpoints.close()
    }
    database.pragma('wal_autocheckpoint = 10')
    change(50)
    expect(written()).toBeGreaterThan(1200)
  })

  it('is unchanged after the end, even by a checkpoint in progress', async () => {
    checkpoints = new Checkpoints(path)
    change(256)
    database.close()
    await checkpoints.close()
    expect(written()).toBe(256)
    rmSync(folder, { recursive: true })
    checkpoints.committed()
  })
})
