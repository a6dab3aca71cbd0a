import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from '@playwright/test'
import { drawPng } from '#server/base/png.ts'
import { SeededRandom } from '#support/random.ts'
import { violations } from './support/axe.ts'
import { FaultProxy } from './support/fault-proxy.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, test, type Page, type SkeinApp } from './support/skein.ts'

test.skip(runsInElectron, 'the system’s dialog asks for the folder')

const png = { name: 'cat.png', mimeType: 'image/png', buffer: drawPng(40, (x) => [Math.round(200 * x), 80, 120]) }

/** Opens a page of a folder in a browser of its own, and returns what it fetched and what went wrong. */
async function openFile(browser: Browser, file: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith('file:')) troubles.push(`fetched ${request.url()}`)
  })
  await page.goto(pathToFileURL(file).href)
  return { page, troubles }
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Export messages' })
const lineOf = (page: Page) => page.getByRole('region', { name: 'Export', exact: true })

async function openDialog({ page }: SkeinApp): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().click()
  await page.keyboard.press('Shift+E')
  await expect(dialogOf(page)).toBeVisible()
}

test('an organization is exported as pages that open from the disk, with pictures and a search', async ({
  launchSignedIn,
  server,
  chromium,
}) => {
  const saved = temporaryFolder('exports')
  const app = await launchSignedIn({ env: { SKEIN_HOST_DOWNLOADS: saved } })
  const { page } = app
  await app.open('books')
  await app.composer.fill('The marmalade is on the shelf')
  await page.getByLabel('Files to attach').setInputFiles(png)
  await expect(page.getByText('cat.png').first()).toBeVisible()
  await app.composer.press('Enter')
  await expect(app.message('marmalade').locator('.message-body img')).toBeVisible()
  await server.post('ada', { stream: 'general', topic: 'books' }, '<b>no</b> `</script>` :tada: https://example.com')
  await expect(app.message('https://example.com')).toBeVisible()

  await openDialog(app)
  const dialog = dialogOf(page)
  await expect(dialog.getByRole('radio', { name: /^This topic: books/ })).toBeChecked()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('radio', { name: /^The whole organization/ }).check()
  await dialog.getByRole('button', { name: 'Choose folder…' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(lineOf(page)).toContainText(/^\s*Exported /, { timeout: 30_000 })
  expect(await violations(page)).toEqual([])
  await lineOf(page).getByRole('button', { name: 'Show in folder' }).click()
  const [name = ''] = readdirSync(saved)
  const folder = join(saved, name)
  expect((await app.host.record()).shownFiles).toEqual([folder])
  expect(name).toMatch(/ – \d{4}-\d\d-\d\d$/)
  expect(execFileSync(process.execPath, [join(folder, 'check.mjs')], { encoding: 'utf8' })).toContain(
    'agree with the manifest',
  )
  await lineOf(page).getByRole('button', { name: 'Close' }).click()
  await expect(lineOf(page)).toHaveCount(0)

  if (chromium === undefined) throw new Error('there is no browser')
  const { page: exported, troubles } = await openFile(chromium, join(folder, 'index.html'))
  await exported.getByLabel('Search the export').fill('MARMALADE shelf')
  await exported.keyboard.press('Enter')
  await expect(exported.getByRole('status')).toHaveText('Messages found: 1.')
  await exported.getByRole('link', { name: /marmalade/ }).click()
  await expect(exported.locator('article:target')).toContainText('marmalade')
  const picture = exported.locator('article:target img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  // The search of a page leads to that of the first page.
  await exported.getByLabel('Search the export').fill('no such word at all')
  await exported.keyboard.press('Enter')
  await expect(exported.getByRole('status')).toHaveText('No matches.')
  await exported.goto(pathToFileURL(join(folder, 'index.html')).href)
  await exported.getByRole('link', { name: 'books', exact: true }).first().click()
  await expect(exported.getByRole('heading', { level: 1 })).toHaveText('books')
  expect(troubles).toEqual([])
  // axe tries to fetch the styles, which the policy refuses, so it comes last.
  for (const colorScheme of ['light', 'dark'] as const) {
    await exported.emulateMedia({ colorScheme })
    expect(await violations(exported)).toEqual([])
    await exported.goto(pathToFileURL(join(folder, 'index.html')).href)
    expect(await violations(exported)).toEqual([])
    await exported.goBack()
  }
  await exported.context().close()
})

test('an export goes on while one reads, and its folder disappears when it is cancelled', async ({
  launch,
  server,
}) => {
  const saved = temporaryFolder('exports')
  const proxy = new FaultProxy(() => server.url, new SeededRandom(1))
  Object.assign(proxy, { lossRate: 0, maxDelayMs: 0 })
  proxy.holds = (_method, path) => path.includes('notes.txt')
  const app = await launch({ env: { SKEIN_HOST_DOWNLOADS: saved } })
  await app.signIn(await proxy.start())
  const { page } = app
  await server.post('ada', { stream: 'general', topic: 'books' }, '[notes.txt](/user_uploads/2/ab/notes.txt)')
  await app.open('books')
  await expect(app.message('notes.txt')).toBeVisible()
  await openDialog(app)
  await dialogOf(page).getByRole('radio', { name: /^Data/ }).check()
  await dialogOf(page).getByRole('button', { name: 'Choose folder…' }).click()
  await expect(lineOf(page)).toContainText('0 of 1 file')
  expect(readdirSync(saved)).toEqual([expect.stringMatching(/\.partial$/)])
  await page.keyboard.press('Shift+I')
  await expect(page.locator('main h1')).toHaveText('Inbox')
  await lineOf(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(lineOf(page)).toHaveCount(0)
  expect(readdirSync(saved)).toEqual([])
  proxy.stop()
})

test('a folder that cannot be made is explained in the dialog, and the menu opens it, too', async ({
  launchSignedIn,
}) => {
  const nowhere = join(temporaryFolder('exports'), 'nowhere')
  const app = await launchSignedIn({ env: { SKEIN_HOST_DOWNLOADS: nowhere } })
  const { page } = app
  await app.open('books')
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await dialogOf(page).getByRole('button', { name: 'Choose folder…' }).click()
  await expect(dialogOf(page).getByRole('alert')).toHaveText('The folder is no longer available.')
  expect(existsSync(nowhere)).toBe(false)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toHaveCount(0)
})
