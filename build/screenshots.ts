/**
 * `npm run screenshots`: takes the README's pictures of the running program with its demo organization, and of prepared
 * screens: recorded texts, all kinds of emoji with a refused message, and the list “Not sent”.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { launchChromium } from '#tests/e2e/support/chromium.ts'
import { photograph } from '#tests/e2e/support/gallery.ts'
import { startKeyring } from '#tests/e2e/support/keyring.ts'
import { stagedPicture } from '#tests/e2e/support/pictures.ts'
import { HostProcess, ServerProcess, temporaryFolder } from '#tests/e2e/support/processes.ts'
import { servePage } from '#tests/e2e/support/staged-page.ts'

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, '../docs'))
mkdirSync(folder, { recursive: true })
const staged = await servePage(stagedPicture)
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
    await page.screenshot({ path: join(folder, `conversation-${scheme}.png`) })
  }
  await photograph(browser, staged.url, folder)
} finally {
  await browser.close()
  staged.server.close()
  await host.quit()
  await server.stop()
  keyring?.stop()
}
process.stderr.write(`skein: the pictures are in ${folder}\n`)
