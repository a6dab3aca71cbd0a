import type { Page } from '@playwright/test'
import { contentSecurityPolicy } from '#shell/page-policy.ts'
import { test as base } from './bare-browser.ts'
import { stagedPicture } from './pictures.ts'
import { installBridge, servePage, type Stage } from './staged-page.ts'

/** Opens a stage under the policy of the page; everything that the policy refuses is added to `refused`. */
export type OpenStage = (stage: Stage, size?: { width: number; height: number }) => Promise<Page>

/** A test of the built page alone under the policy of the program. It fails if the policy refused anything. */
export const test = base.extend<{ openStage: OpenStage }, { policyAddress: string }>({
  policyAddress: [
    async ({}, use) => {
      const { url, server } = await servePage(stagedPicture, contentSecurityPolicy)
      await use(url)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
  openStage: async ({ chromiumAtHand, policyAddress }, use) => {
    const pages: Page[] = []
    const refused: string[] = []
    await use(async (stage, viewport = { width: 1280, height: 800 }) => {
      const context = await chromiumAtHand.newContext({ viewport, locale: 'en-GB', timezoneId: 'UTC' })
      const page = await context.newPage()
      pages.push(page)
      page.on('pageerror', (error) => refused.push(error.message))
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) refused.push(message.text())
      })
      await page.addInitScript(installBridge, stage)
      await page.addInitScript(
        (narrow) => {
          if (narrow !== null) localStorage.setItem('narrow:a', JSON.stringify(narrow))
        },
        'narrow' in stage.conversation.meta ? stage.conversation.meta.narrow : null,
      )
      await page.goto(policyAddress)
      return page
    })
    for (const page of pages) await page.context().close()
    if (refused.length > 0) throw new Error(refused.join('\n'))
  },
})
