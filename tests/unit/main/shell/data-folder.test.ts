import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderStep, takeDataFolder } from '../../../../main/shell/data-folder.ts'

describe('the data folder', () => {
  let parent: string
  const older = () => join(parent, 'skein')
  const current = () => join(parent, 'Skein')
  /** File systems that do not distinguish case have one folder of both names. */
  const isCaseSensitive = () => !existsSync(join(parent, 'skein')) || !existsSync(join(parent, 'SKEIN'))

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'skein-folder-'))
  })

  afterEach(() => {
    rmSync(parent, { recursive: true })
  })

  function makeOlder(): void {
    mkdirSync(older())
    writeFileSync(join(older(), 'skein.json'), '{}')
  }

  it('is Skein, where nothing is there', () => {
    expect(takeDataFolder(parent)).toEqual({ folder: current(), complaint: null })
    expect(existsSync(current())).toBe(false)
  })

  it('takes over what the older name holds', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    expect(takeDataFolder(parent)).toEqual({ folder: current(), complaint: null })
    expect(readFileSync(join(current(), 'skein.json'), 'utf8')).toBe('{}')
    expect(existsSync(older())).toBe(false)
  })

  it('takes it over into a folder that something has made empty', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    mkdirSync(current())
    expect(takeDataFolder(parent).folder).toBe(current())
    expect(existsSync(join(current(), 'skein.json'))).toBe(true)
  })

  it('is the newer one where both hold something', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    mkdirSync(current())
    writeFileSync(join(current(), 'skein.json'), '{"newer":true}')
    expect(takeDataFolder(parent)).toEqual({ folder: current(), complaint: null })
    expect(existsSync(join(older(), 'skein.json'))).toBe(true)
  })

  it('is the older one, and the log says why, where it cannot be renamed', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    const { folder, complaint } = takeDataFolder(parent, () => {
      throw new Error('EBUSY: resource busy or locked')
    })
    expect(folder).toBe(older())
    expect(complaint).toContain('EBUSY')
    expect(existsSync(join(older(), 'skein.json'))).toBe(true)
  })

  it('is the older one while a program runs with it', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    // A dangling link, like Chromium's.
    if (process.platform !== 'win32') symlinkSync('machine-4711', join(older(), 'SingletonLock'))
    else writeFileSync(join(older(), 'host.lock'), '4711')
    const { folder, complaint } = takeDataFolder(parent)
    expect(folder).toBe(older())
    expect(complaint).toContain('a program that runs')
    expect(existsSync(current())).toBe(false)
  })

  it('is one folder where case does not distinguish names', () => {
    expect(folderStep({ current: 'used', hasOlder: true, isOlderInUse: true })).toBe('current')
  })
})
