import { limits } from './limits.ts'

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/**
 * Parses JSON from a client. `JSON.parse` is slowest for deeply nested text, so depth and size are checked first.
 * @throws SyntaxError for invalid JSON, or JSON beyond the limits
 */
export function parseGivenJson(text: string): unknown {
  if (!isModest(text)) throw new SyntaxError('JSON beyond the limits')
  return JSON.parse(text)
}

/**
 * Whether JSON is within the allowed depth and number of entries. The result is undefined for text that is not JSON.
 */
export function isModest(text: string): boolean {
  // A shorter text can exceed neither limit.
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

/** The index after a JSON string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === quote) return at
    if (unit === backslash) at += 1
  }
  return at
}
