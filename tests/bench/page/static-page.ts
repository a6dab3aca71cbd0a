import type { Browser, Page } from '@playwright/test'
import { fixturePicture } from '../../e2e/support/pictures.ts'
import { servePage } from '../../e2e/support/fixture-page.ts'
import { installMeasuring } from './painted.ts'
import { viewport } from './program.ts'

/** The markup of the program's current page, with its style sheets and without its scripts. */
export async function markupOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
    const links = sheets.map((link) => `<link rel="stylesheet" href="/assets/${link.href.split('/').at(-1) ?? ''}">`)
    const theme = document.documentElement.dataset.theme ?? ''
    return `<!doctype html><html lang="en" data-theme="${theme}"><head>${links.join('')}</head><body>${document.body.innerHTML}</body></html>`
  })
}

/** Serves static pages, the floors, with the built style sheets and fonts. */
export class StaticPages {
  readonly #browser: Browser
  readonly #url: string
  readonly #close: () => void

  private constructor(browser: Browser, url: string, close: () => void) {
    this.#browser = browser
    this.#url = url
    this.#close = close
  }

  static async serve(browser: Browser): Promise<StaticPages> {
    const { url, server } = await servePage(fixturePicture)
    return new StaticPages(browser, url, () => {
      server.close()
      server.closeAllConnections()
    })
  }

  async open(html: string): Promise<Page> {
    const context = await this.#browser.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC' })
    const page = await context.newPage()
    await page.addInitScript(installMeasuring)
    await page.route(`${this.#url}static`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
    await page.goto(`${this.#url}static`)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    return page
  }

  close(): void {
    this.#close()
  }
}
