import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, test, type SkeinApp } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')
const trouble = new URL('./support/engine-trouble.ts', import.meta.url).href

test.beforeEach(() => {
  test.skip(runsInElectron, 'what befalls the window is said by the host only')
})

const log = (app: SkeinApp) => readFileSync(join(app.data, 'logs', 'skein.log'), 'utf8')
const accountOf = (app: SkeinApp, index = 0) =>
  (JSON.parse(readFileSync(join(app.data, 'skein.json'), 'utf8')) as { accounts: { id: string }[] }).accounts[index]
    ?.id ?? ''
const questions = async (app: SkeinApp) =>
  ((await app.host.record()).dialogs as Electron.MessageBoxOptions[]).map(({ message }) => message)

/** Ends the page's process and with it the page; Skein may show another one. */
async function die(app: SkeinApp, reason = 'crashed'): Promise<void> {
  await app.page.context().close()
  app.host.send({ type: 'render-process-gone', reason, exitCode: 139 })
}

/** Waits for the page that Skein shows after the last one. */
async function comeBack(app: SkeinApp): Promise<void> {
  await app.openPage(await app.host.shown())
  await expect(app.state).toHaveText('Up to date')
}

/** The typed text is stored. */
async function isKept(app: SkeinApp, text: string): Promise<void> {
  const accountId = accountOf(app)
  await expect
    .poll(() =>
      app.page.evaluate(async (id) => {
        const route = JSON.parse(localStorage.getItem(`route:${id}`) ?? '{}') as { narrow: never } // the engine checks it
        const { narrow } = route
        const result = await window.skein.call('drafts.get', { accountId: id, narrow })
        return result.ok ? result.value.content : ''
      }, accountId),
    )
    .toBe(text)
}

test('a page that dies returns automatically with the unfinished text', async ({ app }) => {
  await app.open('release 2.4')
  await app.composer.fill('half a thought')
  await isKept(app, 'half a thought')
  await die(app)
  await comeBack(app)
  await app.open('release 2.4')
  await expect(app.composer).toHoldText('half a thought')
  expect(await questions(app)).toEqual([])
  expect(log(app)).toContain('the page of the window is gone: crashed, status 139')
  // A failed load is another fault of the same page.
  await app.page.context().close()
  app.host.send({ type: 'did-fail-load', code: -6, description: 'ERR_FILE_NOT_FOUND' })
  await comeBack(app)
  expect(log(app)).toContain('load-failed, -6 ERR_FILE_NOT_FOUND')
})

test('a page that dies three times leads to a question: the report is saved without it, and a retry resets the count', async ({
  launchSignedIn,
  server,
}) => {
  const downloads = temporaryFolder('reports')
  const app = await launchSignedIn({ env: { SKEIN_HOST_DOWNLOADS: downloads } })
  app.host.send({ type: 'dialog-answers', answers: [1, 0, 0] })
  for (const reason of ['crashed', 'oom']) {
    await die(app, reason)
    await comeBack(app)
  }
  await die(app, 'killed')
  await comeBack(app)
  const failed = 'Skein’s window has crashed 3 times in a few minutes.'
  expect(await questions(app)).toEqual([failed, undefined, expect.stringMatching(/^The report was saved as /), failed])
  const [name = ''] = readdirSync(downloads)
  const saved = readFileSync(join(downloads, name), 'utf8')
  expect(saved).toContain('window: 3')
  expect(saved).toContain('window: oom, status 139')
  expectNoSecrets(saved, server.account('iris').api_key, app.data)
  // The count has been reset.
  await die(app)
  await comeBack(app)
  expect(await questions(app)).toHaveLength(4)
})

test('an unresponsive page is ended at the user’s choice, and stays if it responds again', async ({ app }) => {
  app.host.send({ type: 'dialog-answers', answers: [null, 1] })
  app.host.send({ type: 'unresponsive' })
  await expect.poll(() => questions(app)).toEqual(['Skein’s window isn’t responding.'])
  app.host.send({ type: 'responsive' })
  await expect.poll(() => log(app)).toContain('the page answers again')
  await expect(app.state).toHaveText('Up to date')
  app.host.send({ type: 'unresponsive' })
  await comeBack(app)
  expect(await questions(app)).toHaveLength(2)
  expect(log(app)).not.toContain('the page of the window is gone')
})

test('repeated failures of the graphics are reported once, and other processes only in the log', async ({ app }) => {
  app.host.send({ type: 'child-process-gone', process: 'Utility', reason: 'crashed', exitCode: 11 })
  for (let death = 0; death < 3; death += 1) {
    app.host.send({ type: 'child-process-gone', process: 'GPU', reason: 'crashed', exitCode: 139 })
  }
  await expect(app.page.getByRole('status').filter({ hasText: '--disable-gpu' })).toBeVisible()
  expect(log(app)).toContain('process Utility is gone: crashed, status 11')
})

test('an uncaught error is logged and reported, and Skein continues', async ({ app }) => {
  app.host.send({ type: 'uncaught', text: 'nobody expects this' })
  await expect(app.page.getByRole('status').filter({ hasText: 'Something went wrong in Skein' })).toBeVisible()
  expect(log(app)).toMatch(/error nobody caught: Error: nobody expects this\n\s+at /)
  await app.open('release 2.4')
  await app.send('still here')
  await expect(app.message('still here')).toBeVisible()
})

test('a failed start shows the reason, and ends with status 1', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'skein-start-')), 'file')
  writeFileSync(file, '')
  const child = spawn(process.execPath, [join(root, 'browser-host/main.ts')], {
    cwd: root,
    // The log of a start without a data folder is in the default folder, which is not the real user's here.
    env: { ...process.env, SKEIN_DATA: join(file, 'data'), XDG_CONFIG_HOME: temporaryFolder('config') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  expect(await new Promise((found) => child.once('close', found))).toBe(1)
  expect(errors).toContain('Skein can’t start: ')
  expect(errors).toContain('Nothing was changed.')
})

test('an engine that keeps failing is reported, affects only its account, and works again on request', async ({
  launch,
  server,
}) => {
  const file = join(temporaryFolder('engine'), 'trouble')
  const first = await launch()
  await first.signIn(server.url)
  await first.open('release 2.4')
  await first.composer.fill('half a thought')
  await isKept(first, 'half a thought')
  const { data } = first
  await first.page.getByRole('button', { name: 'Add an organization' }).click()
  await first.signIn(server.url, 'noor@alder.example')
  const [iris, noor] = [accountOf(first, 0), accountOf(first, 1)]
  await first.quit()
  writeFileSync(file, iris)
  const app = await launch({
    data,
    env: { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${trouble}`.trim(), SKEIN_ENGINE_TROUBLE: file },
  })
  const sentence = app.page.getByText('This account has crashed 5 times in a few minutes.')
  await expect(sentence.first()).toBeVisible({ timeout: 30_000 })
  expect(log(app)).toContain('the engine has died 5 times and is given up')
  // The other account continues.
  await app.page.locator('.rail button').nth(1).click()
  await expect(app.state).toHaveText('Up to date')
  await app.open('release 2.4')
  await app.send('of the other account')
  await expect(app.message('of the other account')).toBeVisible()
  await app.page.locator('.rail button').nth(0).click()
  // The report contains the engine without secrets.
  await app.page.getByRole('button', { name: 'Save report…' }).click()
  const report = app.page.getByRole('region', { name: 'Report' })
  await expect(report).toContainText(`engine [${iris.slice(0, 8)}]: 5`)
  await expect(report).not.toContainText(noor)
  expectNoSecrets((await report.textContent()) ?? '', server.account('iris').api_key, app.data)
  await app.page.keyboard.press('Escape')
  rmSync(file)
  await app.page.locator('.bar').getByRole('button', { name: 'Try again' }).click()
  await expect(app.state).toHaveText('Up to date')
  await app.open('release 2.4')
  await expect(app.composer).toHoldText('half a thought')
})

/**
 * Makes, within the page, formatting the time of a message fail. Days before today are formatted before anything is
 * drawn.
 */
function failTimes(clicked: Element | null): void {
  const { prototype } = Intl.DateTimeFormat
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')
  Object.defineProperty(prototype, 'format', {
    get(this: Intl.DateTimeFormat): unknown {
      if (this.resolvedOptions().hour !== undefined) throw new RangeError('planted')
      return format?.get?.call(this)
    },
  })
  // The click is in the same turn, since a visible row may be redrawn at any time.
  if (clicked instanceof HTMLElement) clicked.click()
}

/** The errors of the page, without Svelte's warnings about a list that is removed during drawing. */
function errorsOf(app: SkeinApp): string[] {
  return app.errors.splice(0).filter((error) => !error.includes('derived_inert'))
}

test('an error of the page is reported, a screen that cannot be drawn offers a way on, and both are logged', async ({
  app,
}) => {
  await app.open('release 2.4')
  await app.composer.fill('half a thought')
  await app.page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('of iris@alder.example')
    })
  })
  const notice = app.page.getByRole('alert').filter({ hasText: 'Something went wrong in this window.' })
  await expect(notice).toBeVisible()
  await expect.poll(() => log(app)).toContain('page: error: TypeError: of [e-mail]')
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect(notice).toBeHidden()
  await app.page.getByLabel('Jump to a conversation').fill('encoder drift')
  await expect.poll(() => app.errors.map((error) => error.split('\n')[0])).toEqual(['TypeError: of iris@alder.example'])
  app.errors.length = 0
  // A function that every message needs fails when the next one is drawn.
  await app.navigationItem('encoder drift').evaluate(failTimes)
  await expect(app.page.getByRole('heading', { name: 'Something went wrong in this window' })).toBeVisible()
  await expect(app.page.getByRole('region', { name: 'Error details' })).toHaveText('RangeError: planted')
  await expect.poll(() => log(app)).toContain('page: screen: RangeError: planted')
  await app.page.getByRole('button', { name: 'Copy details' }).click()
  await expect(app.page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await app.page.getByRole('button', { name: 'Reload' }).click()
  const link = await app.host.shown()
  await app.page.context().close()
  await app.openPage(link)
  await app.open('release 2.4')
  await expect(app.composer).toHoldText('half a thought')
  expect(errorsOf(app)).toEqual([])
})

test('a row that cannot be drawn during scrolling causes no later failure', async ({ app, server }) => {
  const topic = { stream: 'build-log', topic: 'release 2.4' }
  await server.postAll(
    'iris',
    Array.from({ length: 60 }, (_, index) => [topic, `Line ${index}\n\nand more`]),
  )
  await app.open(topic.topic)
  await expect(app.messages.first()).toBeVisible()
  await app.page.evaluate(failTimes, null)
  // Rows are drawn while the list is positioned.
  const heading = app.page.getByRole('heading', { name: 'Something went wrong in this window' })
  await expect(async () => {
    await app.page.evaluate(() => {
      const list = document.querySelector('[role=log]')
      if (list !== null) list.scrollTop = list.scrollTop > 600 ? 0 : list.scrollHeight
    })
    await expect(heading).toBeVisible({ timeout: 500 })
  }).toPass()
  expect(errorsOf(app)).toEqual([])
})

test('the report is saved as it is shown, and contains no secret', async ({ launchSignedIn, server }) => {
  const downloads = temporaryFolder('reports')
  const app = await launchSignedIn({ env: { SKEIN_HOST_DOWNLOADS: downloads } })
  const key = server.account('iris').api_key
  // A failure may quote the data that caused it.
  app.host.send({ type: 'uncaught', text: `iris@alder.example ${key} of ${server.url} said "see you at eight"` })
  await expect.poll(() => log(app)).toContain('nobody caught')
  await app.page.getByRole('button', { name: 'Account and settings' }).click()
  await app.page.getByRole('menuitem', { name: 'Save report…' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Save report' })
  const report = dialog.getByRole('region', { name: 'Report' })
  await expect(report).toContainText('Last lines of the log')
  const shown = (await report.textContent()) ?? ''
  expect(shown).toContain('nobody caught: Error: [e-mail] [secret] of')
  expect(shown).toContain('main: 1')
  expectNoSecrets(shown, key, app.data)
  await dialog.getByRole('button', { name: 'Save…' }).click()
  await expect(dialog.getByRole('status')).toContainText('Report saved as ')
  const [name = ''] = readdirSync(downloads)
  expect(name).toMatch(/^Skein report \d{4}-\d\d-\d\d\.txt$/)
  expect(readFileSync(join(downloads, name), 'utf8')).toBe(shown)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Report copied.')
  await dialog.getByRole('button', { name: 'Show log' }).click()
  await expect.poll(async () => (await app.host.record()).shownFiles).toEqual([join(app.data, 'logs', 'skein.log')])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

function expectNoSecrets(text: string, key: string, data: string): void {
  for (const secret of ['iris@alder.example', 'Alder', 'skein-demo', '127.0.0.1', 'see you', key, data]) {
    expect(text).not.toContain(secret)
  }
}
