/** The type of an annotation of an end-to-end test: what a plain run leaves to the drill, as `12 looks`. */
export const leftToTheDrill = 'left to the drill'

interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly tests: readonly {
      readonly annotations: readonly { readonly type: string; readonly description?: string }[]
    }[]
  }[]
}

/** How much the tests of a JSON report of Playwright left to the drill, by kind. */
export function leftByKind(suite: Suite, sums = new Map<string, number>()): ReadonlyMap<string, number> {
  for (const { tests } of suite.specs ?? []) {
    for (const { type, description = '' } of tests.flatMap(({ annotations }) => annotations)) {
      const [, count, kind] = /^(\d+) (.+)$/.exec(description) ?? []
      if (type === leftToTheDrill && kind !== undefined) sums.set(kind, (sums.get(kind) ?? 0) + Number(count))
    }
  }
  for (const inner of suite.suites ?? []) leftByKind(inner, sums)
  return sums
}
