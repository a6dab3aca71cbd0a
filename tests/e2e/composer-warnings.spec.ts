import { violations } from './support/axe.ts'
import { expect, shared as it, test } from './support/skein.ts'

it('a text has a preview by the server and can be continued, and offline the reason is shown', async ({
  app,
  server,
}) => {
  const { page } = app
  await app.open('books')
  await app.composer.pressSequentially('**bold** :octopus: <script>1</script>')
  await page.keyboard.press('ControlOrMeta+Shift+P')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.locator('strong')).toHaveText('bold')
  await expect(preview).toContainText('<script>1</script>')
  await expect(preview).toBeFocused()
  await expect(app.composer).toBeHidden()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await expect(app.composer).toBeFocused()
  await page.keyboard.type(' more')
  await expect(app.composer).toHoldText('**bold** :octopus: <script>1</script> more')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(preview).toContainText('Previews come from the server')
  await page.keyboard.press('Escape')
  await expect(app.composer).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText('')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(preview).toContainText('Nothing to preview.')
})

it('a mention of many people needs a confirmation, but not in code', async ({ app, server }) => {
  const { page } = app
  const streamId = await server.streamId('general')
  const question = page.getByRole('alertdialog')
  await app.open('books')
  const sent = () =>
    server.contents('ada', [
      ['stream', 'general'],
      ['topic', 'books'],
    ])
  // The server counts the mentioned people.
  const members = await server.call('iris', 'GET', `/streams/${streamId}/members`)
  const count = (members.subscribers as number[]).length
  await app.composer.pressSequentially('cake `@**all**` today')
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText('')
  await app.composer.pressSequentially('cake @**all**')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  if (count > 15) {
    await expect(question).toContainText('will notify everyone here')
    await expect(question.getByRole('button', { name: 'Send anyway' })).toBeFocused()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(app.composer).toBeFocused()
    await expect(app.composer).toHoldText('cake @**all**')
    expect(await sent()).not.toContain('cake @**all**')
    await page.keyboard.press('Enter')
    await question.getByRole('button', { name: 'Send anyway' }).press('Enter')
  }
  await expect(app.composer).toHoldText('')
  await expect.poll(sent).toContain('cake @**all**')
})

test('the composer shows that a topic is resolved or muted, and changes it at once', async ({ app, server }) => {
  const { page } = app
  await server.post('ada', { stream: 'general', topic: '✔ done' }, 'It is done.')
  await app.open('✔ done')
  const lines = page.locator('.warning')
  await expect(lines).toHaveCount(0)
  await app.composer.pressSequentially('one more')
  await expect(lines).toHaveText([/This topic is resolved/])
  expect(await violations(page)).toEqual([])
  await lines.getByRole('button', { name: 'Reopen' }).click()
  await expect(lines).toHaveCount(0)
  await expect(app.composer).toHoldText('one more')
  // The topic has its new name at the server, too.
  await expect(app.messages.last()).toContainText('marked this topic as unresolved')
  await app.messages.last().focus()
  await page.keyboard.press('Shift+M')
  await expect(lines).toHaveText([/You’ve muted this topic/])
  await lines.getByRole('button', { name: 'Dismiss' }).click()
  await expect(lines).toHaveCount(0)
})
