import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, type AfterPackContext } from 'electron-builder'
import { checkNatives } from './natives.ts'

/**
 * electron-builder's hook between unpacking the runtime and adding the program. A runtime that is given as a folder
 * contains a default program and a version file, which electron-builder would leave in the product.
 */
export function afterExtract({ appOutDir, electronPlatformName }: AfterPackContext): void {
  // The bundle of macOS is renamed later.
  const resources = electronPlatformName === 'darwin' ? join('Electron.app', 'Contents', 'Resources') : 'resources'
  rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true })
  rmSync(join(appOutDir, 'version'), { force: true })
}

/** electron-builder's hook between assembling the program and setting fuses and signatures. */
export function afterPack({ appOutDir, arch, electronPlatformName, packager }: AfterPackContext): void {
  const resources = packager.getResourcesDir(appOutDir)
  checkNatives(join(resources, 'app.asar.unpacked'), { platform: electronPlatformName, arch: Arch[arch] })
}
