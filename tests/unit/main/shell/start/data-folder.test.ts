import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderStep, openDataFolder, takeDataFolder } from '#shell/start/data-folder.ts'

describe('the data folder', () => {
  let parent: string
  const older = () => join(parent, 'skein')
  const current = () => join(parent, 'Skein')
  /** Whether the file system distinguishes case; otherwise both names denote one folder. */
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

  it('is Skein if no folder exists', () => {
    expect(takeDataFolder(parent)).toEqual({ folder: current(), complaint: null })
    expect(existsSync(current())).toBe(false)
  })

  it('keeps the content of the older folder', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    expect(takeDataFolder(parent)).toEqual({ folder: current(), complaint: null })
    expect(readFileSync(join(current(), 'skein.json'), 'utf8')).toBe('{}')
    expect(existsSync(older())).toBe(false)
  })

  it('keeps the content of the older folder if an empty new one exists', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    mkdirSync(current())
    expect(takeDataFolder(parent).folder).toBe(current())
    expect(existsSync(join(current(), 'skein.json'))).toBe(true)
  })

  it('is the newer one if both have content', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    mkdirSync(current())
    writeFileSync(join(current(), 'skein.json'), '{"newer":true}')
    expect(takeDataFolder(parent)).toEqual({ folder: current(), complaint: null })
    expect(existsSync(join(older(), 'skein.json'))).toBe(true)
  })

  it('is the older one if it cannot be renamed, and the log has the reason', () => {
    makeOlder()
    if (!isCaseSensitive()) return
    const { folder, complaint } = takeDataFolder(parent, () => {
      throw new Error('EBUSY: resource busy or locked')
    })
    expect(folder).toBe(older())
    expect(complaint).toContain('EBUSY')
    expect(existsSync(join(older(), 'skein.json'))).toBe(true)
  })

  it('is the older one while a program uses it', () => {
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

  it('is a single folder on a case-insensitive file system', () => {
    expect(folderStep({ current: 'used', hasOlder: true, isOlderInUse: true })).toBe('current')
  })

  it('is another folder if one is chosen, which is created for its user only', () => {
    const chosen = join(parent, 'elsewhere', 'data')
    const noParent = () => {
      throw new Error('the folder of the system is not needed')
    }
    expect(openDataFolder(chosen, noParent)).toEqual({ folder: chosen, complaints: [] })
    expect(existsSync(chosen)).toBe(true)
    expect(openDataFolder('', () => parent)).toEqual({ folder: current(), complaints: [] })
    expect(existsSync(current())).toBe(true)
  })
})
