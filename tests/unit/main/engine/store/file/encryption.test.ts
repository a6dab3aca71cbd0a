import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { convertFile } from '#engine/store/file/conversion.ts'
import { openExportConnection } from '#engine/store/file/export-connection.ts'
import { fingerprintOf } from '#engine/store/file/file-key.ts'
import { openSecondConnection } from '#engine/store/file/second-connection.ts'
import { openStore } from '#engine/store/store.ts'
import { SeededRandom } from '#support/random.ts'
import { temporaryDatabase } from '#support/files.ts'

const key = 'a1'.repeat(32)
const otherKey = 'b2'.repeat(32)
const encrypted = { key, isWanted: true } as const
const decrypted = { key, isWanted: false } as const
const text = 'the soup of Thursday is a secret'

/** Opens a store, and closes it after the work. */
function within<T>(
  path: string,
  access: Parameters<typeof openStore>[3],
  work: (store: ReturnType<typeof openStore>) => T,
): T {
  const store = openStore(path, 1, undefined, access)
  try {
    return work(store)
  } finally {
    store.close()
  }
}

function writeSnippets(path: string, access: Parameters<typeof openStore>[3], count = 1, padding = ''): void {
  within(path, access, (store) => {
    expect(store.conversionError).toBeNull()
    store.transaction(() => {
      for (let id = 1; id <= count; id += 1) {
        store.leftForms.put({ form: `form-${id}`, fields: `${text} ${id}${padding}` }, 100_000)
      }
    })
  })
}

const formsOf = (path: string, access: Parameters<typeof openStore>[3]) =>
  within(path, access, (store) => fieldsOf(store, 'form-1') ?? null)

const fieldsOf = (store: ReturnType<typeof openStore>, form: string) =>
  store.leftForms.all().find((row) => row.form === form)?.fields

/** The names of the files of an account's folder that contain the text. */
function filesWithText(path: string): string[] {
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(basename(path)))
    .filter((name) => readFileSync(join(dirname(path), name)).includes(text))
}

function bytesOf(path: string): string {
  return readFileSync(path).toString('base64')
}

describe('an encrypted file', () => {
  it('has none of its texts, also not in its log, and is read again with its key', () => {
    const path = temporaryDatabase()
    const store = openStore(path, 1, undefined, encrypted)
    store.leftForms.put({ form: 'form-1', fields: text }, 10)
    expect(existsSync(`${path}-wal`)).toBe(true)
    expect(filesWithText(path)).toEqual([])
    expect(readFileSync(path).subarray(0, 15).toString('latin1')).not.toBe('SQLite format 3')
    store.close()
    expect(filesWithText(path)).toEqual([])
    expect(formsOf(path, { key, isWanted: null })).toBe(text)
  })

  it('is read by the threads that search and export', () => {
    const path = temporaryDatabase()
    within(path, encrypted, () => {
      const second = openSecondConnection(path, undefined, key)
      expect(second.countMessages()).toEqual({ direct: 0, streams: [] })
      expect(second.checkpoint()).toBe(0)
      second.close()
      const exported = openExportConnection(path, key)
      expect(exported.maxId()).toBe(0)
      exported.close()
    })
  })

  it.each([
    ['no key', { key: null, isWanted: true }, 'DATABASE_KEY_MISSING'],
    ['no key and no wish', { key: null, isWanted: null }, 'DATABASE_KEY_MISSING'],
    ['another key', { key: otherKey, isWanted: true }, 'DATABASE_KEY_WRONG'],
    ['another key, to decrypt it', { key: otherKey, isWanted: false }, 'DATABASE_KEY_WRONG'],
  ] as const)('is neither replaced nor changed with %s', (_what, access, code) => {
    const path = temporaryDatabase()
    writeSnippets(path, encrypted)
    const before = [bytesOf(path), readdirSync(dirname(path)).length]
    expect(() => openStore(path, 1, undefined, access)).toThrow(expect.objectContaining({ code }) as Error)
    expect([bytesOf(path), readdirSync(dirname(path)).length]).toEqual(before)
    expect(formsOf(path, encrypted)).toContain(text)
  })

  it('is neither replaced nor changed if its mark is lost and its key is another one', () => {
    const path = temporaryDatabase()
    writeSnippets(path, encrypted)
    rmSync(`${path}.key`)
    const before = bytesOf(path)
    expect(() => openStore(path, 1, undefined, { key: otherKey, isWanted: true })).toThrow(
      expect.objectContaining({ code: 'DATABASE_KEY_WRONG' }) as Error,
    )
    expect(bytesOf(path)).toBe(before)
  })

  it('is recovered with its key if it is damaged', () => {
    const path = temporaryDatabase()
    writeSnippets(path, encrypted, 50)
    within(path, encrypted, (store) => store.markDamaged())
    const recovered = within(path, encrypted, (store) => [store.recovery?.rows, fieldsOf(store, 'form-1')])
    expect(recovered).toEqual([50, expect.stringContaining(text)])
    expect(filesWithText(path)).toEqual([])
  })

  it('is moved aside, and not deleted, if its first page is damaged', () => {
    const path = temporaryDatabase()
    writeSnippets(path, encrypted)
    const bytes = readFileSync(path)
    bytes.fill(7, 20, 4000)
    writeFileSync(path, bytes)
    const aside = within(path, encrypted, (store) => store.recovery?.aside ?? '')
    expect(readFileSync(aside).equals(bytes)).toBe(true)
  })
})

describe('the conversion of a file', () => {
  it('encrypts and decrypts all data, and leaves nothing beside the file', () => {
    const path = temporaryDatabase()
    writeSnippets(path, undefined, 200)
    expect(filesWithText(path)).toEqual([basename(path)])
    expect(formsOf(path, encrypted)).toContain(text)
    expect(filesWithText(path)).toEqual([])
    expect(statSync(path).mode & 0o077).toBe(0)
    expect(readFileSync(`${path}.key`, 'utf8')).toBe(fingerprintOf(key))
    within(path, encrypted, (store) => expect(store.integrity()).toBe('ok'))
    expect(formsOf(path, decrypted)).toContain(text)
    expect(filesWithText(path)).toEqual([basename(path)])
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)))).toEqual([basename(path)])
    within(path, undefined, (store) => {
      expect(store.integrity()).toBe('ok')
      expect(fieldsOf(store, 'form-200')).toContain(text)
    })
  })

  it('leaves a file as it is while another connection holds it, and is repeated at the next start', () => {
    const path = temporaryDatabase()
    writeSnippets(path, undefined)
    const other = new Database(path, { timeout: 0 })
    other.exec('BEGIN; SELECT * FROM left_form')
    other.prepare('SELECT * FROM left_form').all()
    expect(() => {
      convertFile(path, null, key)
    }).toThrow()
    other.exec('COMMIT')
    other.close()
    expect(filesWithText(path)).toEqual([basename(path)])
    expect(formsOf(path, encrypted)).toContain(text)
    expect(filesWithText(path)).toEqual([])
  })

  it('leaves a file that is to be encrypted as it is while the key is not known', () => {
    const path = temporaryDatabase()
    writeSnippets(path, undefined)
    expect(formsOf(path, { key: null, isWanted: true })).toContain(text)
    expect(filesWithText(path)).toEqual([basename(path)])
  })

  it('ends with its mark if it was interrupted before or after the file was replaced', () => {
    const path = temporaryDatabase()
    writeSnippets(path, undefined)
    writeFileSync(`${path}.key`, fingerprintOf(key))
    expect(formsOf(path, { key, isWanted: false })).toContain(text)
    expect(existsSync(`${path}.key`)).toBe(false)
    writeFileSync(`${path}.key`, fingerprintOf(otherKey))
    writeFileSync(`${path}.converted`, 'half of a copy')
    expect(formsOf(path, encrypted)).toContain(text)
    expect(filesWithText(path)).toEqual([])
    expect(existsSync(`${path}.converted`)).toBe(false)
  })

  const rounds = process.env.SKEIN_DRILL === '1' ? 200 : 6
  it(
    `has the old file or the new one wherever it is killed (${rounds} rounds)`,
    { timeout: 60_000 + rounds * 3000 },
    async () => {
      const seed = Number(process.env.SKEIN_SEED ?? Date.now() % 1_000_000)
      const random = new SeededRandom(seed)
      const original = temporaryDatabase()
      writeSnippets(original, undefined, 300, 'x'.repeat(50_000))
      const path = temporaryDatabase()
      copyFileSync(original, path)
      for (let round = 0; round < rounds; round += 1) {
        const access = round % 2 === 0 ? encrypted : decrypted
        const child = spawn(
          process.execPath,
          [join(import.meta.dirname, '../../../../../support/convert-child.ts'), path, JSON.stringify(access)],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        )
        const ended = new Promise((resolve) => child.once('exit', resolve))
        await new Promise((resolve) => child.stdout.once('data', resolve))
        await wait(random.next() * 250)
        child.kill('SIGKILL')
        await ended
        const fields = within(path, { key, isWanted: null }, (store) => {
          expect(store.recovery, `seed ${seed}, round ${round}`).toBeNull()
          return fieldsOf(store, 'form-300')
        })
        expect(fields, `seed ${seed}, round ${round}`).toContain(`${text} 300`)
      }
      expect(formsOf(path, encrypted)).toContain(text)
      expect(filesWithText(path)).toEqual([])
    },
  )
})
