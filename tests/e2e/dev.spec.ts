import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawn, type ChildProcess } from 'node:child_process'
import { join, resolve } from 'node:path'
import { launchChromium } from './support/chromium.ts'
import { endProcess, temporaryFolder } from './support/processes.ts'
import { expect, test } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')
const parts = ['main', 'preload', 'renderer', 'server', 'shared', 'i18n', 'browser-host', 'build', 'out']
const files = ['package.json', 'vite.config.ts', 'tsconfig.json']

/** A copy of the sources, so that edits affect no other test. */
function copyOfSources(): string {
  const folder = temporaryFolder('dev')
  for (const name of [...parts, ...files]) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** The address of the page, which the program prints. */
function linkOf(child: ChildProcess): Promise<string> {
  let printed = ''
  return new Promise((found, failed) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const [, link] = /open (http\S+)/.exec(printed) ?? []
      if (link !== undefined) found(link)
    })
    child.once('exit', (code) => failed(new Error(`npm run dev ended with status ${code}: ${printed}`)))
  })
}

test('npm run dev shows an edit of the page in the open window, and keeps the window after an edit of the engine', async () => {
  test.setTimeout(240_000)
  const sources = copyOfSources()
  const child = spawn(
    process.execPath,
    ['build/dev/dev.ts', '--demo', '--browser', '--data', temporaryFolder('data')],
    {
      cwd: sources,
      env: { ...process.env, SKEIN_NO_BROWSER: '1' },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  )
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(await linkOf(child))
    // The page is several hundred modules, which are compiled now.
    await page.getByRole('navigation').locator('.item.stream').first().click({ timeout: 120_000 })
    const composer = page.getByRole('textbox', { name: /^Message/ })
    await composer.fill('half a thought')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))

    const header = join(sources, 'renderer/parts/screen/ConversationHeader.svelte')
    edit(header, (text) => text.replace('<header>', '<header data-edited="page">'))
    await expect(page.locator('[data-edited="page"]')).toBeAttached()
    await expect(composer).toHaveText('half a thought')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

    edit(join(sources, 'main/engine/thread/entry.ts'), (text) => `${text}\nprocess.title = 'edited'\n`)
    await page.waitForFunction(() => !('isSamePage' in window), null, { timeout: 120_000 })
    await expect(composer).toHaveText('half a thought', { timeout: 120_000 })
  } finally {
    await browser.close()
    await endProcess(child, 'SIGTERM')
  }
})
