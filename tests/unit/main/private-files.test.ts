import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Outgoing } from '#accounts/outgoing.ts'
import { StateFile } from '#accounts/state-file.ts'
import { openDatabase, createPrivately } from '#engine/store/file/database.ts'
import { markDamaged, recover } from '#engine/store/file/salvage.ts'
import { MediaCache } from '#network/media-cache.ts'
import { openLog } from '#shell/reports/log.ts'
import { lockFolder } from '#server/store/folder-lock.ts'

const require = createRequire(import.meta.url)
const root = resolve(import.meta.dirname, '../../..')
const silent = { log: () => undefined, onRead: () => undefined, onProblem: () => undefined }

/** The files and folders below a folder that other users can access. */
function openTo(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
    .map((path) => relative(folder, path))
}

describe.skipIf(process.platform === 'win32').each([0o022, 0o002, 0o000])(
  'with the umask %o, which permits others to read',
  (umask) => {
    let folder: string
    let before: number
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'skein-modes-'))
      before = process.umask(umask)
    })
    afterEach(() => {
      process.umask(before)
      rmSync(folder, { recursive: true })
    })

    it('the database of an account and its write-ahead log are readable by the user only', () => {
      const path = join(folder, 'cache.sqlite')
      const database = openDatabase(path)
      database.exec('CREATE TABLE x (y)')
      expect(readdirSync(folder).sort()).toEqual(['cache.sqlite', 'cache.sqlite-shm', 'cache.sqlite-wal'])
      expect(openTo(folder)).toEqual([])
      database.close()
    })

    it('a database that others can read is restricted when it is opened', () => {
      const path = join(folder, 'cache.sqlite')
      openDatabase(path).close()
      chmodSync(path, 0o644)
      const database = openDatabase(path)
      database.exec('CREATE TABLE x (y)')
      expect(openTo(folder)).toEqual([])
      database.close()
    })

    it('a recovered database, the damaged one and the mark of the damage are readable by the user only', () => {
      const path = join(folder, 'cache.sqlite')
      openDatabase(path).close()
      markDamaged(path)
      expect(openTo(folder)).toEqual([])
      const { aside } = recover(path, 'today', openDatabase)
      expect(existsSync(aside)).toBe(true)
      expect(openTo(folder)).toEqual([])
    })

    it('the settings and a copy of damaged settings are readable by the user only', () => {
      const path = join(folder, 'data', 'skein.json')
      new StateFile(path, silent).update({ accounts: [] })
      expect(openTo(folder)).toEqual([])
      // The list has an unreadable account: the file is copied and stays.
      writeFileSync(path, JSON.stringify({ version: 1, accounts: [{ id: 1 }], settings: {} }))
      chmodSync(path, 0o644)
      new StateFile(path, silent)
      writeFileSync(path, 'no JSON')
      new StateFile(path, silent)
      expect(readdirSync(join(folder, 'data')).length).toBe(2)
      expect(openTo(folder)).toEqual([])
    })

    it('the log and its predecessor are readable by the user only', () => {
      const logs = join(folder, 'data', 'logs')
      const log = openLog(logs)
      for (let line = 0; line < 300; line += 1) log('info', `line ${line} ${'z'.repeat(10_000)}`)
      expect(readdirSync(logs).sort()).toEqual(['skein.log', 'skein.old.log'])
      expect(openTo(folder)).toEqual([])
    })

    it('pictures of the cache and files to send are readable by the user only', async () => {
      const cache = new MediaCache(join(folder, 'account', 'media'))
      await cache.put('/user_uploads/1/secret.png', 'image/png', Buffer.from('picture'))
      await cache.put('/user_avatars/1/iris.png', 'image/png', Buffer.from('face'))
      const outgoing = new Outgoing(join(folder, 'account', 'outgoing'))
      const unfinished = '6f9bd2a2-0000-4000-8000-000000000001'
      const finished = '6f9bd2a2-0000-4000-8000-000000000002'
      outgoing.begin(unfinished, 3)
      outgoing.begin(finished, 3)
      outgoing.append(finished, 0, Buffer.from('abc'))
      outgoing.finish(finished)
      expect(readdirSync(join(folder, 'account'), { recursive: true }).length).toBe(6)
      expect(openTo(folder)).toEqual([])
      await cache.close()
    })
  },
)

describe.skipIf(process.platform === 'win32')('an existing private file', () => {
  it('keeps the locks of this process, which closing another handle of the file would release', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-modes-'))
    const path = join(folder, 'cache.sqlite')
    openDatabase(path).close()
    const holder = new Database(path)
    holder.pragma('locking_mode = EXCLUSIVE')
    holder.exec('BEGIN IMMEDIATE; CREATE TABLE x (y)')
    createPrivately(path)
    expect(await writesFromOutside(path)).toBe('SQLITE_BUSY')
    holder.exec('COMMIT')
    holder.close()

    const lock = join(folder, 'lock')
    const unlock = lockFolder(lock)
    expect(() => lockFolder(lock)).toThrow('in use by another Skein server')
    expect(await writesFromOutside(lock)).toBe('SQLITE_BUSY')
    unlock()
    expect(await writesFromOutside(lock)).toBe('written')
    rmSync(folder, { recursive: true })
  })

  it('is left to SQLite if it cannot be created, so that the failure has SQLite’s reason', () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-modes-'))
    expect(() => openDatabase(join(folder, 'missing', 'cache.sqlite'))).toThrow(
      expect.objectContaining({ code: 'UNUSABLE_DATABASE' }) as Error,
    )
    mkdirSync(join(folder, 'cache.sqlite'))
    expect(() => openDatabase(join(folder, 'cache.sqlite'))).toThrow(
      expect.objectContaining({ code: 'UNUSABLE_DATABASE' }) as Error,
    )
    expect(statSync(join(folder, 'cache.sqlite')).isDirectory()).toBe(true)
    rmSync(folder, { recursive: true })
  })
})

/** Writes to a database in another process, which respects the locks of this one. */
async function writesFromOutside(path: string): Promise<string> {
  const script = `const Database = require(${JSON.stringify(require.resolve('better-sqlite3'))})
    const database = new Database(process.argv[1], { timeout: 0 })
    try { database.exec('BEGIN EXCLUSIVE; COMMIT'); console.log('written') } catch (error) { console.log(error.code) }`
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, path])
  return stdout.trim()
}

describe('the sources of the program and of the server', () => {
  const sources = ['main', 'preload', 'server', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({
        file: `${folder}/${name.replaceAll('\\', '/')}`,
        text: readFileSync(join(root, folder, name), 'utf8'),
      })),
  )

  it('set no umask, which started programs and saved files would inherit', () => {
    expect(sources.filter(({ text }) => /\bumask\b/.test(text)).map(({ file }) => file)).toEqual([])
  })

  it('name the mode of each created file and folder, except at a path that the user chose', () => {
    const creating =
      /\b(?:mkdir(?:Sync)?|writeFile(?:Sync)?|appendFile(?:Sync)?|createWriteStream|writeFileAtomic(?:\.sync)?|openSync|copyFile(?:Sync)?)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g
    const bare = sources.flatMap(({ file, text }) =>
      [...text.matchAll(creating)]
        .map(([call]) => call)
        .filter((call) => !/mode: 0o[67]00|, 0o600\)/.test(call) && !/^openSync\([^,]+, 'r\+?'\)/.test(call))
        .map((call) => `${file}: ${call}`),
    )
    expect(bare).toEqual([
      // The copy of the settings gets its mode in the next statement.
      'main/accounts/state-file.ts: copyFileSync(this.#path, keptAs)',
      // The user chose the folder of an export.
      'main/export/files.ts: copyFile(path, arriving)',
      'main/export/folder.ts: mkdirSync(join(this.path, folder))',
      "main/export/folder.ts: openSync(path, 'wx')",
      "main/shell/files/exports.ts: createWriteStream(target, { flags: 'wx' })",
      'main/shell/files/exports.ts: mkdir(partial)',
      // The path is a stream of the user's file, on Windows.
      'main/shell/files/origin-mark.ts: writeFile(path, text)',
      "main/shell/files/save-file.ts: createWriteStream(part, { flags: 'wx', flush: true })",
      'main/shell/reports/report-desk.ts: writeFile(filePath, text, { flush: true })',
      'main/shell/self-test/self-test.ts: writeFileSync(output, line)',
      // The path is the program itself, with the mode of the new one.
      'main/shell/updates/replace-file.ts: copyFileSync(replacement, beside)',
    ])
  })

  it('open each database that may be new with a function that creates it privately', () => {
    const opening = sources.filter(({ text }) =>
      [...text.matchAll(/new Database\(([^()]*)\)/g)].some(
        ([, args = '']) => !args.includes('fileMustExist') && args !== "':memory:'",
      ),
    )
    expect(opening.map(({ file }) => file).sort()).toEqual([
      'main/engine/store/file/database.ts',
      'server/store/backup.ts',
      'server/store/database.ts',
      'server/store/folder-lock.ts',
    ])
    for (const { file, text } of opening) expect(text, file).toContain('createPrivately(')
  })
})
