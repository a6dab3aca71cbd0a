/** The systems with behaviour of their own. */
export type DesktopPlatform = 'win32' | 'darwin' | 'linux'

/** The desktop of a platform name. Other systems that run Electron's Linux build (`freebsd`) count as Linux. */
export function desktopPlatform(name: string): DesktopPlatform {
  return name === 'win32' || name === 'darwin' ? name : 'linux'
}
