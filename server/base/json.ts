import { limits } from './limits.ts'

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/**
 * The value of JSON that a client sent. `JSON.parse` takes longest for what is nested deepest (X8), so that the text is
 * looked through first. @throws SyntaxError for what is no JSON, or JSON beyond the limits
 */
export function parseGivenJson(text: string): unknown {
  if (!isModest(text)) throw new SyntaxError('JSON beyond the limits')
  return JSON.parse(text)
}

/** Whether JSON is nested as deep, and has as many entries, as is allowed. Other texts may be anything. */
export function isModest(text: string): boolean {
  // Shorter texts can go beyond neither.
  if (text.length <= limits.jsonDepth.most) return true
  let depth = 0
  let entries = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case comma:
        if ((entries += 1) > limits.jsonEntries.most) return false
        break
      case 0x5b:
      case 0x7b:
        if ((depth += 1) > limits.jsonDepth.most) return false
        break
      case 0x5d:
      case 0x7d:
        depth -= 1
        break
    }
  }
  return true
}

/** Where a string of JSON ends that begins at a place. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === quote) return at
    if (unit === backslash) at += 1
  }
  return at
}
