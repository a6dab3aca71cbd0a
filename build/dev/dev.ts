/**
 * `npm run dev`: Skein from the sources. An edited page is updated in place; after an edit of the program, its bundles
 * are built and it restarts at the same address with the same data. The options are those of `npm start`, such as
 * `--demo`.
 */
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { Children } from '../children.ts'
import { Bundles } from './bundles.ts'
import { freePort, startPageServer } from './page-server.ts'
import { watchSources, type Changed } from './watched.ts'

const root = resolve(import.meta.dirname, '../..')

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
