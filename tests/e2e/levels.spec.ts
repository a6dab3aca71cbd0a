import { drawPng } from '#server/base/png.ts'
import { everyForm } from '#support/asked-forms.ts'
import { leave, sampleOf } from './support/sample.ts'
import { expect, runsInElectron, test } from './support/skein.ts'

const picture = drawPng(64, () => [200, 30, 30])

const forms = sampleOf('levels', everyForm, 1)

for (const { featureLevel: level, dialect } of forms) {
  test.describe(`level ${level}, dialect ${dialect}`, () => {
    test.use({ serverOptions: ['--feature-level', String(level), '--dialect', dialect] })

    test('a day of work succeeds: sign in, read, write, react, move, delete, send a file, be notified', async ({
      app,
      server,
    }) => {
      leave(everyForm.length - forms.length, 'levels')
      const { page } = app
      // Read.
      await app.open('the coffee machine')
      const theirs = app.message('You are a hero.')
      await expect(theirs).toBeVisible()

      // React.
      await theirs.getByRole('button', { name: 'Add reaction' }).first().click()
      await page.getByLabel('Search emoji').fill('party popper')
      await page.keyboard.press('Enter')
      await expect(theirs.getByRole('button', { name: /^tada, / })).toHaveAttribute('aria-pressed', 'true')

      // Write, and change it.
      await app.send('The *first* words')
      const own = app.message('The first words')
      await expect(own).toHaveAttribute('data-message-id', /\d+/)
      const id = String(await own.getAttribute('data-message-id'))
      await own.hover()
      await own.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('textbox', { name: 'Edit message' }).fill('The **second** words')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(app.message('The second words').locator('strong')).toHaveText('second')

      // A message is moved, and found in its new place.
      const moved = await server.call('iris', 'PATCH', `/messages/${id}`, {
        topic: `moved at ${level}`,
        send_notification_to_new_thread: 'false',
      })
      expect(moved.result).toBe('success')
      await expect(app.message('The second words')).toHaveCount(0)
      await app.open(`moved at ${level}`)
      await expect(app.message('The second words')).toBeVisible()

      // Delete.
      await app.choose(app.message('The second words'), 'Delete…')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(app.message('The second words')).toHaveCount(0)

      // A picture, with its thumbnail if the level has one.
      await app.open('the coffee machine')
      await page
        .getByLabel('Files to attach')
        .setInputFiles([{ name: 'red.png', mimeType: 'image/png', buffer: picture }])
      await expect(page.locator('.composer').getByRole('list', { name: 'Files' })).toContainText('red.png')
      await app.send('Here it is')
      const sent = app.message('Here it is')
      await expect(sent).toHaveAttribute('data-message-id', /\d+/, { timeout: 20_000 })
      await expect
        .poll(async () => (await server.contents('ada', [['topic', 'the coffee machine']])).at(-1))
        .toMatch(/^Here it is\n\n\[red\.png\]\(\/user_uploads\//)

      // Notifications.
      if (runsInElectron) return
      await page.evaluate(() => {
        // The window loses the focus to another program.
        document.hasFocus = () => false
        window.dispatchEvent(new Event('blur'))
      })
      const iris = server.account('iris').user_id
      const posted = await server.call('tomasz', 'POST', '/messages', {
        type: 'private',
        to: JSON.stringify([iris]),
        content: `are you there at ${level}?`,
      })
      expect(posted.result).toBe('success')
      await expect
        .poll(async () => (await app.host.record()).notifications.map(({ body }) => body))
        .toEqual([`are you there at ${level}?`])
    })
  })
}
