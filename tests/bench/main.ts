/** `npm run bench [-- --json FILE] [-- --only NAME]`: prints each figure beside a floor of the same run. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureApplying } from './applying.ts'
import { measureEngine } from './engine/engine.ts'
import { measureOpening } from './opening.ts'
import { measureRegister } from './register.ts'
import type { Row } from './rows.ts'
import { measureSearching } from './searching.ts'
import { measureServer } from './server/server.ts'

const { values } = parseArgs({ options: { json: { type: 'string' }, only: { type: 'string' } } })

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  opening: measureOpening,
  applying: measureApplying,
  searching: measureSearching,
  register: measureRegister,
  engine: measureEngine,
  server: measureServer,
}

const rows: Row[] = []
for (const [name, measure] of Object.entries(benches)) {
  if (values.only !== undefined && values.only !== name) continue
  process.stderr.write(`bench: ${name}…\n`)
  rows.push(...(await measure()))
}
if (rows.length === 0) {
  process.stderr.write(`bench: there is no "${values.only}"; known: ${Object.keys(benches).join(', ')}\n`)
  process.exitCode = 1
}
console.table(
  Object.fromEntries(
    rows.map((row) => [
      row.what,
      {
        measured: `${row.value.toFixed(2)} ${row.unit}`,
        floor: `${row.floor.toFixed(2)} ${row.unit}`,
        ratio: (row.value / row.floor).toFixed(2),
        'what the floor is': row.floorIs,
      },
    ]),
  ),
)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`)
