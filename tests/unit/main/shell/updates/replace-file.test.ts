import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replaceProgram } from '#shell/updates/replace-file.ts'

const isLinux = process.platform === 'linux'
let folder = ''
const file = (name: string) => join(folder, name)

describe('a replaced program', () => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-replace-'))
    writeFileSync(file('old'), 'old')
    writeFileSync(file('new'), 'new')
  })

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('is the new one under the old name', () => {
    replaceProgram(file('old'), file('new'))
    expect(readFileSync(file('old'), 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['old'])
    if (process.platform !== 'win32') expect(statSync(file('old')).mode & 0o777).toBe(0o755)
  })

  it('is untouched if the new one is missing', () => {
    expect(() => {
      replaceProgram(file('old'), file('none'))
    }).toThrow('ENOENT')
    expect(readFileSync(file('old'), 'utf8')).toBe('old')
  })

  it.runIf(isLinux && existsSync('/dev/shm') && statSync('/dev/shm').dev !== statSync(tmpdir()).dev)(
    'is copied from another disk, and leaves nothing after a failure',
    () => {
      const other = mkdtempSync('/dev/shm/skein-replace-')
      try {
        writeFileSync(join(other, 'new'), 'from another disk')
        replaceProgram(file('old'), join(other, 'new'))
        expect(readFileSync(file('old'), 'utf8')).toBe('from another disk')
        expect(readdirSync(other)).toEqual([])
        // A folder occupies the path of the copy.
        writeFileSync(join(other, 'new'), 'again')
        mkdirSync(file('old.new'))
        expect(() => {
          replaceProgram(file('old'), join(other, 'new'))
        }).toThrow(/EISDIR|EACCES|ERR_FS_EISDIR/)
        expect(readFileSync(file('old'), 'utf8')).toBe('from another disk')
        expect(readFileSync(join(other, 'new'), 'utf8')).toBe('again')
      } finally {
        rmSync(other, { recursive: true, force: true })
      }
    },
  )
})
