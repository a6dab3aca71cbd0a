import { join } from 'node:path'

/** What electron-builder makes an unpacked program of. */
export interface PackageTarget {
  readonly platform: NodeJS.Platform
  readonly arch: string
}

/**
 * Where electron-builder leaves the program that it does not put into an installer (`computeAppOutDir` of its
 * `platformPackager`): the folder tells the architecture where that is not x64.
 * @param output the folder of all packages, such as `dist`
 */
export function packagedProgram(output: string, { platform, arch }: PackageTarget): string {
  const suffix = arch === 'x64' ? '' : `-${arch}`
  switch (platform) {
    case 'darwin':
      return join(output, `mac${suffix}`, 'Skein.app', 'Contents', 'MacOS', 'Skein')
    case 'win32':
      return join(output, `win${suffix}-unpacked`, 'Skein.exe')
    default:
      return join(output, `linux${suffix}-unpacked`, 'skein')
  }
}

/**
 * The end-to-end tests that drive the program itself. The others start the browser host, or look at stages of the page in
 * a Chromium whose fonts the reference pictures need.
 */
export const packagedTests = [
  'connections',
  'conversation',
  'daily-work',
  'desktop',
  'edges',
  'following',
  'hostile',
  'links',
  'message-actions',
  'not-sent',
  'notifications',
  'offline',
  'reading',
  'safety',
  'sign-in',
  'sounds',
  'steady',
] as const
