import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { temporaryFolder } from './processes.ts'

/** A session bus with a real, unlocked keyring, for processes with `env`. */
export interface Keyring {
  readonly env: NodeJS.ProcessEnv
  stop(): void
}

/** Starts D-Bus and gnome-keyring with a new data folder; null if the system has its own keychain, or none. */
export async function startKeyring(): Promise<Keyring | null> {
  if (process.platform !== 'linux') return null
  const has = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
  if (!has('dbus-daemon') || !has('gnome-keyring-daemon')) return null
  const folder = temporaryFolder('keyring')
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, XDG_DATA_HOME: folder },
  })
  const address = await new Promise<string>((found, failed) => {
    createInterface({ input: bus.stdout }).once('line', found)
    bus.once('exit', () => failed(new Error('dbus-daemon ended')))
  })
  const env = { DBUS_SESSION_BUS_ADDRESS: address, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder }
  const daemon: ChildProcess = spawn('gnome-keyring-daemon', ['--unlock', '--foreground', '--components=secrets'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  })
  // With an empty password the keyring would stay locked.
  daemon.stdin?.end('test-password')
  await untilOwned(env)
  return {
    env,
    stop() {
      daemon.kill('SIGTERM')
      bus.kill('SIGTERM')
    },
  }
}

async function untilOwned(env: NodeJS.ProcessEnv): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const result = spawnSync(
      'dbus-send',
      [
        '--session',
        '--print-reply',
        '--dest=org.freedesktop.DBus',
        '/org/freedesktop/DBus',
        'org.freedesktop.DBus.NameHasOwner',
        'string:org.freedesktop.secrets',
      ],
      { env: { ...process.env, ...env }, encoding: 'utf8' },
    )
    if (result.stdout.includes('true')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('gnome-keyring did not appear on the bus')
}
