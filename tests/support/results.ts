import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../results')

/** Keeps a table for whoever wants to read it after the tests, and prints it. */
export function keepTable(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = `${rows.map((row) => row.join(' | ')).join('\n')}\n`
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.txt`), text)
  process.stdout.write(`${name}\n${text}`)
}
