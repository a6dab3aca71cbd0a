import type { Browser, Page } from '@playwright/test'
import type { Look } from './looks.ts'
import { now } from '../fixtures/parts.ts'
import { installBridge, type ScreenFixture } from './fixture-page.ts'

interface Disposable {
  dispose(): Promise<void>
}

/**
 * One page for the fixtures of a worker, since opening another one takes longer than drawing a fixture. Each fixture is a
 * load of the whole document, so that no focus, overlay, timer, listener or scroll position remains.
 */
export class SharedPage {
  readonly #browser: Browser
  readonly #url: string
  #page: Page | undefined
  #scripts: readonly Disposable[] = []

  /** `url` is the address of the built page. */
  constructor(browser: Browser, url: string) {
    this.#browser = browser
    this.#url = url
  }

  /** Loads the page on a fixture; `narrow` is the conversation that it opens. */
  async show(fixture: ScreenFixture, narrow: unknown, { colorScheme, viewport, contrast }: Look): Promise<Page> {
    const page = (this.#page ??= await this.#open())
    for (const script of this.#scripts) await script.dispose()
    // Outside of the window, the pointer is on nothing of the last fixture.
    await page.mouse.move(-1, -1)
    await page.emulateMedia({
      colorScheme,
      contrast: contrast === 'more' ? 'more' : 'no-preference',
      forcedColors: contrast === 'forced' ? 'active' : 'none',
    })
    await page.setViewportSize(viewport)
    this.#scripts = [
      await page.addInitScript(installBridge, fixture),
      await page.addInitScript((value) => {
        localStorage.clear()
        sessionStorage.clear()
        if (value !== null) localStorage.setItem('narrow:a', JSON.stringify(value))
      }, narrow),
    ]
    const { language } = fixture.state.settings
    await page.goto(language === 'system' ? this.#url : `${this.#url}?language=${language}`)
    return page
  }

  async close(): Promise<void> {
    await this.#page?.context().close()
    this.#page = undefined
  }

  async #open(): Promise<Page> {
    const context = await this.#browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' })
    const page = await context.newPage()
    await page.clock.setFixedTime(now)
    return page
  }
}
