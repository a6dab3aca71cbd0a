import type { Browser, Page } from '@playwright/test'
import type { SkeinApp } from './skein.ts'
import { demoFolder, freePort, ServerProcess } from './processes.ts'
import { ServerFarm } from './server-farm.ts'
import { expect } from './written-text.ts'

/** The program and the organization that the tests of a worker share. */
export interface RunningSkein {
  readonly app: SkeinApp
  readonly server: ServerProcess
  /** The drafts that the organization has from the start. */
  readonly drafts: readonly string[]
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

  /** Both at a known start: a new page without a stored place, at its home view, and only the drafts of the demo. */
  async atStart(): Promise<RunningSkein> {
    if (this.#running?.app.isRunning === false) await this.close()
    const isNew = this.#running === undefined
    const running = (this.#running ??= await this.#start())
    if (!isNew) await restore(running)
    return running
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
    await expect(app.navigationItem('森 花').or(app.navigationItem('books'))).toBeVisible()
    return { app, server, drafts: await draftsOf(app) }
  }
}

/** Undoes what the last test left: its page, its drafts, and that the server was stopped. */
async function restore({ app, server, drafts }: RunningSkein): Promise<void> {
  const { page } = app
  if (!server.isRunning) await server.start()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.mouse.move(-1, -1)
  const { origin } = new URL(page.url())
  await page.goto('about:blank')
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await session.detach()
  await page.emulateMedia({ colorScheme: null, reducedMotion: null, contrast: null, forcedColors: null })
  await page.setViewportSize({ width: 1280, height: 800 })
  await app.reload()
  await app.reconnect()
  await expect(async () => {
    const left = (await draftsOf(app)).filter((draft) => !drafts.includes(draft))
    for (const draft of left) await discard(app, draft)
    expect(left).toEqual([])
  }).toPass()
}

/** The ids of the drafts that the engine has. */
async function draftsOf({ page }: SkeinApp): Promise<string[]> {
  return page.evaluate(
    async (accountId) => {
      const viewId = crypto.randomUUID()
      const opened = await window.skein.call('views.open', { accountId, viewId, query: { type: 'drafts' } })
      await window.skein.call('views.close', { accountId, viewId })
      return opened.ok ? opened.value.items.map((item) => ('draftId' in item ? item.draftId : '')) : []
    },
    await accountOf(page),
  )
}

/** The id of the only account. */
function accountOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const state = await window.skein.call('app.state', {})
    return state.ok ? (state.value.accounts[0]?.id ?? '') : ''
  })
}

async function discard({ page }: SkeinApp, draftId: string): Promise<void> {
  const accountId = await accountOf(page)
  await page.evaluate((draft) => window.skein.call('drafts.delete', draft), { accountId, draftId })
}
