let order = collatorOf('en')

/** Sets the language by which names are sorted. An unknown one leaves the order as it is. @param language BCP 47 */
export function sortNamesBy(language: string): void {
  try {
    order = collatorOf(language)
  } catch {
    // No well-formed tag.
  }
}

/** The order of names now: another object for another language. Orders that are kept are made anew for it. */
export function nameOrder(): object {
  return order
}

/** Compares two names in the order of the user's language: without regard to case, and with numbers by their value. */
export function compareNames(one: string, other: string): number {
  return order.compare(one, other)
}

function collatorOf(language: string): Intl.Collator {
  return new Intl.Collator(language, { sensitivity: 'base', numeric: true })
}
