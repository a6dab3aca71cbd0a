import { foldName } from '#shared/name-query.ts'
import type { StreamRow } from '../store/directory.ts'

/** Caches of folded names and descriptions, which live as long as the rows. */
const names = new WeakMap<object, string>()
const descriptions = new WeakMap<object, string>()

/** The name of a stream, a person or a user group in the form that `NameQuery` compares. */
export function foldedName(row: { readonly name: string }): string {
  return folded(names, row, row.name)
}

/** A stream's name and description in the form that `NameQuery` compares. */
export function foldedDescription(stream: StreamRow): string {
  return folded(descriptions, stream, `${stream.name}\n${stream.description}`)
}

function folded(kept: WeakMap<object, string>, row: object, text: string): string {
  const known = kept.get(row)
  if (known !== undefined) return known
  const made = foldName(text)
  kept.set(row, made)
  return made
}
