/**
 * `npm run mutations [-- --law M6] [--fresh] [--schedules 200] [--workers 2]`: breaks each law of the engine on purpose,
 * and says what notices it: the tests that name the law, the engine's other tests, then schedules of the simulation.
 * What an earlier run has found out of the same mistake in the same tree is not run again; `--fresh` does. `--law` takes
 * a law or a family (`--law Q`), several times. Ends with a table, and with 1 where a mistake was not noticed.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { endChildren } from './child.ts'
import { Compiling } from './compiling.ts'
import {
  engineTestFiles,
  findBySchedules,
  findByTests,
  finderText,
  namesLaw,
  profiles,
  type Finder,
} from './finders.ts'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'
import { hashOf, mutationHash, Results, type Outcome } from './results.ts'
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
/** By finder: what it says of the engine without a mistake. */
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

/** Runs what a finder names, and nothing else. */
function repeat(folder: string, finder: Finder): Promise<Finder | null> {
  if (finder.kind === 'test') return findByTests(folder, finder.file.split(', '))
  const profile = profiles.find(({ name }) => name === finder.profile)
  return profile === undefined
    ? Promise.resolve(null)
    : findBySchedules(folder, profile, { count: 1, first: finder.seed })
}

/** @throws Error where a test or schedule fails without any mistake: then it says nothing of this one. */
async function expectRightWithout(folder: string, finder: Finder): Promise<void> {
  const name = finder.kind === 'test' ? finder.file : finderText(finder)
  const judgement = judged.get(name) ?? repeat(folder, finder)
  judged.set(name, judgement)
  const problem = await judgement
  if (problem !== null) throw new Error(`the engine is not right without a mistake: ${finderText(problem)}`)
}

/** The first that notices: what noticed it last time, tests that name the law, other tests, schedules. */
async function find(folder: string, mutation: Mutation): Promise<Finder | null> {
  const files = engineTestFiles(folder)
  const naming = files.filter((file) => namesLaw(folder, file, mutation.law))
  const last = results.lastFinder(mutationHash(mutation))
  const isThere = last?.kind !== 'test' || last.file.split(', ').every((file) => files.includes(file))
  const steps = [
    () => (last === undefined || !isThere ? Promise.resolve(null) : repeat(folder, last)),
    () => findByTests(folder, naming),
    () =>
      findByTests(
        folder,
        files.filter((file) => !naming.includes(file)),
      ),
    ...profiles.map((profile) => () => findBySchedules(folder, profile, { count: schedules })),
  ]
  for (const step of steps) {
    const finder = await step()
    if (finder !== null) return finder
  }
  return null
}

async function judge(workplace: Workplace, mutation: Mutation, key: string): Promise<Outcome> {
  const { folder } = workplace
  const started = Date.now()
  const finder = await workplace.with(mutation, () => find(folder, mutation))
  if (finder !== null) await expectRightWithout(folder, finder)
  const { law, what } = mutation
  const seconds = Math.round((Date.now() - started) / 1000)
  return { mutation: mutationHash(mutation), key, law, what, finder, seconds }
}

/** The table's last cell. */
const notes = new Map<Mutation, string>()
let missed = 0

function note(mutation: Mutation, finder: Finder | null, seconds: number): void {
  const text = finder === null ? 'NOTHING' : finderText(finder)
  if (finder === null) missed += 1
  notes.set(mutation, text)
  process.stdout.write(`${mutation.law} ${mutation.what}\n   found by ${text} (${seconds} s)\n`)
}

const open: { readonly mutation: Mutation; readonly key: string }[] = []
for (const mutation of chosen) {
  const key = hashOf([mutationHash(mutation), tree, String(schedules), ...profiles.map(({ name }) => name)])
  const known = values.fresh ? undefined : results.withKey(key)
  if (known === undefined) open.push({ mutation, key })
  else note(mutation, known.finder, known.seconds)
}

process.stdout.write(`mutations: ${chosen.length}, ${open.length} to be tried, ${workers} at a time\n`)
async function work(): Promise<void> {
  const workplace = new Workplace()
  workplaces.push(workplace)
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { mutation, key } = next
    const problems = compiling.problems(mutation)
    if (problems.length > 0) {
      missed += 1
      notes.set(mutation, `does not compile: ${problems.join(' ')}`)
      continue
    }
    const outcome = await judge(workplace, mutation, key)
    results.add(outcome)
    note(mutation, outcome.finder, outcome.seconds)
  }
}

try {
  await Promise.all(Array.from({ length: Math.min(workers, open.length) }, () => work()))
} finally {
  leave()
}

const cells = chosen.map((mutation) => `| ${mutation.law} | ${mutation.what} | ${notes.get(mutation) ?? ''} |`)
process.stdout.write(['', '| Law | What is broken | Found by |', '| --- | --- | --- |', ...cells, ''].join('\n'))
process.stdout.write(`${chosen.length - missed} found, ${missed} not found\n`)
process.exitCode = missed > 0 ? 1 : 0
