import { addOrganization as add, rail, shownOrganization as shown } from './support/organizations.ts'
import { openSettings } from './support/settings-page.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'

const organizations = (app: SkeinApp) => rail(app).getByRole('button', { name: /@alder/ })

/** The users of the organizations in the rail, from the top. */
async function order(app: SkeinApp): Promise<string[]> {
  const names = await organizations(app).allTextContents()
  return names.map((name) => /(\w+)@alder/.exec(name)?.[1] ?? name)
}

test('keys show organizations, keys and dragging order them, and a restart keeps the order', async ({
  app,
  server,
  launch,
}) => {
  const { page } = app
  await add(app, server.url, 'noor')
  await add(app, server.url, 'mei')
  expect(await order(app)).toEqual(['iris', 'noor', 'mei'])

  for (const [key, user] of [
    ['Control+1', /iris@/],
    ['Control+3', /mei@/],
    ['Control+2', /noor@/],
    ['Control+4', /noor@/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(shown(app)).toHaveAccessibleName(user)
  }

  await organizations(app).last().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => order(app)).toEqual(['iris', 'mei', 'noor'])
  await expect(organizations(app).nth(1)).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'moved to position 2 of 3' })).toHaveCount(1)
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => order(app)).toEqual(['mei', 'iris', 'noor'])
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => order(app)).toEqual(['iris', 'mei', 'noor'])
  await page.keyboard.press('Control+2')
  await expect(shown(app)).toHaveAccessibleName(/mei@/)

  await organizations(app).first().dragTo(organizations(app).last())
  await expect.poll(() => order(app)).toEqual(['mei', 'noor', 'iris'])
  // A drop elsewhere restores the order.
  await organizations(app)
    .first()
    .dragTo(page.getByRole('region', { name: 'Conversations' }))
  await expect.poll(() => order(app)).toEqual(['mei', 'noor', 'iris'])

  await app.quit()
  const again = await launch({ data: app.data })
  await expect.poll(() => order(again)).toEqual(['mei', 'noor', 'iris'])
})

test('the settings list the organizations, and sign out of one after a question', async ({ app, server }) => {
  const { page } = app
  await add(app, server.url, 'noor')
  const settings = await openSettings(page, 'Account')
  const list = settings.getByRole('list', { name: 'Your accounts' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.locator('[aria-current=true]')).toContainText('noor@')
  const leave = list
    .getByRole('listitem')
    .filter({ hasText: 'iris@' })
    .getByRole('button', { name: /^Sign out of/ })
  const question = page.getByRole('dialog', { name: /^Sign out of/ })
  await leave.focus()
  await page.keyboard.press('Enter')
  await expect(question).toContainText('iris@')
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(settings).toBeVisible()
  await expect(leave).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('noor@')
  await expect(list).toBeFocused()
  expect(await order(app)).toEqual(['noor'])
})

test('“next unread” continues in the next organization with unread messages', async ({ app, server }) => {
  const { page } = app
  await server.call('iris', 'POST', '/mark_all_as_read')
  await add(app, server.url, 'noor')
  await server.call('noor', 'POST', '/mark_all_as_read')
  await page.keyboard.press('Control+1')
  await app.open('books')
  await server.post('ada', { direct: [server.account('noor').user_id] }, 'only for Noor')
  await expect(organizations(app).nth(1)).toHaveAccessibleName(/, 1 unread/)
  await page.getByRole('log').focus()
  await page.keyboard.press('n')
  await expect(shown(app)).toHaveAccessibleName(/noor@/)
  await expect(app.message('only for Noor')).toBeVisible()
  await expect(organizations(app).nth(1)).toHaveAccessibleName(/, 0 unread/)
  await expect(app.composer).toBeFocused()
  await page.getByRole('log').focus()
  await page.keyboard.press('n')
  await expect(page.getByText('No unread messages.')).toBeVisible()
})
