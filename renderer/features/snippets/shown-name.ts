/** Returns the name of a snippet in lists: its own name, or its first line. */
export function shownName({ name, start }: { readonly name: string; readonly start: string }): string {
  return name || (start.trim().split('\n', 1)[0] ?? '')
}
