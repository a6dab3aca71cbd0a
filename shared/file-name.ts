/** What people call a file at an address: the last part of its path, as words where it can be read as such. */
export function fileNameAt(address: string): string {
  const last = address.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // A stray percent sign: the name stays as it is.
    return last
  }
}
