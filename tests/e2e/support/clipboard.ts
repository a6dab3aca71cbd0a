import type { Page } from '@playwright/test'

/** The clipboard's content as a field pastes it. The focus is restored. */
export async function pasted(page: Page): Promise<string> {
  const focused = await page.evaluateHandle(() => document.activeElement)
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'paste'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.press('ControlOrMeta+v')
  const text = await page.locator('#paste').inputValue()
  await page.locator('#paste').evaluate((field) => {
    field.remove()
  })
  await focused.evaluate((element) => {
    if (element instanceof HTMLElement) element.focus()
  })
  return text
}
