import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { extractAll } from '@electron/asar'
import { standInRuntime } from './stand-in-runtime.ts'

const root = resolve(import.meta.dirname, '../..')
const flags = { linux: '--linux', darwin: '--mac', win32: '--win' } as const

export interface Packaged {
  readonly status: number | null
  readonly output: string
  /** The output folder of electron-builder, with a folder for the target. */
  readonly folder: string
  remove(): void
}

export interface PackageWish {
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly arch: 'x64' | 'arm64'
  /** A file to use as the target's keytar; this computer's own by default. */
  readonly keytar?: string
  readonly options?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs `npm run package` for an unpacked program, with a stand-in runtime. */
export function packageUnpacked({ platform, arch, keytar, options = [], env = {} }: PackageWish): Packaged {
  const folder = mkdtempSync(join(tmpdir(), 'skein-package-'))
  const natives = join(folder, 'natives')
  if (keytar !== undefined) {
    const file = join(natives, `${platform}-${arch}`, 'keytar.node')
    mkdirSync(dirname(file), { recursive: true })
    cpSync(keytar, file)
  }
  const runtime = standInRuntime(join(folder, 'runtime'), platform, '45.4.1')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'build/package/package.ts'),
      flags[platform],
      `--${arch}`,
      '--dir',
      `--output=${join(folder, 'dist')}`,
      ...options,
    ],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        SKEIN_PACKAGE_RUNTIME: runtime,
        SKEIN_NATIVES: natives,
        // This prevents downloads.
        npm_config_offline: 'true',
        https_proxy: 'http://127.0.0.1:1',
        HTTPS_PROXY: 'http://127.0.0.1:1',
        ...env,
      },
    },
  )
  return {
    status,
    output: stdout + stderr,
    folder: join(folder, 'dist'),
    remove() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Extracts the program from its archive and adds the browser host with its dependencies, as for a start from the
 * package outside of this checkout.
 */
export function extractProgram(archive: string, folder: string): void {
  extractAll(archive, folder)
  cpSync(join(root, 'browser-host'), join(folder, 'browser-host'), { recursive: true })
  for (const name of ['ws', 'zod'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'junction')
}
