import { violations } from './support/axe.ts'
import { expect, shared as it } from './support/skein.ts'

it('the bar of a message adds reactions, and shows who reacted', async ({ app, server }) => {
  const { page } = app
  const id = await server.post('ada', { stream: 'general', topic: 'books' }, 'Cake at four')
  await server.call('noor', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
  await app.open('books')
  const message = app.message('Cake at four')
  const reactions = message.getByRole('group', { name: 'Reactions' })
  await expect(reactions).toContainText('Noor Haddad')
  await message.hover()
  const bar = message.getByRole('group', { name: 'Message actions' })
  const thumb = bar.getByRole('button', { name: 'React with :+1:' })
  await expect(thumb).toHaveAttribute('aria-pressed', 'false')
  await thumb.click()
  await expect(thumb).toHaveAttribute('aria-pressed', 'true')
  await expect(reactions.getByRole('button', { pressed: true })).toHaveCount(1)
  expect(await violations(page)).toEqual([])
  // A reaction that waits for the server is listed already.
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await message.focus()
  await page.keyboard.press('=')
  await page.keyboard.press('Shift+R')
  const who = page.getByRole('dialog', { name: 'Who reacted' })
  await expect(who.getByRole('heading', { level: 3 })).toHaveText([/:tada: · 2/, /:\+1: · 1/])
  await expect(who.getByRole('listitem')).toHaveText([/Iris Lindqvist/, /Noor Haddad/, /Iris Lindqvist/])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(message).toBeFocused()
  // The menu of the message has the command, too, if there are reactions.
  await page.keyboard.press('i')
  await page.getByRole('menuitem', { name: 'Who reacted' }).click()
  await expect(who).toBeVisible()
})
