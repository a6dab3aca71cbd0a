/** A step of a path in a JSON tree. */
export type Key = string | number

/** The paths to every object key in a tree; entries of a list have the same form, so the first represents all. */
export function* waysIn(value: unknown, way: readonly Key[] = []): Generator<readonly Key[]> {
  if (Array.isArray(value)) {
    if (value.length > 0) yield* waysIn(value[0], [...way, 0])
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      yield [...way, key]
      yield* waysIn(inner, [...way, key])
    }
  }
}

/** The path as text: `messages.[].id`. */
export function nameOf(way: readonly Key[]): string {
  return way.map((key) => (typeof key === 'number' ? '[]' : key)).join('.')
}
