import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  icnsSizes,
  IconFileError,
  isPng,
  pngSize,
  readIcns,
  readIco,
  writeIcns,
  writeIco,
} from '#build/icons/icon-files.ts'
import {
  drawIcons,
  hashSources,
  manifestFile,
  overlayNames,
  resourceFolder,
  sha256,
  trayStates,
  type IconManifest,
} from '#build/icons/icons.ts'

const read = (path: string) => readFileSync(join(resourceFolder, path))
const manifest = JSON.parse(read(manifestFile).toString()) as IconManifest
const width = (path: string) => {
  const { width, height } = pngSize(read(path))
  expect(height).toBe(width)
  return width
}

describe('the icons in build/resources', () => {
  it('are made from the present sources (else: npm run icons)', () => {
    expect(manifest.sources).toEqual(hashSources())
  })

  it('are exactly the generated files', () => {
    const there = readdirSync(resourceFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(resourceFolder.length + 1)
          .replaceAll('\\', '/'),
      )
    const icons = there.filter((path) => /\.(?:png|ico|icns)$/.test(path))
    expect(icons.sort()).toEqual(Object.keys(manifest.files).sort())
    expect(Object.fromEntries(icons.map((path) => [path, sha256(read(path))]))).toEqual(manifest.files)
  })

  it('have the names and picture sizes that the script generates', () => {
    const shape = (path: string, data: Buffer) =>
      path.endsWith('.png')
        ? [pngSize(data).width]
        : path.endsWith('.ico')
          ? readIco(data).map(({ size }) => size)
          : readIcns(data).map((entry) => [entry.type, pngSize(entry.data).width])
    const drawn = drawIcons()
    expect(drawn.map(({ path }) => path).sort()).toEqual(Object.keys(manifest.files).sort())
    for (const { path, data } of drawn)
      expect({ path, shape: shape(path, data) }).toEqual({ path, shape: shape(path, read(path)) })
  })

  it('have for Linux the sizes in their names', () => {
    const names = readdirSync(join(resourceFolder, 'icons'))
    expect(names).toContain('512x512.png')
    for (const name of names) expect(name).toBe(`${width(`icons/${name}`)}x${width(`icons/${name}`)}.png`)
  })

  it('have for macOS each type with its size', () => {
    expect(readIcns(read('icon.icns')).map(({ type, data }) => [type, pngSize(data).width])).toEqual(
      Object.entries(icnsSizes),
    )
  })

  it('have for Windows each size, the largest as PNG', () => {
    const pictures = readIco(read('icon.ico'))
    expect(pictures.map(({ size }) => size)).toEqual([16, 20, 24, 32, 40, 48, 64, 128, 256])
    for (const { size, data } of pictures) {
      if (size === 256) expect(pngSize(data)).toEqual({ width: 256, height: 256 })
      else expect([data.readUInt32LE(0), data.readInt32LE(4), data.readInt32LE(8)]).toEqual([40, size, size * 2])
    }
  })

  it('include pictures of the tray and of the taskbar at every scale', () => {
    for (const state of trayStates) {
      expect(['', '@1.25x', '@1.5x', '@2x'].map((scale) => width(`run-time/tray-${state}${scale}.png`))).toEqual([
        24, 30, 36, 48,
      ])
      expect(['', '@2x'].map((scale) => width(`run-time/${state}Template${scale}.png`))).toEqual([16, 32])
      expect(readIco(read(`run-time/tray-${state}.ico`)).map(({ size }) => size)).toEqual([16, 20, 24, 32, 40, 48])
    }
    for (const name of overlayNames) {
      expect(['', '@1.25x', '@1.5x', '@2x'].map((scale) => width(`run-time/overlay-${name}${scale}.png`))).toEqual([
        16, 20, 24, 32,
      ])
    }
    expect(width('run-time/512.png')).toBe(512)
  })
})

describe('the containers of icons', () => {
  const png = (size: number) => {
    const file = Buffer.alloc(33, size % 251)
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]).copy(file)
    file.writeUInt32BE(size, 16)
    file.writeUInt32BE(size, 20)
    return file
  }

  it('of the type ICNS are read as they were written', () => {
    const asked: number[] = []
    const file = writeIcns((size) => {
      asked.push(size)
      return png(size)
    })
    expect(asked.sort((a, b) => a - b)).toEqual([32, 64, 128, 256, 512, 1024])
    expect(readIcns(file)).toEqual(Object.entries(icnsSizes).map(([type, size]) => ({ type, data: png(size) })))
    expect(() => readIcns(file.subarray(0, -1))).toThrow(IconFileError)
    expect(() => readIcns(Buffer.from('not an icon at all'))).toThrow(IconFileError)
  })

  it('of the type ICO have bitmaps upside down as BGRA, and 256 as PNG', () => {
    const rgba = Uint8Array.from([1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 128, 10, 11, 12, 0])
    const file = writeIco([
      { size: 2, rgba, png: png(2) },
      { size: 256, rgba: new Uint8Array(), png: png(256) },
    ])
    const [small, large] = readIco(file)
    expect(small?.size).toBe(2)
    expect([...(small?.data.subarray(40, 56) ?? [])]).toEqual([9, 8, 7, 128, 12, 11, 10, 0, 3, 2, 1, 255, 6, 5, 4, 255])
    // A row of the mask is padded to four bytes.
    expect(small?.data.length).toBe(40 + 16 + 8)
    expect(large).toEqual({ size: 256, data: png(256) })
    expect(() => readIco(file.subarray(0, -1))).toThrow(IconFileError)
    expect(() => readIco(png(16))).toThrow(IconFileError)
  })

  it('are read without a size from a file that is not PNG', () => {
    expect(isPng(Buffer.from('GIF89a'))).toBe(false)
    expect(() => pngSize(Buffer.from('GIF89a'))).toThrow(IconFileError)
  })
})
