/**
 * All icons of Skein as files, drawn from the SVG sources in this folder. `npm run icons` writes them into
 * `build/resources/`.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { writeIcns, writeIco, type Pixels } from './icon-files.ts'

const sourceFolder = import.meta.dirname
/** The folder of generated icons: files for the packager, and in `run-time/` those that the program shows. */
export const resourceFolder = resolve(import.meta.dirname, '../resources')
/** The record of sources and generated files; a test compares both with the files. */
export const manifestFile = 'icons.json'

/** Maximum size for which the simplified source is drawn, since thin strands would merge. */
const smallUpTo = 32
const linuxSizes = [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024]
const programSizes = [16, 20, 24, 32, 40, 48, 64, 128, 256]
const traySizes = [16, 20, 24, 32, 40, 48]
export const trayStates = ['idle', 'unread', 'mentioned', 'quiet'] as const
export const overlayNames = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'more'] as const
/** Suffixes of file names with the picture's scale (docs/api/native-image.md of Electron). */
const scales = [
  ['', 1],
  ['@1.25x', 1.25],
  ['@1.5x', 1.5],
  ['@2x', 2],
] as const
/** Pixels of a picture in the tray of Linux and on a taskbar button of Windows, at scale 1. */
const linuxTraySize = 24
const overlaySize = 16
/** Points of a picture in the menu bar of macOS. */
const menuBarSize = 16

export interface IconFile {
  /** The path below `build/resources/`. */
  readonly path: string
  readonly data: Buffer
}

export interface IconManifest {
  /** SHA-256 by the name of the source. */
  readonly sources: Readonly<Record<string, string>>
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>
}

/** Draws every file. */
export function drawIcons(): IconFile[] {
  const app = (size: number) => readSource(size <= smallUpTo ? 'app-small' : 'app')
  const runTime: IconFile[] = [{ path: 'run-time/512.png', data: png(app(512), 512) }]
  for (const state of trayStates) {
    const tray = readSource(`tray-${state}`)
    const menuBar = readSource(`menu-bar-${state}`)
    runTime.push(
      { path: `run-time/tray-${state}.ico`, data: ico(() => tray, traySizes) },
      ...scaled(`run-time/tray-${state}`, tray, linuxTraySize),
      { path: `run-time/${state}Template.png`, data: png(menuBar, menuBarSize) },
      { path: `run-time/${state}Template@2x.png`, data: png(menuBar, menuBarSize * 2) },
    )
  }
  for (const name of overlayNames) runTime.push(...scaled(`run-time/overlay-${name}`, overlay(name), overlaySize))
  return [
    { path: 'icon.icns', data: writeIcns((size) => png(onAppleGrid(app(size)), size)) },
    { path: 'icon.ico', data: ico(app, programSizes) },
    ...linuxSizes.map((size) => ({ path: `icons/${size}x${size}.png`, data: png(app(size), size) })),
    ...runTime,
  ]
}

/** Hashes of the present sources, independent of line ends. */
export function hashSources(): Record<string, string> {
  const names = readdirSync(sourceFolder).filter((name) => name.endsWith('.svg'))
  return Object.fromEntries(names.sort().map((name) => [name, sha256(readSource(name.replace(/\.svg$/, '')))]))
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function readSource(name: string): string {
  return readFileSync(join(sourceFolder, `${name}.svg`), 'utf8').replaceAll('\r\n', '\n')
}

function scaled(path: string, svg: string, size: number): IconFile[] {
  return scales.map(([suffix, scale]) => ({ path: `${path}${suffix}.png`, data: png(svg, Math.round(size * scale)) }))
}

/** Selects the drawn digit of the source. */
function overlay(name: (typeof overlayNames)[number]): string {
  return readSource('overlay').replace('href="#digit-1"', `href="#digit-${name}"`)
}

/** Adds the margin of macOS icons: the shape takes 824 of 1024 points (Apple's template for application icons). */
function onAppleGrid(svg: string): string {
  const inner = svg.replace('<svg ', '<svg x="100" y="100" width="824" height="824" ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024">${inner}</svg>`
}

function render(svg: string, size: number) {
  return new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } }).render()
}

function png(svg: string, size: number): Buffer {
  return render(svg, size).asPng()
}

function ico(svgOf: (size: number) => string, sizes: readonly number[]): Buffer {
  return writeIco(
    sizes.map((size) => {
      const image = render(svgOf(size), size)
      return { ...straight(image.pixels, size), png: image.asPng() }
    }),
  )
}

/** Converts resvg's premultiplied alpha to straight alpha. */
function straight(premultiplied: Uint8Array, size: number): Pixels {
  const rgba = Uint8Array.from(premultiplied)
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0
    if (alpha === 0 || alpha === 255) continue
    for (let channel = 0; channel < 3; channel += 1) {
      rgba[at + channel] = Math.min(255, Math.round(((rgba[at + channel] ?? 0) * 255) / alpha))
    }
  }
  return { size, rgba }
}

if (import.meta.main) {
  for (const folder of ['icons', 'run-time']) rmSync(join(resourceFolder, folder), { recursive: true, force: true })
  const files = drawIcons()
  for (const { path, data } of files) {
    const file = join(resourceFolder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, data)
  }
  const manifest: IconManifest = {
    sources: hashSources(),
    files: Object.fromEntries(files.map(({ path, data }) => [path, sha256(data)])),
  }
  writeFileSync(join(resourceFolder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
  process.stdout.write(`skein: ${files.length} icons are in build/resources\n`)
}
