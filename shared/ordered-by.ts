/** The items in the order of the ids; items without an id in the list come last, in their own order. */
export function orderedBy<T extends { readonly id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  const placeOf = ({ id }: T) => places.get(id) ?? ids.length
  return items.toSorted((a, b) => placeOf(a) - placeOf(b))
}
