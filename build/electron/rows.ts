/** Renders the table of Electron's APIs in docs/electron/apis.md. */
import type { LoadedFact } from './facts.ts'
import { apisOf, namedTest } from './facts.ts'
import type { ElectronUse } from './uses.ts'

const begin = '<!-- Written by `npm run electron-table`. -->\n\n<!-- prettier-ignore-start -->'
const end = '<!-- prettier-ignore-end -->'

/** The modules of the program that use Electron, in the order of the table. */
const modules = [
  { path: 'main/index.ts', heading: 'The program' },
  { path: 'main/shell', heading: 'The desktop' },
  { path: 'main/network', heading: 'The network' },
  { path: 'main', heading: 'Elsewhere in the program' },
  { path: 'preload', heading: 'The page’s way to the program' },
] as const

type ProgramModule = (typeof modules)[number]

/** Returns the document with the table between its markers. @throws RangeError where markers are missing */
export function withTable(document: string, table: string): string {
  const from = document.indexOf(begin)
  const to = document.indexOf(end, from)
  if (from < 0 || to < 0) throw new RangeError(`the document has no “${begin}” with its end`)
  return `${document.slice(0, from + begin.length)}\n\n${table}\n${document.slice(to)}`
}

/** One row for each fact, at the module of its first use. */
export function tableOf(uses: readonly ElectronUse[], facts: readonly LoadedFact[]): string {
  const used = new Set(uses.map(({ api }) => api))
  const rows = facts
    .map((fact) => ({ fact, places: placesOf(fact, uses, used) }))
    .filter(({ places }) => places.length > 0)
    .sort((a, b) => compare(sortKey(a.fact.api), sortKey(b.fact.api)))
  return modules
    .map((module) => ({ module, own: rows.filter(({ places }) => firstModule(places) === module) }))
    .filter(({ own }) => own.length > 0)
    .map(({ module, own }) =>
      [
        `## ${module.heading} (\`${module.path}\`)`,
        '',
        '| API | Where | Test | Behaviour, and its source | Only a run shows |',
        '| --- | --- | --- | --- | --- |',
        ...own.map(({ fact, places }) => rowOf(module, fact, places)),
        '',
      ].join('\n'),
    )
    .join('\n')
}

function placesOf(fact: LoadedFact, uses: readonly ElectronUse[], used: ReadonlySet<string>): ElectronUse[] {
  const apis = new Set(apisOf(fact, used))
  return uses.filter(({ api }) => apis.has(api))
}

function isIn({ path }: ProgramModule, file: string): boolean {
  return file === path || file.startsWith(`${path}/`)
}

function moduleOf(file: string): ProgramModule | undefined {
  return modules.find((module) => isIn(module, file))
}

function firstModule(places: readonly ElectronUse[]): ProgramModule | undefined {
  return modules.find((module) => places.some(({ file }) => moduleOf(file) === module))
}

/** Sorts `new Tray` beside `Tray#setImage`. */
function sortKey(api: string): string {
  return api.replace(/^new /, '').toLowerCase()
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function rowOf(
  module: ProgramModule,
  { api, parts = [], tests, behaviour, source, onlyARun }: LoadedFact,
  places: ElectronUse[],
) {
  const name = parts.length === 0 ? `\`${api}\`` : `\`${api}\` with ${parts.map((part) => `\`${part}\``).join(', ')}`
  const byFile = Map.groupBy(places, ({ file }) => file)
  const where = [...byFile]
    .sort(([a], [b]) => compare(a, b))
    .map(([file, own]) => {
      const symbols = [...new Set(own.map(({ symbol }) => symbol))].filter((symbol) => symbol !== '').sort(compare)
      const short = isIn(module, file) && file !== module.path ? file.slice(module.path.length + 1) : file
      return `${short}${symbols.length === 0 ? '' : ` (${symbols.join(', ')})`}`
    })
  const testCell = tests.map((test) => {
    const { file, title } = namedTest(test)
    return `${file.split('/').at(-1) ?? file}: ${title}`
  })
  const cells = [[name], [where.join('; ')], testCell, [`${behaviour} (${source})`], [onlyARun ?? '–']]
  return `| ${cells.map((lines) => (lines.length === 0 ? '–' : lines.map(escaped).join('<br>'))).join(' | ')} |`
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
}
