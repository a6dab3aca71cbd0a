import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Finder } from './finders.ts'
import type { Mutation } from './mutation.ts'

const folder = resolve(import.meta.dirname, '../../out')
const file = join(folder, 'mutations.jsonl')

/** The result of one step of a trial: its finder, or null. */
export interface Outcome {
  /** A hash of the mutation alone: its last finder is tried first. */
  readonly mutation: string
  /** A hash of the mutation and of all code that judges it: the same hash has the same result. */
  readonly key: string
  readonly step: string
  readonly law: string
  readonly what: string
  readonly finder: Finder | null
  readonly seconds: number
}

export function mutationHash({ law, file: name, find, replace }: Mutation): string {
  return hashOf([law, name, find, replace])
}

export function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('hex')
}

/** The results of earlier runs, one JSON object a line; an interrupted run continues from there. */
export class Results {
  readonly #outcomes: Outcome[]

  constructor() {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    this.#outcomes = lines.flatMap((line) => parsed(line))
  }

  /** The result with a finder for the same mutation in the same tree. */
  found(key: string): (Outcome & { readonly finder: Finder }) | undefined {
    return this.#outcomes
      .flatMap((one) => (one.key === key && one.finder ? [{ ...one, finder: one.finder }] : []))
      .at(-1)
  }

  /** Whether a step has passed without a finder in the same tree. */
  hasPassed(key: string, step: string): boolean {
    return this.#outcomes.some((one) => one.key === key && one.step === step && one.finder === null)
  }

  /** The last finder of the mutation in any tree. */
  lastFinder(mutation: string): Finder | undefined {
    const last = this.#outcomes.findLast((outcome) => outcome.mutation === mutation && outcome.finder !== null)
    return last?.finder ?? undefined
  }

  add(outcome: Outcome): void {
    mkdirSync(folder, { recursive: true })
    appendFileSync(file, `${JSON.stringify(outcome)}\n`)
    this.#outcomes.push(outcome)
  }
}

/** Parses a line; a truncated one is ignored. */
function parsed(line: string): Outcome[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Outcome] // written by `add`
  } catch {
    return []
  }
}
