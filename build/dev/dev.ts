/**
 * `npm run dev`: Skein from the sources. An edited page is updated in place; after an edit of the program, its bundles
 * are built and it restarts at the same address with the same data. The options are those of `npm start`, such as
 * `--demo`.
 */
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { realpathSync, watch, type FSWatcher } from 'node:fs'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import { createServer, type ViteDevServer } from 'vite'
import { Children } from '../children.ts'
import { Bundles } from './bundles.ts'

const root = resolve(import.meta.dirname, '../..')

/** The time to wait for further changes of a file in milliseconds, since editors write files in several steps. */
const settleMs = 50

/** The part of the program with a changed file: the bundles, the browser host, or the organization server. */
type Changed = 'program' | 'browser-host' | 'server'

const folders: Readonly<Record<string, readonly Changed[]>> = {
  main: ['program'],
  preload: ['program'],
  shared: ['program', 'server'],
  i18n: ['program'],
  'browser-host': ['browser-host'],
  server: ['server'],
  'renderer/features': ['program'],
}

/** The files whose change counts: of the page, only the texts of features, which main shows, too. */
function isWatched(folder: string, file: string): boolean {
  return folder === 'renderer/features' ? /[\\/]en\.ts$/.test(file) : /\.(?:ts|js|json)$/.test(file)
}

/** Reports the changed parts, once for all files that are saved together. Vite watches the page itself. */
function watchSources(onChanged: (changed: ReadonlySet<Changed>) => void): () => void {
  let pending = new Set<Changed>()
  let timer: NodeJS.Timeout | undefined
  const watchers: FSWatcher[] = Object.entries(folders).map(([folder, changed]) =>
    watch(resolve(root, folder), { recursive: true }, (_event, name) => {
      if (name === null || !isWatched(folder, name)) return
      for (const each of changed) pending.add(each)
      clearTimeout(timer)
      timer = setTimeout(() => {
        const all = pending
        pending = new Set()
        onChanged(all)
      }, settleMs)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

/** A free port of this computer. */
async function freePort(): Promise<number> {
  const socket = createSocket()
  await new Promise<void>((listening) => socket.listen(0, '127.0.0.1', listening))
  const { port } = socket.address() as AddressInfo // it listens on a port, not on a path
  await new Promise((closed) => socket.close(closed))
  return port
}

/**
 * Vite's server of the page, which updates edited modules in the open page. The program serves its files at
 * `app://skein/dev/` (`main/shell/protocols/app-protocol.ts`); the page connects directly to it for updates.
 */
async function startPageServer(): Promise<ViteDevServer> {
  const port = await freePort()
  const server = await createServer({
    configFile: resolve(root, 'vite.config.ts'),
    base: '/dev/',
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // The page has another origin.
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      fs: { allow: [root, realpathSync(resolve(root, 'node_modules'))] },
      // Starts watching the files before the first request of the page.
      warmup: { clientFiles: ['./main.ts'] },
    },
  })
  await server.listen()
  return server
}

function say(line: string): void {
  process.stderr.write(`skein: ${line}\n`)
}

function secondsSince(begun: number): string {
  return `${((performance.now() - begun) / 1000).toFixed(1)} s`
}

const children = new Children()
const pageServer = await startPageServer()
const env: NodeJS.ProcessEnv = {
  ...process.env,
  SKEIN_PAGE_SERVER: `http://127.0.0.1:${pageServer.config.server.port}`,
  SKEIN_HOST_PORT: String(await freePort()),
  SKEIN_HOST_TOKEN: randomBytes(32).toString('base64url'),
}
const launcher = children.startNode(['build/launch.ts', '--dev', ...process.argv.slice(2)], {
  cwd: root,
  stdio: ['inherit', 'inherit', 'inherit'],
  env,
})
const bundles = new Bundles()

/** Edits during a build, which are built after it. */
let waiting = new Set<Changed>()
let isBusy = false

async function update(): Promise<void> {
  if (isBusy) return
  isBusy = true
  while (waiting.size > 0) {
    const changed = waiting
    waiting = new Set()
    const begun = performance.now()
    try {
      const built = changed.has('program') ? await bundles.build() : []
      const restarts = [...built, ...(changed.has('browser-host') ? ['browser host'] : [])]
      if (restarts.length > 0) {
        launcher.send({ type: 'restart', part: 'program' })
        say(`${restarts.join(', ')} rebuilt in ${secondsSince(begun)}; Skein restarts`)
      }
      if (changed.has('server') && process.argv.includes('--demo')) {
        launcher.send({ type: 'restart', part: 'server' })
        say('the demo organization restarts')
      }
    } catch (error) {
      say(`the build failed, and Skein runs on as it was:\n${error instanceof Error ? error.message : String(error)}`)
    }
  }
  isBusy = false
}

// The restarted program shows its window, so the open page can be loaded again.
launcher.on('message', () => {
  pageServer.ws.send({ type: 'full-reload' })
})
const stopWatching = watchSources((changed) => {
  for (const each of changed) waiting.add(each)
  void update()
})
launcher.on('exit', (code) => {
  stopWatching()
  void pageServer.close()
  process.exitCode = code ?? 0
  if (!children.isEnding) children.end()
})
say('edits of the page are shown at once; edits of the program restart it')
