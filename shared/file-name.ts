/** The display name of a file at an address: the last part of its path, decoded where possible. */
export function fileNameAt(address: string): string {
  const last = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // A stray percent sign: the name stays encoded.
    return last
  }
}
