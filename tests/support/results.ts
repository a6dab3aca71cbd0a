import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../results')

type Rows = readonly (readonly (string | number)[])[]

function textOf(rows: Rows): string {
  return `${rows.map((row) => row.join(' | ')).join('\n')}\n`
}

/** Writes a table to `results/`. */
export function writeTable(name: string, rows: Rows): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.txt`), textOf(rows))
}

/** Writes and prints a table. */
export function keepTable(name: string, rows: Rows): void {
  writeTable(name, rows)
  process.stdout.write(`${name}\n${textOf(rows)}`)
}
