/** Control characters, line breaks among them, and backslashes: URL parsers drop the ones and turn the others. */
const turned = /[\u0000-\u001f\u007f\\]/
/** A server or proxy may decode a path more than once. */
const mostDecodings = 3

/**
 * Whether a text is the path of a picture or file on a server, with its query: no segment of it is empty, `.` or `..`,
 * in any encoding, so that no URL parser makes another path or another host of it (X1).
 */
export function isMediaPath(text: string): boolean {
  const path = text.split(/[?#]/, 1)[0] ?? ''
  return path.startsWith('/') && path.slice(1).split('/').every(isName) && !turned.test(text)
}

function isName(segment: string): boolean {
  let name = segment
  for (let decodings = 0; ; decodings += 1) {
    if (name === '' || name === '.' || name === '..' || name.includes('/') || turned.test(name)) return false
    if (!name.includes('%')) return true
    if (decodings === mostDecodings) return false
    const decoded = decodedOnce(name)
    if (decoded === name) return true
    name = decoded
  }
}

/** Each escape by itself: a stray percent sign must not hide the others. */
function decodedOnce(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
