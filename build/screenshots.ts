/**
 * `npm run screenshots`: takes the README's pictures of the running program with its demo organization into `docs/`, and
 * pictures of prepared screens into `results/screenshots/`: recorded texts, emoji, unsent messages, every list.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compressPngs } from '#support/compressed-png.ts'
import { launchChromium } from '#tests/e2e/support/chromium.ts'
import { photograph } from '#tests/e2e/support/gallery.ts'
import { startKeyring } from '#tests/e2e/support/keyring.ts'
import { fixturePicture } from '#tests/e2e/support/pictures.ts'
import { HostProcess, ServerProcess, temporaryFolder } from '#tests/e2e/support/processes.ts'
import { servePage } from '#tests/e2e/support/fixture-page.ts'

const root = resolve(import.meta.dirname, '..')
const screens = join(root, 'results/screenshots')
mkdirSync(screens, { recursive: true })
const screensPage = await servePage(fixturePicture)
const keyring = await startKeyring()
Object.assign(process.env, keyring?.env ?? {})
const server = await new ServerProcess().start()
const host = new HostProcess(temporaryFolder('client'))
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  await page.goto(await host.start())
  await page.getByLabel('Server address').fill(server.url)
  await page.getByLabel('Email').fill('iris@alder.example')
  await page.getByLabel('Password').fill('skein-demo')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.navigation .item').filter({ hasText: 'encoder drift' }).click()
  await page.getByText('I can run the cold chamber tonight').waitFor()
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Cold chamber is booked from 18:00. Could somebody bring arm B?')
  await page.getByText('Draft saved').waitFor()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({ path: join(root, 'docs', `conversation-${scheme}.png`) })
  }
  await compressPngs(join(root, 'docs'))
  await photograph(browser, screensPage.url, screens)
} finally {
  await browser.close()
  screensPage.server.close()
  await host.quit()
  await server.stop()
  keyring?.stop()
}
process.stderr.write(`skein: the README’s pictures are in docs/, those of the screens in results/screenshots/\n`)
