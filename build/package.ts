/** `npm run package`: installers for this system, made by electron-builder from what `npm run build` made. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { electronFolders } from './electron-runtime.ts'

const root = resolve(import.meta.dirname, '..')
const isUnfused = process.argv.includes('--unfused')
const args = process.argv.slice(2).filter((argument) => argument !== '--unfused')
/**
 * A second build for the end-to-end tests: Playwright attaches by `--inspect`, which the fuse of packages takes away. It is
 * never an installer, and not signed.
 */
const unfused = isUnfused
  ? ['--dir', '--config.directories.output=dist/unfused', '--config.electronFuses.enableNodeCliInspectArguments=true']
  : []

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
    ...unfused,
    ...args,
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...(isUnfused ? { CSC_IDENTITY_AUTO_DISCOVERY: 'false', CSC_LINK: '' } : {}) },
  },
)
if (result.status !== 0) {
  process.stderr.write(
    runtime.length > 0
      ? 'skein: electron-builder failed; its messages stand above.\n'
      : 'skein: packaging needs the Electron runtime, which is not here and could not be downloaded. Run this where it can be, or name its folder in ELECTRON_OVERRIDE_DIST_PATH.\n',
  )
  process.exitCode = 1
}
