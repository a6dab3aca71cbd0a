import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeFormat } from '#build/package/native-format.ts'
import { checkNatives, expectedNatives, NativeModuleError } from '#build/package/natives.ts'

const prebuilt = resolve(import.meta.dirname, '../../../node_modules/better-sqlite3/prebuilds')
const linux = { platform: 'linux', arch: 'x64' }

describe('the format of a native module', () => {
  it('is read from every module of better-sqlite3, as its name states', () => {
    const names = readdirSync(prebuilt)
    expect(names.length).toBeGreaterThan(6)
    for (const name of names) {
      const [platform = '', arch = ''] = name.replace('.node', '').replace('linuxmusl', 'linux').split('-')
      expect(nativeFormat(readFileSync(join(prebuilt, name)))).toEqual({ platform, archs: [arch] })
    }
  })

  it('has both architectures for a universal file, and does not match a Java class', () => {
    const fat = Buffer.alloc(64)
    fat.writeUInt32BE(0xcafebabe, 0)
    fat.writeUInt32BE(2, 4)
    fat.writeUInt32BE(0x01000007, 8)
    fat.writeUInt32BE(0x0100000c, 28)
    expect(nativeFormat(fat)).toEqual({ platform: 'darwin', archs: ['x64', 'arm64'] })
    fat.writeUInt32BE(65, 4)
    expect(nativeFormat(fat)).toBeUndefined()
  })

  it('is unknown for a short file, an empty one, and one of another machine', () => {
    const whole = readFileSync(join(prebuilt, 'win32-x64.node'))
    for (let length = 0; length < 256; length += 1) expect(() => nativeFormat(whole.subarray(0, length))).not.toThrow()
    expect(nativeFormat(Buffer.alloc(0))).toBeUndefined()
    expect(nativeFormat(Buffer.from('MZ'))).toBeUndefined()
    expect(nativeFormat(Buffer.from('#!/bin/sh\nexit 0\n'))).toBeUndefined()
    const other = Buffer.from(readFileSync(join(prebuilt, 'linux-x64.node')).subarray(0, 64))
    other.writeUInt16LE(0xf3, 18)
    expect(nativeFormat(other)).toEqual({ platform: 'linux', archs: ['unknown (0xf3)'] })
  })
})

describe('the native modules of a package', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'skein-natives-'))
    for (const name of expectedNatives(linux)) put(name, 'linux-x64.node')
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  function put(name: string, module: string): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    cpSync(join(prebuilt, module), join(folder, name))
  }

  it('are valid if each exists and is built for its target', () => {
    expect(() => {
      checkNatives(folder, linux)
    }).not.toThrow()
  })

  it.each([
    ['of another architecture', 'linux-arm64.node', 'made for linux on arm64'],
    ['of another system', 'darwin-x64.node', 'made for darwin on x64'],
  ])('are refused: %s', (_, module, sentence) => {
    put(expectedNatives(linux)[1] ?? '', module)
    expect(() => {
      checkNatives(folder, linux)
    }).toThrow(sentence)
  })

  it('are refused if they are missing, unused or invalid', () => {
    const check = () => {
      checkNatives(folder, linux)
    }
    put(join('node_modules', 'other', 'other.node'), 'linux-x64.node')
    expect(check).toThrow('Nothing in the package loads')
    rmSync(join(folder, 'node_modules', 'other'), { recursive: true })
    writeFileSync(join(folder, expectedNatives(linux)[1] ?? ''), '<html>not found</html>')
    expect(check).toThrow('no native module at all')
    rmSync(join(folder, 'node_modules', 'keytar'), { recursive: true })
    expect(check).toThrow(NativeModuleError)
    expect(check).toThrow('lacks')
    rmSync(join(folder, 'node_modules'), { recursive: true })
    expect(check).toThrow('lacks')
  })
})
