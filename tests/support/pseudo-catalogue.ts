const accents: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  e: 'é',
  i: 'í',
  n: 'ñ',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  A: 'Á',
  C: 'Ç',
  E: 'É',
  I: 'Í',
  N: 'Ñ',
  O: 'Ó',
  U: 'Ú',
  Y: 'Ý',
}

/**
 * A catalogue with recognizable sentences: `Send` becomes `[Séñd~~]`, with accents and 40 % longer. Values, numbers and
 * elements are unchanged.
 */
export function pseudoCatalogue<C extends object>(catalogue: C): C {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [key, key === 'language' ? value : pseudo(value)]),
  ) as C // the same keys, with values of the same types
}

function pseudo(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value)
  if (typeof value === 'function') {
    return (...values: unknown[]) =>
      pseudoResult((value as (...values: unknown[]) => unknown)(...values), textsIn(values))
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(pseudo)
  return Object.defineProperties(
    {},
    Object.fromEntries(
      Object.keys(value).map((key) => {
        // Some texts are read anew each time, because the organization's word in them changes.
        const get = () => pseudo((value as Readonly<Record<string, unknown>>)[key])
        return [key, { get, enumerable: true }]
      }),
    ),
  )
}

function pseudoResult(result: unknown, kept: readonly string[]): unknown {
  if (typeof result === 'string') return pseudoText(result, kept)
  if (!Array.isArray(result)) return result
  return result.map((part: unknown) => (typeof part === 'string' ? pseudoText(part, kept) : part))
}

/**
 * A sentence of the catalogue as it is shown.
 * @param kept the values in the sentence
 */
export function pseudoText(text: string, kept: readonly string[] = []): string {
  if (!/\p{L}/u.test(text)) return text
  return `[${accented(text, kept)}${padding(text.length)}]`
}

/** 40 % more text, in words that can wrap. */
function padding(length: number): string {
  const more = Math.ceil(length * 0.4)
  return more <= 4 ? '~'.repeat(more) : ` ${'~~~~ '.repeat(Math.ceil(more / 5)).trim()}`
}

function accented(text: string, kept: readonly string[]): string {
  const first = kept.find((value) => value.length > 1 && text.includes(value))
  if (first === undefined) return [...text].map((letter) => accents[letter] ?? letter).join('')
  return text
    .split(first)
    .map((part) =>
      accented(
        part,
        kept.filter((value) => value !== first),
      ),
    )
    .join(first)
}

/** All texts in values, the longest first. */
function textsIn(value: unknown): string[] {
  const found = (part: unknown): string[] => {
    if (typeof part === 'string') return [part]
    return typeof part === 'object' && part !== null ? Object.values(part).flatMap(found) : []
  }
  return found(value).sort((one, other) => other.length - one.length)
}
