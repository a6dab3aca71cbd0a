import { violations } from './support/axe.ts'
import { expect, shared as it } from './support/skein.ts'

it('the card of a sender and of a mentioned person opens by key and by click, also offline', async ({
  app,
  server,
}) => {
  const { page } = app
  await server.post('noor', { stream: 'general', topic: 'books' }, 'Ask @**Ada Brandt** about that one')
  await app.open('books')
  const message = app.message('about that one')
  await message.focus()
  await page.keyboard.press('u')
  const card = page.getByRole('dialog', { name: 'About Noor Haddad' })
  await expect(card).toMatchAriaSnapshot(`
    - dialog "About Noor Haddad":
      - heading "Noor Haddad" [level=2]
      - paragraph: /Active|Away|Offline/
      - term: Role
      - definition: Member
  `)
  expect(await violations(page)).toEqual([])
  // The arrows walk through the actions, and Escape returns to the message.
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Message', exact: true })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(card.getByRole('button', { name: 'Mention', exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(message).toBeFocused()
  // A change by an administrator shows at once; without a network, the disk still has all of it.
  await message.getByRole('button', { name: 'Noor Haddad' }).click()
  await server.call('iris', 'PATCH', `/users/${String((await server.call('noor', 'GET', '/users/me')).user_id)}`, {
    role: '300',
  })
  await expect(card.getByRole('definition').filter({ hasText: 'Moderator' })).toBeVisible()
  await page.keyboard.press('Escape')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await message.getByRole('button', { name: '@Ada Brandt' }).click()
  await expect(page.getByRole('dialog', { name: 'About Ada Brandt' }).getByText('Role')).toBeVisible()
  await page.keyboard.press('Escape')
})

it('a mention from the card is written where the caret is, and the profile opens beside the conversation', async ({
  app,
  server,
}) => {
  const { page } = app
  await server.post('ada', { stream: 'general', topic: 'books' }, 'A word from Ada')
  await app.open('books')
  await app.composer.fill('Thanks !')
  await page.keyboard.press('ArrowLeft')
  await app.message('A word from Ada').focus()
  await page.keyboard.press('u')
  const card = page.getByRole('dialog', { name: 'About Ada Brandt' })
  await card.getByRole('button', { name: 'Mention', exact: true }).click()
  await expect(app.composer).toHaveText('Thanks @**Ada Brandt** !')
  await expect(app.composer).toBeFocused()
  await app.message('A word from Ada').focus()
  await page.keyboard.press('u')
  await card.getByRole('button', { name: 'View profile' }).click()
  const profile = page.getByRole('complementary', { name: 'Profile' })
  await expect(profile).toBeFocused()
  await expect(profile.getByRole('region', { name: 'Streams in common' }).getByRole('button').first()).toBeVisible()
  await expect(profile).toMatchAriaSnapshot(`
    - complementary "Profile":
      - heading "Profile" [level=2]
      - button "Close panel"
      - heading "Ada Brandt" [level=3]
  `)
  expect(await violations(page)).toEqual([])
  // Below 1000 pixels the panel is a drawer over the conversation, and nothing is cut off.
  await page.setViewportSize({ width: 800, height: 600 })
  await expect(profile).toBeInViewport()
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow()).toBe(0)
  await page.keyboard.press('Escape')
  await expect(profile).toHaveCount(0)
  await app.composer.fill('')
})
