/** `npm run package`: installers for this system, made by electron-builder from what `npm run build` made. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { electronFolders } from './electron-runtime.ts'

const root = resolve(import.meta.dirname, '..')
const args = process.argv.slice(2)

/** electron-builder fetches the runtime by itself; with one at hand it is told to use that. */
const folder = electronFolders.find((candidate) => existsSync(candidate))
const runtime = folder === undefined ? [] : [`--config.electronDist=${folder}`]
const result = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/electron-builder/cli.js'),
    '--config',
    'electron-builder.yml',
    '--publish',
    'never',
    ...runtime,
    ...args,
  ],
  { cwd: root, stdio: 'inherit' },
)
if (result.status !== 0) {
  process.stderr.write(
    runtime.length > 0
      ? 'skein: electron-builder failed; its messages stand above.\n'
      : 'skein: packaging needs the Electron runtime, which is not here and could not be downloaded. Run this where it can be, or name its folder in ELECTRON_OVERRIDE_DIST_PATH.\n',
  )
  process.exitCode = 1
}
