/**
 * `npm start` and `npm run demo`: starts Skein in Electron if its runtime can run, else in the browser host; for the
 * demo it starts the embedded organization first.
 */
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { Children } from './children.ts'
import { electronHindrance, thisMachine } from './electron/hindrance.ts'
import { electronFolders, findElectron } from './electron/runtime.ts'

const root = resolve(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    demo: { type: 'boolean', default: false },
    data: { type: 'string' },
    browser: { type: 'boolean', default: false },
    // Set by `npm run dev`: parts restart on its messages.
    dev: { type: 'boolean', default: false },
    // Options of the demo's server: the feature level and dialect of another server.
    'feature-level': { type: 'string' },
    dialect: { type: 'string' },
  },
})

/** Runs Electron's own installer once; it fails after a short time without a connection. */
async function downloadElectron(): Promise<void> {
  const require = createRequire(import.meta.url)
  const installer = join(dirname(require.resolve('electron/package.json')), 'install.js')
  await new Promise<void>((done) => {
    const child = children.startNode([installer], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: 300_000,
    })
    child.on('exit', () => done())
    child.on('error', () => done())
  })
}

async function chooseRuntime(): Promise<{ readonly path: string } | { readonly why: string }> {
  if (values.browser) return { why: '--browser was asked for' }
  const found = findElectron()
  const hindrance = electronHindrance(thisMachine(found))
  if (hindrance !== undefined) return { why: hindrance }
  if (found !== undefined) return { path: found }
  process.stderr.write('skein: fetching the Electron runtime (once)…\n')
  await downloadElectron()
  const fetched = findElectron()
  if (fetched === undefined) {
    return { why: `there is no Electron runtime in ${electronFolders.join(' or ')}, and it could not be downloaded` }
  }
  const why = electronHindrance(thisMachine(fetched))
  return why === undefined ? { path: fetched } : { why }
}

function demoFolder(): string {
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'Skein Demo')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Skein Demo')
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'skein-demo')
}

/** The launcher's options that belong to the server. */
const forms = (['feature-level', 'dialect'] as const).flatMap((name) => {
  const value = values[name]
  return value === undefined ? [] : [`--${name}`, value]
})

interface DemoServer {
  readonly url: string
  readonly accounts: readonly { readonly email: string; readonly password: string }[]
}

const children = new Children()

/** Another process runs the demo organization of this folder. */
class DemoRunsAlready extends Error {}

/** Restarts the demo organization from its sources at the same address; unset if another process runs it. */
let restartDemoServer: (() => Promise<void>) | undefined

/** Exit status of the server when another server uses its folder. */
const folderInUse = 3

async function startDemoServer(folder: string): Promise<DemoServer> {
  // The port is fixed, so that an account of an earlier demo finds its organization.
  const portFile = join(folder, 'port')
  const runningFile = join(folder, 'running.json')
  const port = existsSync(portFile) ? readFileSync(portFile, 'utf8').trim() : '0'
  try {
    const server = await runServer(folder, port).catch((error: unknown) => {
      if (port === '0' || error instanceof DemoRunsAlready) throw error
      return runServer(folder, '0')
    })
    writeFileSync(portFile, new URL(server.url).port)
    writeFileSync(runningFile, JSON.stringify(server), { mode: 0o600 })
    return server
  } catch (error) {
    if (!(error instanceof DemoRunsAlready) || !existsSync(runningFile)) throw error
    // This launch hands over to the running one, which shows its window.
    return JSON.parse(readFileSync(runningFile, 'utf8')) as DemoServer // written above
  }
}

function runServer(folder: string, port: string): Promise<DemoServer> {
  const child = children.startNode(
    ['server/main.ts', '--demo', '--live', '--port', port, '--data', join(folder, 'organization'), ...forms],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const { stdout, stderr } = child
  if (stdout === null || stderr === null) throw new Error('the demo organization was started without pipes')
  let complaint = ''
  let isRunning = false
  stderr.on('data', (chunk: Buffer) => {
    if (isRunning) process.stderr.write(chunk)
    else complaint += chunk.toString()
  })
  return new Promise((found, failed) => {
    createInterface({ input: stdout }).once('line', (line) => {
      isRunning = true
      restartDemoServer = async () => {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
        if (!children.isEnding) await runServer(folder, readFileSync(join(folder, 'port'), 'utf8').trim())
      }
      found(JSON.parse(line) as DemoServer) // the server's one line of JSON
    })
    child.once('exit', (code) => {
      if (code === folderInUse) failed(new DemoRunsAlready(complaint))
      else failed(new Error(complaint.trim() || `the demo organization ended with status ${code}`))
    })
  })
}

async function main(): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env }
  if (values.data !== undefined) env.SKEIN_DATA = resolve(values.data)
  if (values.demo) {
    const folder = values.data === undefined ? demoFolder() : resolve(values.data)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const demo = await startDemoServer(folder)
    const [user] = demo.accounts
    if (user === undefined) throw new Error('the demo organization has no accounts')
    env.SKEIN_DATA = join(folder, 'client')
    env.SKEIN_DEMO_ACCOUNT = JSON.stringify({ server: demo.url, email: user.email, password: user.password })
    process.stderr.write(
      `skein: the demo organization runs at ${demo.url}; its people share the password ${user.password}\n`,
    )
  }
  const runtime = await chooseRuntime()
  if (children.isEnding) return
  if ('why' in runtime) process.stderr.write(`skein: running in the browser host, since ${runtime.why}\n`)
  // An installed Electron starts without the compile cache of this checkout's Node.
  if ('path' in runtime) delete env.NODE_COMPILE_CACHE
  const options = { cwd: root, stdio: ['inherit', 'inherit', 'inherit'], env } as const
  const finish = (status: number) => {
    process.exitCode = status
    if (!children.isEnding) children.end()
  }
  const startApp = () => {
    const app =
      'path' in runtime
        ? children.start(runtime.path, [root], options)
        : children.startNode([join(root, 'browser-host/main.ts')], options)
    app.on('exit', (code) => {
      if (!isRestarting || children.isEnding) {
        finish(code ?? 0)
        return
      }
      isRestarting = false
      // The page is already open.
      env.SKEIN_NO_BROWSER = '1'
      running = startApp()
    })
    // The browser host has a window, so its page may be loaded again.
    app.on('message', (message) => process.send?.(message))
    app.on('error', (error) => {
      process.stderr.write(`skein: Skein could not be started: ${error.message}\n`)
      finish(1)
    })
    return app
  }
  let isRestarting = false
  let running = startApp()
  if (!values.dev) return
  process.on('message', (message: { readonly part: 'program' | 'server' }) => {
    if (message.part === 'server') {
      void restartDemoServer?.()
      return
    }
    isRestarting = true
    running.kill('SIGTERM')
  })
}

main().catch((error: unknown) => {
  // A launcher that was asked to end does not report failures of starting.
  if (children.isEnding) return
  children.end()
  process.stderr.write(`skein: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
