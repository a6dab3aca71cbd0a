import type { DesktopPlatform } from './desktop-platform.ts'

/**
 * Takes the sandbox of every page away, before the program runs a line. The start script of an AppImage gives it where
 * the system keeps programs from making user namespaces, as Ubuntu does since 24.04 (`generateAppRunScript` in
 * app-builder-lib/out/targets/appimage/appImageUtil.js).
 */
export const sandboxOffSwitch = 'no-sandbox'

/** What the user is told, at each start, while the sandbox is off. */
export function sandboxOffSentence(platform: DesktopPlatform): string {
  const what =
    'Skein runs without the sandbox that keeps what a message may do to its window away from the rest of your computer'
  return platform === 'linux'
    ? `${what}: this system does not allow it to an AppImage, or Skein was started with --no-sandbox. Install the deb of Skein, or let programs make user namespaces.`
    : `${what}: it was started with --no-sandbox. Quit it, and start it without.`
}
