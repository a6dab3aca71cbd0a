import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nativeFormat } from './native-format.ts'

/** A native module of a package is missing or cannot be loaded by its system; the message says what to do. */
export class NativeModuleError extends Error {
  readonly code = 'NATIVE_MODULE'
}

export interface NativeTarget {
  readonly platform: string
  readonly arch: string
}

/** The native modules of a package, relative to the folder of its program. */
export function expectedNatives({ platform, arch }: NativeTarget): string[] {
  return [
    join('node_modules', 'better-sqlite3', 'prebuilds', `${platform}-${arch}.node`),
    join('node_modules', 'keytar', 'build', 'Release', 'keytar.node'),
  ]
}

/** @throws NativeModuleError if a file is not built for the target */
export function checkNative(file: string, { platform, arch }: NativeTarget): void {
  const format = nativeFormat(readFileSync(file))
  if (format === undefined)
    throw new NativeModuleError(`${file} is no native module at all. Remove it, and build it anew.`)
  if (format.platform === platform && format.archs.includes(arch)) return
  throw new NativeModuleError(
    `${file} is made for ${format.platform} on ${format.archs.join(' and ')}, the package for ${platform} on ${arch}. ` +
      `Put the module of ${platform}-${arch} in its place, or package on such a computer.`,
  )
}

/**
 * Checks all `.node` files below a folder: required ones exist, and there are no others.
 * @throws NativeModuleError
 */
export function checkNatives(folder: string, target: NativeTarget): void {
  const found = nodeFiles(folder)
  const expected = expectedNatives(target)
  for (const file of expected) {
    if (!found.includes(file)) {
      throw new NativeModuleError(
        `The package for ${target.platform} on ${target.arch} lacks ${file}. Run \`npm run package\` on such a computer, or put the module there first.`,
      )
    }
  }
  for (const file of found) {
    if (!expected.includes(file)) throw new NativeModuleError(`Nothing in the package loads ${file}. Leave it out.`)
    checkNative(join(folder, file), target)
  }
}

function nodeFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.node'))
}
