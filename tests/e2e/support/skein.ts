import { resolve } from 'node:path'
import {
  _electron as electron,
  test as base,
  type Browser,
  type BrowserContext,
  type ElectronApplication,
  type Locator,
  type Page,
} from '@playwright/test'
import { usableElectron } from '#build/electron/hindrance.ts'
import { launchChromium } from './chromium.ts'
import { isRecording } from '../../electron/record.ts'
import { recordElectron, recordPreload } from './electron-record.ts'
import { Prepared } from './prepared.ts'
import { ServerFarm } from './server-farm.ts'
import { SharedSkein, type RunningSkein } from './shared-skein.ts'
import { demoFolder, HostProcess, ServerProcess, temporaryFolder } from './processes.ts'
import { expect } from './written-text.ts'

const root = resolve(import.meta.dirname, '../../..')

/** A packaged program that the tests drive instead of the sources (`npm run packaged -- --e2e`). */
const packaged = process.env.SKEIN_TEST_PROGRAM
/** Whether Electron can run on this machine: then the tests drive Electron. */
export const runsInElectron = packaged !== undefined || usableElectron() !== undefined

/** Skein from its user's view: a window, which can be closed, killed and opened again with the same data. */
export class SkeinApp {
  readonly data: string
  readonly #browser: Browser | undefined
  readonly #env: NodeJS.ProcessEnv
  readonly #program: string
  #host: HostProcess | undefined
  #electron: ElectronApplication | undefined
  #page: Page | undefined
  readonly errors: string[] = []

  /** `program` is the folder with the host and the bundles; this checkout by default. */
  constructor(
    browser: Browser | undefined,
    data = temporaryFolder('client'),
    env: NodeJS.ProcessEnv = {},
    program: string = root,
  ) {
    this.#browser = browser
    this.#program = program
    this.data = data
    this.#env = env
  }

  get page(): Page {
    if (this.#page === undefined) throw new Error('Skein is not running')
    return this.#page
  }

  get host(): HostProcess {
    if (this.#host === undefined) throw new Error('Skein does not run in the browser host')
    return this.#host
  }

  get isRunning(): boolean {
    return this.#page !== undefined
  }

  async start(): Promise<this> {
    const executablePath = packaged ?? usableElectron()
    if (executablePath !== undefined) {
      this.#electron = await electron.launch({
        executablePath,
        args: packaged === undefined ? [root] : [],
        env: { ...(process.env as Record<string, string>), SKEIN_DATA: this.data, ...this.#env },
      })
      this.#page = await this.#electron.firstWindow()
    } else {
      this.#host = new HostProcess(this.data, this.#env, this.#program)
      const link = await this.#host.start()
      await this.openPage(link)
    }
    return this
  }

  /** Opens a launch link in a new browser profile. */
  async openPage(link: string): Promise<void> {
    if (this.#browser === undefined) throw new Error('there is no browser')
    const context = await this.#browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
    await recordPreload(context)
    await this.#newPage(context)
    await this.page.goto(link)
  }

  /** Replaces the page by an empty one in the same profile, which has nothing that a test added to the last one. */
  async renewPage(): Promise<void> {
    const last = this.page
    await this.#newPage(last.context())
    await last.close()
  }

  async #newPage(context: BrowserContext): Promise<void> {
    this.#page = await context.newPage()
    this.#page.on('pageerror', (error) => {
      // A page that outlives its program shows a notice; in Electron both end together.
      if (error.message !== 'Skein has quit') this.errors.push(error.stack ?? error.message)
    })
    this.#page.on('console', (message) => {
      // Svelte's own warnings, such as state that is read after its owner was destroyed.
      if (message.type() === 'warning' && message.text().includes('svelte')) this.errors.push(message.text())
    })
  }

  /** Reloads the page in the same profile; the link of a page works once. */
  async reload(): Promise<void> {
    if (this.#electron !== undefined) await this.page.reload()
    else await this.page.goto(await this.host.link())
  }

  async quit(): Promise<void> {
    await this.#closePage()
    await this.#electron?.close()
    await this.#host?.quit()
    this.#electron = undefined
    this.#host = undefined
  }

  async kill(): Promise<void> {
    this.#electron?.process().kill('SIGKILL')
    await this.#host?.kill()
    await this.#closePage()
    this.#electron = undefined
    this.#host = undefined
  }

  async #closePage(): Promise<void> {
    const page = this.#page
    this.#page = undefined
    if (this.#electron === undefined) await page?.context().close()
  }

  async signIn(server: string, email = 'iris@alder.example', password = 'skein-demo'): Promise<void> {
    await this.page.getByLabel('Server address').fill(server)
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(this.state).toHaveText('Up to date', { timeout: 20_000 })
  }

  /** Presses “Try again” of the connection's bar (refused messages have such a button too), unless Skein has reconnected. */
  async reconnect(): Promise<void> {
    const retry = this.page.locator('.bar').getByRole('button', { name: 'Try again' })
    await expect(async () => {
      if ((await this.state.textContent()) === 'Up to date') return
      await retry.click({ timeout: 500 })
      await expect(this.state).toHaveText('Up to date', { timeout: 2000 })
    }).toPass({ timeout: 30_000 })
  }

  get state(): Locator {
    return this.page.getByTestId('state')
  }

  get messages(): Locator {
    return this.page.locator('article.message')
  }

  message(text: string): Locator {
    return this.messages.filter({ hasText: text })
  }

  get composer(): Locator {
    return this.page.getByRole('textbox', { name: 'Message', exact: true })
  }

  navigationItem(name: string): Locator {
    return this.page.locator('.navigation .item').filter({ hasText: name }).first()
  }

  /** Opens a conversation by name, through the jump field. */
  async open(name: string): Promise<void> {
    await this.page.getByLabel('Jump to a conversation').fill(name)
    await this.navigationItem(name).click()
    await expect(this.page.locator('main.conversation h1')).toContainText(name)
    await expect(this.composer).toBeEnabled()
  }

  /** Chooses an entry of a message's menu. */
  async choose(row: Locator, entry: string): Promise<void> {
    await row.hover()
    await row.getByRole('button', { name: 'More actions' }).click()
    await this.page.locator('[role=menu] [role^=menuitem]').filter({ hasText: entry }).click()
  }

  async send(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.composer.press('Enter')
    await expect(this.composer).toHoldText('')
  }
}

/** The environment of every program. */
const usualEnv = { SKEIN_HOST_SHUFFLE: '17' }

interface Fixtures {
  /** Options of the server's command line. */
  readonly serverOptions: readonly string[]
  readonly server: ServerProcess
  /** Starts further windows on given data; all are closed after the test. */
  readonly launch: (options?: { data?: string; env?: NodeJS.ProcessEnv }) => Promise<SkeinApp>
  /** Starts a window that is signed in as iris. */
  readonly launchSignedIn: (options?: { env?: NodeJS.ProcessEnv }) => Promise<SkeinApp>
  readonly app: SkeinApp
  /** Enables the proof of the uses of Electron's API. */
  readonly electronRecord: undefined
}

interface WorkerFixtures {
  readonly chromium: Browser | undefined
  readonly serverFarm: ServerFarm
  /** Undefined if the tests have no keyring for the key of a prepared client. */
  readonly prepared: Prepared | undefined
  readonly sharedSkein: SharedSkein
}

/** Signs a new client in, and quits it when it is filled. */
async function signInOnce(
  browser: Browser | undefined,
  url: string,
  data: string,
  untilFilled: () => Promise<void>,
): Promise<void> {
  const app = await new SkeinApp(browser, data).start()
  await app.signIn(url)
  await untilFilled()
  await app.quit()
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  chromium: [
    async ({}, use) => {
      const browser = runsInElectron ? undefined : await launchChromium()
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],

  serverFarm: [
    async ({}, use) => {
      const farm = new ServerFarm()
      await use(farm)
      await farm.kill()
    },
    { scope: 'worker' },
  ],
  prepared: [
    async ({ chromium }, use) => {
      const isPossible = !runsInElectron && process.env.SKEIN_TEST_KEYRING !== undefined
      await use(isPossible ? await Prepared.make((...made) => signInOnce(chromium, ...made)) : undefined)
    },
    { scope: 'worker' },
  ],

  sharedSkein: [
    async ({ chromium }, use) => {
      const shared = new SharedSkein(chromium, (browser) => new SkeinApp(browser, undefined, usualEnv))
      await use(shared)
      await shared.close()
    },
    { scope: 'worker' },
  ],

  electronRecord: [
    async ({}, use, testInfo) => {
      await recordElectron(testInfo, () => use(undefined))
    },
    { auto: true },
  ],

  serverOptions: [[], { option: true }],
  server: async ({ serverOptions, serverFarm, prepared }, use) => {
    const usual = serverOptions.length === 0 ? prepared : undefined
    const server = new ServerProcess(usual?.organization() ?? demoFolder(), { port: usual?.port, farm: serverFarm })
    await server.start(...serverOptions)
    await use(server)
    await server.stop()
  },
  launch: async ({ chromium }, use) => {
    const apps: SkeinApp[] = []
    await use(async (options = {}) => {
      const app = new SkeinApp(chromium, options.data, { ...usualEnv, ...options.env })
      apps.push(app)
      return app.start()
    })
    for (const app of apps) await app.quit()
    expect(apps.flatMap((app) => app.errors)).toEqual([])
  },
  launchSignedIn: async ({ launch, server, serverOptions, prepared }, use) => {
    await use(async (options) => {
      if (prepared === undefined || serverOptions.length > 0) {
        const app = await launch(options)
        await app.signIn(server.url)
        return app
      }
      const app = await launch({ ...options, data: await prepared.client() })
      await expect(app.state).toHaveText('Up to date', { timeout: 20_000 })
      return app
    })
  },
  app: async ({ launchSignedIn }, use) => {
    await use(await launchSignedIn())
  },
})

/**
 * A test with `app` and `server` that the tests of a worker share, brought to a known start (`KnownStart`). A test that
 * leaves other changes than those that are undone uses `test`. Uses of Electron are recorded of a program of its own.
 */
export const shared: typeof test =
  runsInElectron || isRecording()
    ? test
    : test.extend<{ readonly running: RunningSkein }>({
        running: async ({ sharedSkein }, use) => {
          const running = await sharedSkein.atStart()
          await use(running)
          expect(running.app.errors.splice(0)).toEqual([])
        },
        server: ({ running }, use) => use(running.server),
        app: ({ running }, use) => use(running.app),
      })

export { expect }
export type { Page }
