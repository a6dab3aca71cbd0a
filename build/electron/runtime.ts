import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

const executable =
  process.platform === 'win32'
    ? 'electron.exe'
    : process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : 'electron'

/** Folders that may contain an Electron runtime; a configured one comes first. */
export const electronFolders = [
  process.env.ELECTRON_OVERRIDE_DIST_PATH,
  join(root, 'node_modules/electron/dist'),
].filter((folder) => folder !== undefined)

/** The runtime's executable, if there is one. */
export function findElectron(): string | undefined {
  return electronFolders.map((folder) => join(folder, executable)).find((file) => existsSync(file))
}
