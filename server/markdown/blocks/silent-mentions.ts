const mention = /(?<![^\s'"({[/<])@_?(\*\*[^*]+\*\*|\*[^*]+\*)/g

/** A line of a quote: its mentions are silent, also where the text is code. */
export function silencedMentions(line: string): string {
  return line.includes('@') ? line.replaceAll(mention, '@_$1') : line
}
