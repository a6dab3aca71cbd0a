/** The invariants of `docs/invariants.md`: Q1 … O8, in the order of its tables. */
export const laws: readonly string[] = Object.entries({ Q: 12, M: 23, S: 14, U: 12, O: 8 }).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
)
