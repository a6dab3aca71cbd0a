/** Characters that URL parsers drop (control characters, line breaks) or turn into slashes (backslashes). */
const turned = /[\u0000-\u001f\u007f\\]/
/** A server or proxy may decode a path several times. */
const mostDecodings = 3

/**
 * Whether a text is the path of a picture or file on a server, with its query: no segment is empty, `.` or `..`, in any
 * encoding, so that no URL parser turns it into another path or host.
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

/** Decodes each escape separately, so that a stray percent sign does not hide the others. */
function decodedOnce(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
