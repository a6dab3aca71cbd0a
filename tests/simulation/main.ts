/**
 * `npm run simulate -- --schedules 5000 [--profile short|long] [--seed S] [--steps N] [--workers 2]`: random schedules
 * of people, faults and actions in virtual time, each replayable by its seed. Progress is printed every twentieth; on
 * an interruption the running schedules are completed. The last line is `N passed, N failed`.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isProfileName, profiles, type Profile } from './profile.ts'
import type { Answer, Order } from './run.ts'

const usage = `npm run simulate -- [--schedules 200] [--profile ${Object.keys(profiles).join('|')}] [--steps N] [--seed S] [--workers N]
`

const values = readOptions()
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        schedules: { type: 'string', default: '200' },
        profile: { type: 'string', default: 'short' },
        steps: { type: 'string' },
        seed: { type: 'string' },
        workers: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return refuse(`${error instanceof Error ? error.message : String(error)}\n${usage.trimEnd()}`)
  }
}

function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least) return number
  return refuse(`--${name} wants a whole number of at least ${least}, not “${text}”`)
}

function profileName(text: string): Profile['name'] {
  return isProfileName(text) ? text : refuse(`--profile is one of ${Object.keys(profiles).join(', ')}, not “${text}”`)
}

function refuse(sentence: string): never {
  process.stderr.write(`simulate: ${sentence}\n`)
  process.exit(2)
}

const schedules = wholeNumber('schedules', values.schedules, 1)
const profile = profileName(values.profile)
const steps = wholeNumber('steps', values.steps ?? String(profiles[profile].steps), 1)
const workers = wholeNumber('workers', values.workers ?? String(Math.min(availableParallelism(), 8)), 1)
const first = wholeNumber('seed', values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), 0)

let next = first
let end = first + schedules
let passed = 0
const failed: number[] = []
let busyMs = 0

function note(seed: number, problem: string | null): void {
  if (problem === null) {
    passed += 1
  } else {
    failed.push(seed)
    process.stdout.write(
      `seed ${seed} failed; replay it with --profile ${profile} --seed ${seed} --schedules 1 --steps ${steps}\n${problem}\n`,
    )
  }
  const done = passed + failed.length
  const before = Math.floor(((done - 1) * 20) / schedules)
  if (Math.floor((done * 20) / schedules) > before) {
    const seconds = (busyMs / 1000 / done).toFixed(1)
    process.stdout.write(`${done} of ${schedules} done, ${failed.length} failed; ${seconds} s of processor time each\n`)
  }
}

/** Runs seeds until none is left. The seed of a process that dies or hangs has failed, and a new process continues. */
async function work(): Promise<void> {
  let child: ChildProcess | undefined
  while (next < end) {
    const seed = next
    next += 1
    child ??= fork(join(import.meta.dirname, 'worker.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const isAlive = await run(child, seed)
    if (!isAlive) child = undefined
  }
  child?.kill()
}

function run(child: ChildProcess, seed: number): Promise<boolean> {
  return new Promise((resolve) => {
    const onMessage = (answer: Answer) => {
      busyMs += answer.busyMs
      finish(answer.problem, true)
    }
    const onExit = (code: number | null, signal: string | null) => {
      finish(`its process ended: ${code ?? signal ?? ''}`, false)
    }
    function finish(problem: string | null, isAlive: boolean): void {
      child.off('message', onMessage)
      child.off('exit', onExit)
      note(seed, problem)
      resolve(isAlive)
    }
    child.on('message', onMessage)
    child.on('exit', onExit)
    const order: Order = { seed, steps, profile }
    child.send(order)
  })
}

process.once('SIGINT', () => {
  end = next
})
process.stdout.write(
  `simulation: ${schedules} schedules of ${steps} steps (${profile}) from seed ${first}, ${workers} at a time\n`,
)
await Promise.all(Array.from({ length: workers }, () => work()))
process.stdout.write(`${passed} passed, ${failed.length} failed\n`)
process.exitCode = failed.length > 0 ? 1 : 0
