import { migrations } from '#server/resources.ts'
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { restoreBackup, writeBackup } from '#server/backup/backup.ts'
import { openServerDatabase } from '#server/store/database.ts'

const main = resolve(import.meta.dirname, '../../../../server/main.ts')

/** The files and folders that other users can access, by path below the folder; `.` is the folder itself. */
function openTo(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  return paths.filter((path) => (statSync(path).mode & 0o077) !== 0).map((path) => relative(folder, path) || '.')
}

/** Runs the server with a umask that makes files readable for all users. */
async function run(args: readonly string[]) {
  const child = spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<number | null>((found) => child.once('exit', (code) => found(code)))
  const said = new Promise<void>((found) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('\n')) found()
    })
  })
  await Promise.race([ended, said])
  return {
    errors: () => errors,
    ended,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

describe.skipIf(process.platform === 'win32')('a file of the server', () => {
  let folder: string
  let umask: number

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-private-'))
    umask = process.umask(0o022)
  })

  afterEach(() => {
    process.umask(umask)
    rmSync(folder, { recursive: true, force: true })
  })

  it(
    'is accessible to its owner only: the database, uploads, a backup and the restored files',
    { timeout: 300_000 },
    async () => {
      const data = join(folder, 'data')
      const backup = join(folder, 'all.skein-backup')
      const server = await run(['--data', data, '--demo'])
      expect(openTo(data)).toEqual([])
      const backedUp = await run(['--data', data, '--backup', backup])
      expect([await backedUp.ended, backedUp.errors()]).toEqual([0, ''])
      await server.stop()
      expect(statSync(backup).mode & 0o777).toBe(0o600)

      const again = join(folder, 'again')
      const restored = await run(['--data', again, '--restore', backup])
      expect([await restored.ended, restored.errors()]).toEqual([0, ''])
      expect(readdirSync(again).sort()).toEqual(['files', 'organization.sqlite'])
      expect(openTo(again)).toEqual([])

      // Permissions as in a folder of an older server or a copy.
      const entries = readdirSync(again, { recursive: true, withFileTypes: true })
      for (const entry of entries) chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
      chmodSync(again, 0o755)
      expect(openTo(again).length).toBeGreaterThan(3)
      const second = await run(['--data', again, '--demo'])
      expect(openTo(again)).toEqual([])
      expect(second.errors()).toBe('')
      expect(await second.stop()).toBe(0)
    },
  )

  it('is private without the command line, too', () => {
    const path = join(folder, 'organization.sqlite')
    const database = openServerDatabase(path, migrations)
    database.exec('CREATE TABLE x (y)')
    expect(readdirSync(folder)).toContain('organization.sqlite-wal')
    chmodSync(folder, 0o700)
    expect(openTo(folder)).toEqual([])
    writeBackup(folder, join(folder, 'backup'))
    expect(openTo(folder)).toEqual([])
    database.close()
  })

  it('is unchanged if it is a symbolic link, as is the target', async () => {
    const outside = join(folder, 'outside')
    const data = join(folder, 'data')
    mkdirSync(data)
    writeFileSync(outside, 'x')
    symlinkSync(outside, join(data, 'link'))
    const { closeToOthers } = await import('#server/base/private-files.ts')
    expect(closeToOthers(data)).toBeUndefined()
    expect(statSync(outside).mode & 0o777).toBe(0o644)
    expect(statSync(data).mode & 0o777).toBe(0o700)
  })

  it('is restored from a backup without files, into a folder that does not exist', () => {
    const data = join(folder, 'data')
    mkdirSync(data)
    openServerDatabase(join(data, 'organization.sqlite'), migrations).close()
    writeBackup(data, join(folder, 'backup'))
    const again = join(folder, 'a', 'b')
    restoreBackup(join(folder, 'backup'), again)
    expect(readdirSync(again)).toEqual(['organization.sqlite'])
    const database = openServerDatabase(join(again, 'organization.sqlite'), migrations)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
    expect(openTo(again)).toEqual([])
  })
})

describe('a file system without permissions', () => {
  afterEach(() => {
    vi.doUnmock('node:fs')
    vi.resetModules()
  })

  it.skipIf(process.platform === 'win32').each(['keeps them as they are', 'refuses'])(
    'that %s causes a warning of one sentence',
    async (how) => {
      const folder = mkdtempSync(join(tmpdir(), 'skein-private-'))
      writeFileSync(join(folder, 'a'), '', { mode: 0o644 })
      chmodSync(folder, 0o755)
      vi.resetModules()
      vi.doMock('node:fs', async (original) => ({
        ...(await original<object>()),
        chmodSync() {
          if (how === 'refuses') throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
        },
      }))
      const mocked = await import('#server/base/private-files.ts')
      const warning = mocked.closeToOthers(folder) ?? ''
      expect(warning).toContain(`other users of this computer may read ${folder}`)
      expect(warning).not.toContain('\n')
      rmSync(folder, { recursive: true })
    },
  )

  it('of Windows causes no warning', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-private-'))
    const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {}
    vi.resetModules()
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' })
    try {
      const files = await import('#server/base/private-files.ts')
      files.createPrivately(join(folder, 'x'))
      chmodSync(folder, 0o755)
      expect(files.closeToOthers(folder)).toBeUndefined()
      expect(statSync(folder).mode & 0o777).toBe(0o755)
    } finally {
      Object.defineProperty(process, 'platform', platform)
      rmSync(folder, { recursive: true })
    }
  })
})
