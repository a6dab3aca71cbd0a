import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkNative, NativeModuleError, type NativeTarget } from './natives.ts'
import type { PackageTarget } from './plan.ts'

const compiled = join('build', 'Release', 'keytar.node')

/**
 * Provides keytar for each architecture of the target at `NATIVES/PLATFORM-ARCH/keytar.node`: this computer's own
 * build, an existing file, or the prebuilt binary of keytar's authors.
 * @throws NativeModuleError if none is available, since a package without keytar would not keep its accounts
 */
export function prepareKeytar(root: string, natives: string, { platform, archs }: PackageTarget): void {
  for (const arch of archs) {
    const target = { platform, arch }
    const file = join(natives, `${platform}-${arch}`, 'keytar.node')
    const own = join(root, 'node_modules', 'keytar', compiled)
    if (platform === process.platform && arch === process.arch && existsSync(own)) take(own, file)
    if (!existsSync(file)) fetchKeytar(root, file, target)
    checkNative(file, target)
  }
}

function take(from: string, to: string): void {
  mkdirSync(join(to, '..'), { recursive: true })
  cpSync(from, to)
}

/** Downloads keytar in a copy of the package, so that this computer's module is unchanged. */
function fetchKeytar(root: string, file: string, { platform, arch }: NativeTarget): void {
  const folder = mkdtempSync(join(tmpdir(), 'skein-keytar-'))
  try {
    cpSync(join(root, 'node_modules', 'keytar'), folder, { recursive: true })
    rmSync(join(folder, 'build'), { recursive: true, force: true })
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules', 'prebuild-install', 'bin.js'),
        '--runtime=napi',
        '--target=3',
        `--platform=${platform}`,
        `--arch=${arch}`,
      ],
      { cwd: folder, stdio: ['ignore', 2, 2] },
    )
    if (!existsSync(join(folder, compiled))) {
      throw new NativeModuleError(
        `There is no keytar for ${platform} on ${arch}, and it could not be downloaded: without it nobody stays signed in. ` +
          `Package on such a computer, or put the module at ${file}.`,
      )
    }
    take(join(folder, compiled), file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
