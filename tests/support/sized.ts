import { nameOf, type Key } from './ways.ts'

/** A value of a JSON tree in a given size. */
export interface Sized {
  /** The kind of the value, such as `text` or `ids`. */
  readonly kind: string
  /** Created on demand: all values at once would need too much memory. */
  readonly json: () => string
}

/** A placeholder for the large value, which is inserted as text, since so deep a value cannot be serialized. */
const place = '\u0001sized\u0001'

/** The whole tree as JSON with the value at a path replaced. */
export function withValue(tree: unknown, way: readonly Key[], json: string): string {
  const [before = '', after = ''] = JSON.stringify(put(tree, way)).split(JSON.stringify(place))
  return before + json + after
}

function put(value: unknown, way: readonly Key[]): unknown {
  const [key, ...rest] = way
  if (key === undefined) return place
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? put(one, rest) : (one as unknown)))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [key]: put((value as Record<string, unknown>)[key], rest) }
}

export function valueAt(tree: unknown, way: readonly Key[]): unknown {
  return way.reduce<unknown>((value, key) => (value as Record<Key, unknown>)[key], tree) // the paths are those of this tree
}

/** The client refuses larger answers for their size alone. */
const mostCharacters = 40 * 1024 * 1024

/** Values of the same form in a given size; none if that exceeds any answer. */
export function sizedValues(value: unknown, way: readonly Key[], size: number): readonly Sized[] {
  const found: Sized[] = [{ kind: 'depth', json: () => `${'['.repeat(size)}${']'.repeat(size)}` }]
  const add = (kind: string, length: number, make: () => string) => {
    if (length <= mostCharacters) found.push({ kind, json: make })
  }
  if (typeof value === 'string') {
    add('text', size, () => `"${'x'.repeat(size)}"`)
    if (/content|rendered|description/.test(nameOf(way))) {
      add('quotes', 12 * size, () => `"${'<blockquote>'.repeat(size)}"`)
      add('paragraphs', 8 * size, () => `"${'<p>a</p>'.repeat(size)}"`)
    } else add('emoji', 2 * size, () => `"${'\u{1f600}'.repeat(size)}"`)
  } else if (typeof value === 'number') {
    add('number', 1, () => String(size))
    add('negative', 1, () => String(-size))
  } else if (Array.isArray(value)) {
    const member: unknown = value[0] ?? 7
    const json = JSON.stringify(member)
    add('entries', (json.length + 6) * size, () => list(size, (index) => distinct(member, json, index)))
    add('texts', 4 * size, () => list(size, () => '"x"'))
  } else if (typeof value === 'object' && value !== null) {
    const json = JSON.stringify(Object.values(value)[0] ?? 7)
    add(
      'keys',
      (json.length + 12) * size,
      () => `{${Array.from({ length: size }, (_, index) => `"${index + 1}":${json}`).join(',')}}`,
    )
  }
  return found
}

function list(size: number, entry: (index: number) => string): string {
  return `[${Array.from({ length: size }, (_, index) => entry(index)).join(',')}]`
}

/** Distinct entries, since repeated ones may cost nothing. */
function distinct(member: unknown, json: string, index: number): string {
  if (typeof member === 'number') return String(index + 1)
  return json.replace(/("(?:\w+_)?id":)\d+/, (_, key: string) => key + String(index + 1))
}
