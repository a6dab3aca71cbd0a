/** `npm run package`: makes installers for this system with electron-builder from the result of `npm run build`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { electronFolders } from '../electron/runtime.ts'
import { prepareKeytar } from './keytar-natives.ts'
import { NativeModuleError } from './natives.ts'
import { packagePlan, packageRequest, PackageRequestError } from './plan.ts'
import { notaryKeyText, SigningError, signingPlan } from './signing.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * Writes the configuration with the folder of native modules. electron-builder resolves this path before variables, so
 * a variable could not name a folder outside of this checkout.
 */
function writeConfiguration(folder: string, natives: string): string {
  const file = join(folder, 'electron-builder.yml')
  const text = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
  writeFileSync(file, text.replaceAll('${natives}', natives.replaceAll('\\', '/')))
  return file
}

/** The variables that give electron-builder the key for notarising. */
function notaryVariables(folder: string): NodeJS.ProcessEnv {
  const text = notaryKeyText(process.env)
  if (text === null) return {}
  const file = join(folder, 'notary.p8')
  writeFileSync(file, `${text.trim()}\n`, { mode: 0o600 })
  return { APPLE_API_KEY: file }
}

function main(): number {
  const request = packageRequest(process.argv.slice(2), process)
  const signing = signingPlan(request.platform, process.env)
  // electron-builder downloads the runtime unless this computer has one.
  const isOwn = request.platform === process.platform && request.archs.every((arch) => arch === process.arch)
  const electronFolder =
    process.env.SKEIN_PACKAGE_RUNTIME ?? (isOwn ? electronFolders.find((folder) => existsSync(folder)) : undefined)
  const natives = process.env.SKEIN_NATIVES ?? join(root, 'natives')
  prepareKeytar(root, natives, request)
  const plan = packagePlan(request, {
    signing,
    env: process.env,
    electronFolder,
    builder: process.platform,
  })
  for (const sentence of plan.sentences) process.stderr.write(`skein: ${sentence}\n`)
  const mayNotSign = !signing.isSigned || request.isUnfused
  const folder = mkdtempSync(join(tmpdir(), 'skein-packaging-'))
  const configuration = ['--config', writeConfiguration(folder, natives)]
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/electron-builder/cli.js'), ...configuration, ...plan.args],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(signing.isNotarised && !request.isUnfused ? notaryVariables(folder) : {}),
        // Without these variables macOS signs with any certificate in the user's keychain.
        ...(mayNotSign ? { CSC_IDENTITY_AUTO_DISCOVERY: 'false', CSC_LINK: undefined, WIN_CSC_LINK: undefined } : {}),
      },
    },
  )
  rmSync(folder, { recursive: true, force: true })
  if (status === 0) return 0
  process.stderr.write(
    electronFolder === undefined
      ? 'skein: electron-builder failed; its messages stand above. It needs the Electron runtime: where that cannot be downloaded, name its folder in ELECTRON_OVERRIDE_DIST_PATH.\n'
      : 'skein: electron-builder failed; its messages stand above.\n',
  )
  return 1
}

try {
  process.exitCode = main()
} catch (error) {
  if (!(error instanceof SigningError || error instanceof PackageRequestError || error instanceof NativeModuleError))
    throw error
  process.stderr.write(`skein: ${error.message}\n`)
  process.exitCode = 1
}
