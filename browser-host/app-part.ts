import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type Electron from 'electron'
import { z } from 'zod'
import { record } from './recorder.ts'

const manifest = z
  .object({ version: z.string(), productName: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))

function configFolder(): string {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
}

type UsedApp = Pick<
  Electron.App,
  | 'name'
  | 'isPackaged'
  | 'getVersion'
  | 'getPreferredSystemLanguages'
  | 'getPath'
  | 'setPath'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'getName'
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'setBadgeCount'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
>

/** `electron.app`: the life of the program. Its lock is a file in the data folder with the owner's process id. */
class HostApp extends EventEmitter {
  readonly name = manifest.productName
  readonly #paths = new Map<string, string>()
  #lockFile: string | undefined
  #isQuitting = false
  #isReady = false
  /** Closes the host's own resources at the end; set by browser-host/main.ts. */
  onExit: () => void = () => undefined

  readonly isPackaged = false

  getPreferredSystemLanguages(): string[] {
    return ['en-GB', 'de']
  }

  getVersion(): string {
    return manifest.version
  }

  getName(): string {
    return this.name
  }

  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const chosen = this.#paths.get(name)
    if (chosen !== undefined) return chosen
    const userData = this.#paths.get('userData') ?? join(configFolder(), this.name)
    if (name === 'userData') return userData
    if (name === 'appData') return configFolder()
    if (name === 'logs') return join(userData, 'logs')
    if (name === 'home') return homedir()
    throw new Error(`the browser host has no electron.app.getPath('${name}')`)
  }

  setPath(name: string, path: string): void {
    this.#paths.set(name, path)
  }

  /** Chromium's switches that main/ has set. Chromium reads them before `ready`; later ones have no effect. */
  readonly commandLine = {
    appendSwitch: (name: string, value = ''): void => {
      if (this.#isReady) return
      record.switches.push(value === '' ? name : `${name}=${value}`)
    },
    /** Reads SKEIN_HOST_SWITCHES as switches of the command line, separated by spaces. */
    hasSwitch: (name: string): boolean =>
      record.switches.includes(name) || (process.env.SKEIN_HOST_SWITCHES ?? '').split(' ').includes(name),
  } satisfies Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch'>

  enableSandbox(): void {
    // The browser's page is always sandboxed.
  }

  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, 'host.lock')
    for (;;) {
      try {
        writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 })
        this.#lockFile = file
        return true
      } catch (error) {
        // Only an existing lock may be taken over; other errors are errors.
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
        const owner = Number(existsSync(file) ? readFileSync(file, 'utf8') : 0)
        if (isAlive(owner)) {
          process.stderr.write(`skein: Skein is already running with this data (process ${owner})\n`)
          return false
        }
        rmSync(file, { force: true })
      }
    }
  }

  releaseSingleInstanceLock(): void {
    if (this.#lockFile !== undefined) rmSync(this.#lockFile, { force: true })
    this.#lockFile = undefined
  }

  async whenReady(): Promise<void> {
    await Promise.resolve()
    if (this.#isReady) return
    this.#isReady = true
    this.emit('ready')
  }

  quit(): void {
    if (this.#isQuitting) return
    const event = preventable()
    this.emit('before-quit', event)
    if (event.defaultPrevented) return
    this.#isQuitting = true
    this.emit('will-quit', { preventDefault: () => undefined })
    this.exit(0)
  }

  exit(code = 0): void {
    this.emit('quit', {}, code)
    this.onExit()
    this.releaseSingleInstanceLock()
    process.exit(code)
  }

  /** Simulates a server at `asker` (`host:port`) that requests a client certificate, with the matching certificates. */
  askForCertificate(asker: string, fitting: readonly Pick<Electron.Certificate, 'subjectName'>[]): void {
    const show = (certificate?: (typeof fitting)[number]) => {
      record.certificates.push({ asker, shown: certificate?.subjectName ?? null })
    }
    const event = preventable()
    this.emit('select-client-certificate', event, null, asker, fitting, show)
    // Electron's default (ElectronBrowserClient::SelectClientCertificate).
    if (!event.defaultPrevented) show(fitting[0])
  }

  setAppUserModelId(id: string): void {
    record.windowsIdentity.push(id)
  }

  setToastActivatorCLSID(id: string): void {
    record.windowsIdentity.push(id)
  }

  setBadgeCount(count = 0): boolean {
    record.badge = count
    return true
  }
}

/** An event whose default a listener may prevent. */
export function preventable(): { defaultPrevented: boolean; preventDefault(): void } {
  return {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export const appPart = new HostApp() satisfies UsedApp
