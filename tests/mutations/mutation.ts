/**
 * A programming mistake that breaks one invariant of `docs/invariants.md`: a condition is dropped, an order swapped, a
 * bound off by one. The engine still compiles with it.
 */
export interface Mutation {
  /** `Q1` … `O8`. */
  readonly law: string
  /** The path below `main/engine`. */
  readonly file: string
  /** The wrong behaviour, in one sentence. */
  readonly what: string
  /** A text that occurs exactly once in the file. */
  readonly find: string
  readonly replace: string
}

/** The folder of the mutated files, from the root of the project. */
export const engineFolder = 'main/engine'

/** Invariants on which most others depend: each has three mutations. */
const thrice: ReadonlySet<string> = new Set(['Q1', 'M5', 'M6', 'M7', 'M8', 'M9', 'S1', 'S6', 'U6'])

/** The minimum number of mutations of an invariant. */
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
