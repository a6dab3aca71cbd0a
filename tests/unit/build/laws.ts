/** The laws of `sync-invariants.md`: Q1 … O8, in the order of its table. */
export const laws: readonly string[] = Object.entries({ Q: 12, M: 23, S: 14, U: 12, O: 8 }).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
)
