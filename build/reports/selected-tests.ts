import { parseArgs } from 'node:util'

/** The selected tests of a run. */
export interface SelectedTests {
  /** Whether everything is selected: the checks and all tests of both runners. */
  readonly isWhole: boolean
  /** Files and folders for Vitest; empty for all, null for none. */
  readonly unit: readonly string[] | null
  /** Files for Playwright; empty for all, null for none. */
  readonly endToEnd: readonly string[] | null
  /** A part of the titles, as a pattern for both runners. */
  readonly title: string | undefined
}

const unitFolders = ['tests/unit', 'tests/contract', 'tests/recordings']
const engineFolders = ['tests/engine', 'tests/simulation']

/**
 * Reads the arguments of `npm test`: files, folders, `-t name`, and a part of the tests by `--unit`, `--engine` or
 * `--e2e`, of which files select some.
 *
 * @throws TypeError with Node's sentence about an unknown option
 */
export function selectedTests(args: readonly string[]): SelectedTests {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      unit: { type: 'boolean', default: false },
      engine: { type: 'boolean', default: false },
      e2e: { type: 'boolean', default: false },
      name: { type: 'string', short: 't' },
    },
  })
  const { unit, engine, e2e, name } = values
  const isPart = unit || engine || e2e
  const files = positionals.map((path) => path.replaceAll('\\', '/'))
  // A name without a folder belongs to the runner of the part.
  const isOfPlaywright = (file: string) => isEndToEnd(file) || (e2e && !unit && !engine)
  const endToEndFiles = files.filter(isOfPlaywright)
  const named = files.filter((file) => !isOfPlaywright(file))
  const ofParts = [...(unit ? unitFolders : []), ...(engine ? engineFolders : [])]
  const unitFiles = files.length > 0 ? named : ofParts
  const isAll = !isPart && files.length === 0
  return {
    isWhole: isAll && name === undefined,
    unit: isAll || unitFiles.length > 0 ? unitFiles : null,
    endToEnd: isAll || (e2e && files.length === 0) || endToEndFiles.length > 0 ? endToEndFiles : null,
    title: name === undefined ? undefined : name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
  }
}

function isEndToEnd(file: string): boolean {
  return /(?:^|\/)tests\/e2e(?:\/|$)/.test(file) || /\.spec(?:\.ts)?(?::\d+)?$/.test(file)
}
