/**
 * A programmer's mistake that breaks one invariant of `docs/invariants.md`: a condition is dropped, an order swapped, a bound off
 * by one. The engine still compiles with it.
 */
export interface Mutation {
  /** `Q1` … `O8`. */
  readonly law: string
  /** Below `main/engine`. */
  readonly file: string
  /** What the engine does wrong now, in one sentence. */
  readonly what: string
  /** Text of the file, exactly once there. */
  readonly find: string
  readonly replace: string
}

/** The folder of the mutated files, from the root of the project. */
export const engineFolder = 'main/engine'

/** Laws that most others depend on: each has three mutations. */
const thrice: ReadonlySet<string> = new Set(['Q1', 'M5', 'M6', 'M7', 'M8', 'M9', 'S1', 'S6', 'U6'])

/** How many mutations a law has at least. */
export function mutationsDue(law: string): number {
  return thrice.has(law) ? 3 : 1
}

/** @throws Error unless the text to be replaced occurs exactly once */
export function mutated(source: string, { law, file, find, replace }: Mutation): string {
  const parts = source.split(find)
  const [before, after] = parts
  if (parts.length !== 2 || before === undefined || after === undefined) {
    throw new Error(`${law}: ${file} has the text ${parts.length - 1} times, not once:\n${find}`)
  }
  return before + replace + after
}
