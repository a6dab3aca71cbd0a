import { expect, type Page } from '@playwright/test'
import { allStages } from './all-stages.ts'
import type { Look } from './looks.ts'
import type { SharedPage } from './shared-page.ts'

/** Loads the page on the stage of a name, and waits until it is drawn. */
export async function showStage(shared: SharedPage, name: string, look: Look): Promise<Page> {
  const { stage, opens } = allStages[name] ?? { stage: undefined, opens: 'nothing' }
  if (stage === undefined) throw new Error(`no stage ${name}`)
  const { meta } = stage.conversation
  const page = await shared.show(stage, opens !== 'nothing' && 'narrow' in meta ? meta.narrow : null, look)
  if (opens === 'conversation') await expect(page.locator('main.conversation h1')).toBeVisible()
  if (opens === 'conversation' && stage.conversation.items.length > 0) {
    await expect(page.locator('.list.placed')).toBeVisible()
  }
  if (opens === 'failed-conversation') await expect(page.locator('main.conversation .view-failure')).toBeVisible()
  for (const { isShown } of [stage.failures.navigation, stage.failures.conversation].flatMap((each) => each ?? [])) {
    // A small window does not contain the list of conversations.
    const failure = isShown ? 'main .view-failure.line, .navigation .view-failure' : 'main .view-failure'
    await expect(page.locator(failure).locator('visible=true').first()).toBeVisible()
  }
  await settle(page)
  return page
}

/** Waits until fonts and pictures are loaded, and two frames have passed without a change of the layout. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(
      [...document.images]
        .filter((image) => image.loading !== 'lazy')
        .map((image) => image.decode().catch(() => undefined)),
    )
  })
}
