const mention = /(?<![^\s'"({[/<])@_?(\*\*[^*]+\*\*|\*[^*]+\*)/g

/** A line of a quote with silent mentions, also in code. */
export function silencedMentions(line: string): string {
  return line.includes('@') ? line.replaceAll(mention, '@_$1') : line
}
