import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, type AfterPackContext } from 'electron-builder'
import { checkNatives } from './natives.ts'

/**
 * electron-builder's hook: the runtime is there, and the program is not yet. A runtime that is given as a folder brings a
 * program of its own and a file with its version, which electron-builder leaves in the product.
 */
export function afterExtract({ appOutDir, electronPlatformName }: AfterPackContext): void {
  // A Mac's bundle gets its name later.
  const resources = electronPlatformName === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources'
  rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true })
  rmSync(join(appOutDir, 'version'), { force: true })
}

/** electron-builder's hook: the program is put together, and neither fused nor signed yet. */
export function afterPack({ appOutDir, arch, electronPlatformName, packager }: AfterPackContext): void {
  const resources = packager.getResourcesDir(appOutDir)
  checkNatives(join(resources, 'app.asar.unpacked'), { platform: electronPlatformName, arch: Arch[arch] })
}
