/**
 * `npm run mutations [-- --law M6] [--fresh] [--schedules 200] [--workers 2]`: breaks each invariant of the engine on
 * purpose, and prints what notices it: the tests that name the invariant, the engine's other tests, then schedules of
 * the simulation. Results of an earlier run for the same mistake in the same tree are kept, except with `--fresh`.
 * `--law` takes an invariant or a family (`--law Q`), repeatedly. Ends with a table, and with status 1 for an unnoticed
 * mistake.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { endChildren } from '../runner/child.ts'
import { Compiling } from './compiling.ts'
import {
  engineTestFiles,
  findBySchedules,
  findByTests,
  finderText,
  namesLaw,
  NoSuchTest,
  profiles,
  type Finder,
} from './finders.ts'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'
import { hashOf, mutationHash, Results } from './results.ts'
import { treeHash, Workplace } from './workplace.ts'

const { values } = parseArgs({
  options: {
    law: { type: 'string', multiple: true, default: [] },
    fresh: { type: 'boolean', default: false },
    schedules: { type: 'string', default: '200' },
    workers: { type: 'string', default: String(Math.min(availableParallelism(), 4)) },
  },
})

function fail(sentence: string): never {
  process.stderr.write(`mutations: ${sentence}\n`)
  process.exit(2)
}

function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number >= least
    ? number
    : fail(`--${name} wants a whole number of at least ${least}, not “${text}”`)
}

const schedules = wholeNumber('schedules', values.schedules, 0)
const workers = wholeNumber('workers', values.workers, 1)
const chosen = mutations.filter(
  ({ law }) => values.law.length === 0 || values.law.some((name) => law === name || law.replace(/\d+$/, '') === name),
)
if (chosen.length === 0) fail(`no law is called ${values.law.join(', ')}`)

const tree = treeHash()
const results = new Results()
const compiling = new Compiling()
/** The results of finders for the engine without a mistake. */
const judged = new Map<string, Promise<Finder | null>>()
const workplaces: Workplace[] = []

function leave(): void {
  endChildren()
  for (const workplace of workplaces) workplace.remove()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    leave()
    process.exit(130)
  })
}

/** Runs only the test or schedule that a finder names. */
function repeat(folder: string, finder: Finder): Promise<Finder | null> {
  if (finder.kind === 'test') return findByTests(folder, [finder.file], finder.name)
  const profile = profiles.find(({ name }) => name === finder.profile)
  return profile === undefined
    ? Promise.resolve(null)
    : findBySchedules(folder, profile, { count: 1, first: finder.seed })
}

/** Returns null if no test has the name any more. */
async function whereThereIsOne(finding: Promise<Finder | null>): Promise<Finder | null> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof NoSuchTest) return null
    throw error
  }
}

/** @throws Error if a test or schedule fails without a mistake, so that it proves nothing about mistakes */
async function expectRightWithout(folder: string, finder: Finder): Promise<void> {
  const name = finderText(finder)
  const judgement = judged.get(name) ?? repeat(folder, finder)
  judged.set(name, judgement)
  const problem = await judgement
  if (problem !== null) throw new Error(`the engine is not right without a mistake: ${finderText(problem)}`)
}

/** A step that may notice a mistake; fast steps precede slow ones. */
interface Step {
  readonly name: string
  readonly find: (folder: string, mutation: Mutation) => Promise<Finder | null>
}

const steps: readonly Step[] = [
  {
    name: 'what found it last',
    find: async (folder, mutation) => {
      const last = results.lastFinder(mutationHash(mutation))
      const files = engineTestFiles(folder)
      const isThere = last?.kind !== 'test' || files.includes(last.file)
      return last === undefined || !isThere ? null : whereThereIsOne(repeat(folder, last))
    },
  },
  {
    name: 'tests that name the law',
    find: (folder, { law }) => {
      const files = engineTestFiles(folder).filter((file) => namesLaw(folder, file, law))
      return whereThereIsOne(findByTests(folder, files, `[${law}]`))
    },
  },
  { name: 'all tests', find: (folder) => findByTests(folder, engineTestFiles(folder)) },
  ...profiles.map((profile) => ({
    name: `${schedules} schedules (${profile.name})`,
    find: (folder: string) => findBySchedules(folder, profile, { count: schedules }),
  })),
]

/** The progress of one mutation through the steps. */
interface Trial {
  readonly mutation: Mutation
  readonly key: string
  /** The last cell of the table; null until it is known. */
  verdict: string | null
}

const trials = chosen.map((mutation): Trial => {
  const key = hashOf([mutationHash(mutation), tree])
  const known = values.fresh ? undefined : results.found(key)
  return { mutation, key, verdict: known === undefined ? null : finderText(known.finder) }
})
let missed = 0

async function tryAt(workplace: Workplace, trial: Trial, step: Step): Promise<void> {
  const { mutation, key } = trial
  const { law, what } = mutation
  const isKnown = (name: string) => !values.fresh && results.hasPassed(key, name)
  const note = (name: string, finder: Finder | null, seconds: number) =>
    results.add({ mutation: mutationHash(mutation), key, step: name, law, what, finder, seconds })
  if (step === steps[0] && !isKnown('compiling')) {
    const problems = compiling.problems(mutation)
    if (problems.length > 0) {
      missed += 1
      trial.verdict = `NOTHING: it does not compile: ${problems.join(' ')}`
      return
    }
    note('compiling', null, 0)
  }
  if (isKnown(step.name)) return
  const started = Date.now()
  const finder = await workplace.with(mutation, () => step.find(workplace.folder, mutation))
  if (finder !== null) await expectRightWithout(workplace.folder, finder)
  const seconds = Math.round((Date.now() - started) / 1000)
  note(step.name, finder, seconds)
  if (finder === null) return
  trial.verdict = finderText(finder)
  process.stdout.write(`${law} ${what}\n   found by ${trial.verdict} (${seconds} s)\n`)
}

function openTrials(): Trial[] {
  return trials.filter(({ verdict }) => verdict === null)
}

try {
  for (let count = Math.min(workers, openTrials().length); count > 0; count -= 1) workplaces.push(new Workplace())
  for (const step of steps) {
    const waiting = openTrials()
    if (waiting.length > 0) process.stdout.write(`${step.name}: ${waiting.length} of ${trials.length} mutations\n`)
    await Promise.all(
      workplaces.map(async (workplace) => {
        for (let trial = waiting.shift(); trial !== undefined; trial = waiting.shift()) {
          await tryAt(workplace, trial, step)
        }
      }),
    )
  }
} finally {
  leave()
}

missed += openTrials().length
const cells = trials.map(({ mutation, verdict }) => `| ${mutation.law} | ${mutation.what} | ${verdict ?? 'NOTHING'} |`)
process.stdout.write(['', '| Law | What is broken | Found by |', '| --- | --- | --- |', ...cells, ''].join('\n'))
process.stdout.write(`${chosen.length - missed} found, ${missed} not found\n`)
process.exitCode = missed > 0 ? 1 : 0
