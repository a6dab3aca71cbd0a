import type { Browser } from '@playwright/test'
import { percentile, type Row } from '../rows.ts'
import { rounds } from './changes.ts'
import { Program, startChild, viewport } from './program.ts'
import { markupOf } from './static-page.ts'

/**
 * Measures the time from the start of the program to the frame with the last conversation. The floor is a bare Node
 * process that serves the same page as static markup. Both include the start of Node and of a page in a running
 * browser; Electron starts the browser itself.
 */
export async function measureStart(browser: Browser, data: string, storage: Readonly<Record<string, string>>) {
  const times = { program: [] as number[], bare: [] as number[] }
  let markup = ''
  for (let round = 0; round < rounds; round += 1) {
    const begun = performance.now()
    const program = await Program.start(browser, data, storage)
    await program.page.waitForFunction(isPainted, null, { polling: 'raf' })
    times.program.push(performance.now() - begun)
    markup = await markupOf(program.page)
    await program.stop()
    times.bare.push(await bareStart(browser, markup))
  }
  return [
    {
      what: `start → last conversation painted (median of ${times.program.length})`,
      value: percentile(times.program, 0.5),
      unit: 'ms',
      floor: percentile(times.bare, 0.5),
      floorIs: 'a bare process serves it as markup',
    },
  ] satisfies Row[]
}

/** Runs in the page in each frame: whether an earlier frame has painted the conversation. */
function isPainted(): boolean {
  const there = document.querySelector('.list.placed article[data-message-id]') !== null
  const marked = window as unknown as { isThere?: boolean }
  const wasThere = marked.isThere === true
  marked.isThere = there
  return wasThere && there
}

async function bareStart(browser: Browser, markup: string): Promise<number> {
  const begun = performance.now()
  const server = await startChild('static-child.ts')
  const { url } = JSON.parse(server.line) as { url: string } // printed by the child
  const context = await browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC' })
  const page = await context.newPage()
  await page.route(`${url}static`, (route) => route.fulfill({ contentType: 'text/html', body: markup }))
  await page.goto(`${url}static`)
  await page.waitForFunction(isPainted, null, { polling: 'raf' })
  const time = performance.now() - begun
  await context.close()
  await server.stop()
  return time
}
