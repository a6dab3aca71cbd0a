import { join } from 'node:path'

/** The target of an unpacked program. */
export interface PackageTarget {
  readonly platform: NodeJS.Platform
  readonly arch: string
}

/**
 * The folder of the unpacked program in electron-builder's output (`computeAppOutDir` of its `platformPackager`): its
 * name contains the architecture unless that is x64.
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
 * The end-to-end tests that can drive a packaged program. The others start the browser host, or show prepared screens
 * in a Chromium with the fonts of the reference pictures.
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
  'unsent',
  'notifications',
  'offline',
  'reading',
  'safety',
  'sign-in',
  'sounds',
  'steady',
] as const
