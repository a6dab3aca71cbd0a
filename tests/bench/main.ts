/** `npm run bench [-- --json FILE] [-- --only NAME]`: prints each figure beside a floor of the same run. */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { measureApplying } from './applying.ts'
import { measureDirectory } from './directory.ts'
import { measureEngine } from './engine/engine.ts'
import { measureExporting } from './exporting.ts'
import { measureFetching } from './fetching.ts'
import { measureFindingPlaces } from './finding-places.ts'
import { measureListing } from './listing.ts'
import { measureOpening } from './opening.ts'
import { measureRegister } from './register.ts'
import type { Row } from './rows.ts'
import { measureSearching } from './searching.ts'
import { measureServer } from './server/server.ts'

const { values } = parseArgs({
  options: { json: { type: 'string' }, only: { type: 'string' }, help: { type: 'boolean', default: false } },
})

/**
 * Runs a bench of the page. They have the types of a browser and a separate configuration, so this file must not import
 * them.
 */
async function measureInPage(file: string, name: string): Promise<Row[]> {
  const module = (await import(new URL(`page/${file}`, import.meta.url).href)) as Record<string, () => Promise<Row[]>>
  const measure = module[name]
  if (measure === undefined) throw new Error(`page/${file} has no ${name}`)
  return measure()
}

const benches: Readonly<Record<string, () => Promise<Row[]>>> = {
  opening: measureOpening,
  applying: measureApplying,
  searching: measureSearching,
  places: measureFindingPlaces,
  directory: measureDirectory,
  lists: measureListing,
  export: measureExporting,
  fetch: measureFetching,
  register: measureRegister,
  engine: measureEngine,
  server: measureServer,
  page: () => measureInPage('page.ts', 'measurePage'),
  'typing-while-fetching': () => measureInPage('fetching/typing-while-fetching.ts', 'measureTypingWhileFetching'),
}

if (values.help) {
  process.stdout.write(`npm run bench -- [--only NAME] [--json FILE]

Prints each figure beside a floor that is measured in the same run.

  --only NAME   one of: ${Object.keys(benches).join(', ')}
  --json FILE   also writes the rows to a file

"page" runs the program in the browser host and its page in Chromium (on the PATH, or SKEIN_CHROMIUM): changes of
conversation, keys, scrolling, memory of the page, start, and the whole program at rest. It takes about ten minutes.
The large account of "engine" and "page" is generated once, in the system's temporary folder.
`)
  process.exit()
}

if (values.only !== undefined && !Object.hasOwn(benches, values.only)) {
  process.stderr.write(`bench: there is no "${values.only}"; known: ${Object.keys(benches).join(', ')}\n`)
  process.exit(1)
}
const rows: Row[] = []
for (const [name, measure] of Object.entries(benches)) {
  if (values.only !== undefined && values.only !== name) continue
  process.stderr.write(`bench: ${name}…\n`)
  rows.push(...(await measure()))
}
// Failed measurements have printed their reasons.
if (rows.length === 0) process.exit(1)
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
