import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { launchChromium } from './support/chromium.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, test } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')

const running: { stop: () => Promise<void> }[] = []

test.afterEach(async () => {
  // This also runs after a failed test.
  for (const demo of running.splice(0)) await demo.stop()
})

/** Runs `npm run demo` in a separate folder. */
function startDemo(data: string) {
  const demo = spawn(process.execPath, [join(root, 'build/launch.ts'), '--demo', '--browser', '--data', data], {
    cwd: root,
    env: { ...process.env, SKEIN_NO_BROWSER: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let told = ''
  demo.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const ended = new Promise<number | null>((found) => demo.once('exit', found))
  const link = new Promise<string>((found, failed) => {
    createInterface({ input: demo.stdout }).on('line', (line) => {
      const address = /http:\S+launch\S+/.exec(line)?.[0]
      if (address !== undefined) found(address)
    })
    void ended.then(() => failed(new Error(`the demo ended: ${told}`)))
  })
  // Some tests do not wait for a link.
  link.catch(() => undefined)
  const started = {
    link,
    ended,
    told: () => told,
    stop: async () => {
      demo.kill('SIGTERM')
      await ended
    },
  }
  running.push(started)
  return started
}

test('the demo opens Skein signed in to an organization full of conversations, also the second time', async () => {
  test.skip(runsInElectron, 'the link is that of the browser host')
  const data = temporaryFolder('demo')
  const browser = await launchChromium()
  for (let run = 0; run < 2; run += 1) {
    const demo = startDemo(data)
    const page = await browser.newPage()
    await page.goto(await demo.link)
    await expect(page.getByTestId('state')).toHaveText('Up to date', { timeout: 20_000 })
    await page.locator('.navigation .item').filter({ hasText: 'encoder drift on cold start' }).click()
    await expect(page.getByText('I can run the cold chamber tonight')).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Organizations' }).getByRole('button')).toHaveCount(2)
    await page.close()
    await demo.stop()
  }
  await browser.close()
})

test('a second start of the demo hands over to the first, which continues', async () => {
  test.skip(runsInElectron, 'the link is that of the browser host')
  const data = temporaryFolder('demo')
  const browser = await launchChromium()
  const first = startDemo(data)
  const page = await browser.newPage()
  await page.goto(await first.link)
  await expect(page.getByTestId('state')).toHaveText('Up to date', { timeout: 20_000 })
  const address = /the demo organization runs at (\S+);/
  const second = startDemo(data)
  expect(await second.ended).toBe(0)
  expect(second.told()).toContain('already running')
  expect(address.exec(second.told())?.[1]).toBe(address.exec(first.told())?.[1])
  await page.locator('.navigation .item').filter({ hasText: 'encoder drift on cold start' }).click()
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Still here.')
  await page.keyboard.press('Enter')
  const sent = page.locator('article.message').filter({ hasText: 'Still here.' })
  await expect(sent).toHaveAttribute('data-message-id', /^\d+$/)
  await page.close()
  await first.stop()
  await browser.close()
})
