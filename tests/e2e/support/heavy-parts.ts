import type { ReactionItem } from '#contract/emoji.ts'

/** Different reactions of one message, the first of them the user's own. */
export function manyReactions(count: number): readonly ReactionItem[] {
  return Array.from({ length: count }, (_, index) => ({
    type: 'unicode_emoji',
    code: (0x1f300 + index).toString(16),
    name: `emoji_${index}`,
    character: String.fromCodePoint(0x1f300 + index),
    picture: null,
    isOwn: index === 0,
    count: 1 + (index % 40),
    people: [],
    otherPeople: 0,
  }))
}

/** A table of measurements as a server renders it, with the given rows below its head and cells in a row. */
export function tableHtml(rows: number, head: readonly string[], cells: (row: number) => readonly string[]): string {
  const tr = (tag: 'th' | 'td', texts: readonly string[]) =>
    `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`
  const body = Array.from({ length: rows }, (_, row) => tr('td', cells(row))).join('')
  return `<table><thead>${tr('th', head)}</thead><tbody>${body}</tbody></table>`
}

/** A table of four columns. */
export function narrowTable(rows: number): string {
  return tableHtml(rows, ['run', 'arm', 'temperature', 'state'], (row) => [`${row}`, 'arm B', '21.4 °C', 'ok'])
}

/** A table of eight columns. */
export function wideTable(rows: number): string {
  return tableHtml(rows, ['run', 'arm', 'temperature', 'humidity', 'gain', 'offset', 'encoder', 'state'], (row) => [
    `${row}`,
    'arm B',
    '21.4 °C',
    '48 %',
    '1.002',
    '−0.03',
    'absolute',
    row % 7 === 0 ? 'drifts' : 'ok',
  ])
}

/** The given number of pictures in one message. */
export function manyPictures(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<div class="message_inline_image"><a href="/user_uploads/2/p${index}.png" title="p${index}.png"><img src="/user_uploads/2/p${index}.png"></a></div>`,
  ).join('')
}

/** Prose of about the given number of characters, in one paragraph. */
export function prose(characters: number): string {
  const sentence = 'The encoder drifts on a cold start, and nobody knows why. '
  return `<p>${sentence.repeat(Math.floor(characters / sentence.length))}The end.</p>`
}
