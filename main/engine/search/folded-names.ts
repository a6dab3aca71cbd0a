import { foldText } from '../../../shared/name-query.ts'
import type { StreamRow } from '../store/directory.ts'

/** Folded names and descriptions of streams, kept as long as their rows. */
const names = new WeakMap<StreamRow, string>()
const descriptions = new WeakMap<StreamRow, string>()

/** A stream's name as `NameQuery` compares it. */
export function foldedName(stream: StreamRow): string {
  return folded(names, stream, stream.name)
}

/** A stream's name and description as `NameQuery` compares them. */
export function foldedDescription(stream: StreamRow): string {
  return folded(descriptions, stream, `${stream.name}\n${stream.description}`)
}

function folded(kept: WeakMap<StreamRow, string>, stream: StreamRow, text: string): string {
  const known = kept.get(stream)
  if (known !== undefined) return known
  const made = foldText(text)
  kept.set(stream, made)
  return made
}
