import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { endsWithParent } from '#build/children.ts'
import { HostProcess } from '../../e2e/support/processes.ts'
import { account } from './account.ts'
import { installMeasuring } from './painted.ts'
import type { Load } from './organization-child.ts'

export const viewport = { width: 1280, height: 800 }

/** Runs a file of this folder as a Node process that prints one line when it is ready, and ends with this process. */
export async function startChild(file: string, args: readonly string[] = []) {
  const child = fork(join(import.meta.dirname, file), args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [...endsWithParent],
  })
  const { stdout } = child
  if (stdout === null) throw new Error(`${file} was started without a pipe`)
  const line = await new Promise<string>((found, failed) => {
    createInterface({ input: stdout }).once('line', found)
    child.once('exit', (code) => failed(new Error(`${file} ended with status ${String(code)}`)))
  })
  return {
    line,
    child,
    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The organization of the account. */
export class Organization {
  readonly url: string
  readonly #process: Awaited<ReturnType<typeof startChild>>

  private constructor(process: Awaited<ReturnType<typeof startChild>>) {
    this.#process = process
    this.url = (JSON.parse(process.line) as { url: string }).url // printed by the child
  }

  static async start(): Promise<Organization> {
    return new Organization(await startChild('organization-child.ts'))
  }

  /**
   * Changes the rate of new messages. @returns the number of messages that the account received since the previous
   * change
   */
  async load(load: Load): Promise<number> {
    const { child } = this.#process
    const answered = once(child, 'message')
    child.send(load)
    const [answer] = (await answered) as [{ sent: number }] // the child's only message
    return answer.sent
  }

  stop(): Promise<void> {
    return this.#process.stop()
  }
}

/** The credentials of a sign-in. */
interface Credentials {
  readonly email: string
  readonly secret: string
  readonly kind: 'password' | 'api_key'
}

/** Skein in the browser host on a data folder, with its page. */
export class Program {
  readonly page: Page
  readonly host: HostProcess
  readonly #context: BrowserContext

  private constructor(host: HostProcess, context: BrowserContext, page: Page) {
    this.host = host
    this.#context = context
    this.page = page
  }

  /** @param storage the page's stored values of an earlier start, since a host has a new origin each time */
  static async start(browser: Browser, data: string, storage: Readonly<Record<string, string>> = {}): Promise<Program> {
    // Without a session bus the bench does not use the user's keychain.
    const host = new HostProcess(data, { DBUS_SESSION_BUS_ADDRESS: 'disabled:' })
    const link = await host.start()
    const context = await browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC' })
    const page = await context.newPage()
    await page.addInitScript(installMeasuring)
    await page.addInitScript((values) => {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
    }, storage)
    await page.goto(link)
    return new Program(host, context, page)
  }

  /** The values that the page has stored, such as its route. */
  storage(): Promise<Record<string, string>> {
    return this.page.evaluate(() => Object.fromEntries(Object.entries(localStorage) as [string, string][]))
  }

  /** Signs in, as the form does; without credentials with those of the bench's account. */
  async signIn(
    server: string,
    { email, secret, kind }: Credentials = { email: account.email, secret: 'bench', kind: 'password' },
  ): Promise<void> {
    const answer = await this.page.evaluate((input) => window.skein.call('accounts.signIn', input), {
      server,
      email,
      secret,
      secretKind: kind,
    })
    if (!answer.ok) throw new Error(`the account could not sign in: ${JSON.stringify(answer.error)}`)
  }

  async stop(): Promise<void> {
    await this.#context.close()
    await this.host.quit()
  }
}

/** Waits until the page has painted and is idle. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(), { timeout: 2000 })))
      }),
  )
}
