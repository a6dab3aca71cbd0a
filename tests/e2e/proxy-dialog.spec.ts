import { expect, type Browser, type Page } from '@playwright/test'
import { installBridge } from './support/fixture-page.ts'
import { test } from './support/fixture-test.ts'
import { fixtures } from './fixtures/screens.ts'

/** The answers of the page. */
async function answers(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as unknown as { answers: unknown[] }).answers)
}

async function asked(browser: Browser, address: string, name: 'proxy' | 'proxy-refused'): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(installBridge, fixtures[name]!.fixture)
  await page.addInitScript(() => {
    const { skein } = window as unknown as { skein: { call(name: string, input: unknown): Promise<unknown> } }
    const call = skein.call.bind(skein)
    const answers: unknown[] = []
    Object.assign(window, { answers })
    skein.call = (method, input) => {
      if (method === 'app.answerProxy') answers.push(input)
      return call(method, input)
    }
  })
  await page.goto(address)
  await expect(page.getByRole('dialog', { name: 'Sign in to your network’s proxy' })).toBeVisible()
  return page
}

test('a proxy’s question is answered by keyboard alone, and blocks the page behind it', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const page = await asked(chromiumAtHand, pageAddress, 'proxy')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await answers(page), 'there is no answer without a name').toEqual([])
  await page.keyboard.type('iris')
  await page.keyboard.press('Tab')
  await page.keyboard.type('wool and silk')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => answers(page))
    .toEqual([{ id: 1, credentials: { username: 'iris', password: 'wool and silk' } }])
  for (let steps = 0; steps < 8; steps += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') ?? null)).toBeNull()
  }
  await page.context().close()
})

test('a proxy’s refusal keeps the name and asks for the password, and Escape counts as an answer', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const page = await asked(chromiumAtHand, pageAddress, 'proxy-refused')
  await expect(page.getByLabel('Username')).toHaveValue('iris.lindqvist')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveAccessibleDescription(
    'The proxy didn’t accept this username and password.',
  )
  await expect(page.getByRole('alert')).toContainText('didn’t accept')
  await page.keyboard.press('Escape')
  await expect.poll(() => answers(page)).toEqual([{ id: 2, credentials: null }])
  await page.context().close()
})
