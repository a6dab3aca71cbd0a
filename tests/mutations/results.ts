import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Finder } from './finders.ts'
import type { Mutation } from './mutation.ts'

const folder = resolve(import.meta.dirname, '../../out')
const file = join(folder, 'mutations.jsonl')

/** What one step of a trial has found of a mutation, or that it has found nothing. */
export interface Outcome {
  /** A hash of the mutation alone: what found it last is tried first. */
  readonly mutation: string
  /** A hash of the mutation and of everything that judges it: an equal hash has an equal outcome. */
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

  /** What has found a mutation in this very tree. */
  found(key: string): (Outcome & { readonly finder: Finder }) | undefined {
    return this.#outcomes
      .flatMap((one) => (one.key === key && one.finder ? [{ ...one, finder: one.finder }] : []))
      .at(-1)
  }

  /** Whether a step has been gone through in this very tree without finding anything. */
  hasPassed(key: string, step: string): boolean {
    return this.#outcomes.some((one) => one.key === key && one.step === step && one.finder === null)
  }

  /** What found the mutation last, whatever has changed since. */
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
