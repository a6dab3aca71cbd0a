import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from './support/chromium.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, test } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')

test('the demo opens Skein signed in to an organization full of conversations, also the second time', async () => {
  test.skip(runsInElectron, 'the link is that of the browser host')
  const data = temporaryFolder('demo')
  const browser = await launchChromium()
  for (let run = 0; run < 2; run += 1) {
    const demo = spawn(process.execPath, [join(root, 'build/launch.ts'), '--demo', '--browser', '--data', data], {
      cwd: root,
      env: { ...process.env, SKEIN_NO_BROWSER: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const link = await new Promise<string>((found) => {
      createInterface({ input: demo.stdout }).on('line', (line) => {
        const address = /http:\S+launch\S+/.exec(line)?.[0]
        if (address !== undefined) found(address)
      })
    })
    const page = await browser.newPage()
    await page.goto(link)
    await expect(page.getByTestId('state')).toHaveText('Up to date', { timeout: 20_000 })
    await page.locator('.navigation .item').filter({ hasText: 'encoder drift on cold start' }).click()
    await expect(page.getByText('I can run the cold chamber tonight')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Organizations' }).getByRole('button')).toHaveCount(2)
    await page.close()
    const ended = new Promise((done) => demo.once('exit', done))
    demo.kill('SIGTERM')
    await ended
  }
  await browser.close()
})
