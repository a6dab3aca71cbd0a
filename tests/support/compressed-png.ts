/** Makes PNG files smaller without a change of any pixel, with oxipng. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import init, { optimise } from '@jsquash/oxipng/codec/pkg/squoosh_oxipng.js'

const program = createRequire(import.meta.url).resolve('@jsquash/oxipng/codec/pkg/squoosh_oxipng_bg.wasm')
/** Higher levels take five times as long and save less than one percent of a picture of a screen. */
const level = 2

let isReady: Promise<unknown> | undefined

/** @returns the smallest encoding that is found, or the file itself */
export async function compressedPng(file: Buffer): Promise<Buffer> {
  await (isReady ??= init(readFileSync(program)))
  const smaller = optimise(new Uint8Array(file), level, false, false)
  return smaller.length < file.length ? Buffer.from(smaller) : file
}

/** Compresses the PNG files of a folder that changed since a time in milliseconds. @returns the bytes before and after */
export async function compressPngs(
  folder: string,
  since = 0,
): Promise<{ readonly before: number; readonly after: number }> {
  const sums = { before: 0, after: 0 }
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.png'))) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < since) continue
    const file = readFileSync(path)
    const smaller = await compressedPng(file)
    if (smaller.length < file.length) writeFileSync(path, smaller)
    sums.before += file.length
    sums.after += smaller.length
  }
  return sums
}

if (import.meta.main) {
  for (const folder of process.argv.slice(2)) {
    const { before, after } = await compressPngs(folder)
    process.stdout.write(`${folder}: ${before} bytes, now ${after}\n`)
  }
}
