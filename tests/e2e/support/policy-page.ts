import type { Page } from '@playwright/test'
import { contentSecurityPolicy } from '#shell/protocols/page-policy.ts'
import { test as base } from './bare-browser.ts'
import { fixturePicture } from './pictures.ts'
import { installBridge, servePage, type ScreenFixture } from './fixture-page.ts'

/** Opens a fixture under the policy of the page; everything that the policy refuses is added to `refused`. */
export type OpenFixture = (fixture: ScreenFixture, size?: { width: number; height: number }) => Promise<Page>

/** A test of the built page alone under the policy of the program. It fails if the policy refused anything. */
export const test = base.extend<{ openFixture: OpenFixture }, { policyAddress: string }>({
  policyAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(fixturePicture, contentSecurityPolicy)
      await use(url)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
  openFixture: async ({ chromiumAtHand, policyAddress }, use) => {
    const pages: Page[] = []
    const refused: string[] = []
    await use(async (fixture, viewport = { width: 1280, height: 800 }) => {
      const context = await chromiumAtHand.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC' })
      const page = await context.newPage()
      pages.push(page)
      page.on('pageerror', (error) => refused.push(error.message))
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text())
      })
      await page.addInitScript(installBridge, fixture)
      await page.addInitScript(
        (narrow) => {
          if (narrow !== null) localStorage.setItem('narrow:a', JSON.stringify(narrow))
        },
        'narrow' in fixture.conversation.meta ? fixture.conversation.meta.narrow : null,
      )
      await page.goto(policyAddress)
      return page
    })
    for (const page of pages) await page.context().close()
    if (refused.length > 0) throw new Error(refused.join('\n'))
  },
})
