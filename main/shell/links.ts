import { shell } from 'electron'
import { desktopPlatform } from './desktop-platform.ts'
import { safeLink } from './safe-links.ts'

/** Opens a link in the system's own program; everything but plain web and mail addresses is refused. */
export async function openExternal(address: string): Promise<boolean> {
  const link = safeLink(address, desktopPlatform(process.platform))
  if (link === null) return false
  await shell.openExternal(link)
  return true
}
