import type { Browser } from '@playwright/test'
import { KnownStart } from './known-start.ts'
import { untilFilled } from './prepared.ts'
import { demoFolder, freePort, ServerProcess } from './processes.ts'
import { ServerFarm } from './server-farm.ts'
import type { SkeinApp } from './skein.ts'
import { expect } from './written-text.ts'

/** The program and the organization that the tests of a worker share. */
export interface RunningSkein {
  readonly app: SkeinApp
  readonly server: ServerProcess
  readonly start: KnownStart
}

/**
 * One organization and one program, signed in as iris, for the tests of a worker that need none of their own: a launch
 * takes longer than most of these tests. A failed test ends its worker, and so what it shared.
 */
export class SharedSkein {
  readonly #launch: (browser: Browser | undefined) => SkeinApp
  readonly #browser: Browser | undefined
  readonly #farm = new ServerFarm()
  #running: RunningSkein | undefined

  constructor(browser: Browser | undefined, launch: (browser: Browser | undefined) => SkeinApp) {
    this.#browser = browser
    this.#launch = launch
  }

  /**
   * Both at a known start: a new page without a stored route, at its home view, and the state of the demo. If a test has
   * left a change that cannot be undone, both are started anew.
   */
  async atStart(): Promise<RunningSkein> {
    if (this.#running !== undefined && !(await isRestored(this.#running))) await this.close()
    return (this.#running ??= await this.#start())
  }

  async close(): Promise<void> {
    await this.#running?.app.quit()
    this.#running = undefined
    await this.#farm.kill()
  }

  async #start(): Promise<RunningSkein> {
    const server = await new ServerProcess(demoFolder(), { port: await freePort(), farm: this.#farm }).start()
    const app = await this.#launch(this.#browser).start()
    await app.signIn(server.url)
    // Older messages are fetched after signing in; tests begin when they are there.
    await untilFilled(server, app.data)
    await expect(app.navigationItem('森 花').or(app.navigationItem('books'))).toBeVisible()
    const start = await KnownStart.of(app, server)
    // Asking for the state, as a page does when it starts, has closed the views of this page.
    await app.reload()
    await expect(app.state).toHaveText('Up to date')
    return { app, server, start }
  }
}

/** Undoes what the last test left: its page, that the server was stopped, and the usual changes of the organization. */
async function isRestored({ app, server, start }: RunningSkein): Promise<boolean> {
  if (!app.isRunning) return false
  if (!server.isRunning) await server.start()
  const { origin } = new URL(app.page.url())
  await app.renewPage()
  const { page } = app
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await session.detach()
  // The bridge alone, without a screen that reads messages.
  await page.route('**/assets/*', (route) => route.abort())
  await app.reload()
  const left = await start.restore(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (left.length > 0) {
    console.log(`a shared test left a change of ${left.join(', ')}: the next one has a new program`)
    return false
  }
  await app.reload()
  await expect(app.state).toHaveText('Up to date')
  return true
}
