import { shell } from 'electron'

const schemes = new Set(['https:', 'http:', 'mailto:'])

/** Opens a link in the system's own program; everything but web and mail addresses is refused. */
export async function openExternal(address: string): Promise<boolean> {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return false
  }
  if (!schemes.has(url.protocol) || url.username !== '' || url.password !== '') return false
  await shell.openExternal(url.href)
  return true
}
