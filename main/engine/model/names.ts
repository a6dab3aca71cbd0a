import type { PersonRow } from '../store/directory.ts'

/** What is typed to find somebody, in the form in which names are compared. */
export function nameWords(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean)
}

/** Whether each word begins a part of the person's name, or their e-mail. */
export function matchesName(row: Pick<PersonRow, 'name' | 'email'>, words: readonly string[]): boolean {
  const parts = [...row.name.toLowerCase().split(/[\s.'’-]+/), row.email.toLowerCase()]
  return words.every((word) => parts.some((part) => part.startsWith(word)))
}
