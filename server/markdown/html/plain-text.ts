/**
 * What could mean something within a line: emphasis and mentions, code, links, tags, references, emoji and addresses,
 * formulas, and the dots by which a bare host is known.
 */
const meaningful = /[*`[\]<@]|~(?=~)|&(?=[#\p{L}])|:(?=[\p{L}\p{N}/_+-])|\$(?=\$)|\.(?=[\p{L}\p{N}])/gu

/**
 * A name that somebody chose, as it stands in a text of ours: on one line, and reading as itself whatever it holds (X10).
 * A name without such characters stays as it is. Upstream writes them as character references too.
 */
export function plainMarkdown(text: string): string {
  return text
    .replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, ' ')
    .replaceAll(meaningful, (character) => `&#${character.charCodeAt(0)};`)
}
