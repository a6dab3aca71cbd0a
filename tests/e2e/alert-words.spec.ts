import { openSettings } from './support/settings-page.ts'
import { expect, runsInElectron, test, type SkeinApp } from './support/skein.ts'

async function openWords(app: SkeinApp) {
  const settings = await openSettings(app.page, 'Notifications')
  const group = settings.getByRole('group', { name: 'Alert words', exact: true })
  await expect(group).toBeVisible()
  return group
}

test('alert words are listed, added and removed by keys, and marked in messages and notifications', async ({
  app,
  server,
}) => {
  await app.open('books')
  const group = await openWords(app)
  const words = group.getByRole('list', { name: 'Alert words' })
  await expect(words.getByRole('listitem')).toHaveText(['calibration file Remove'])
  const field = group.getByRole('textbox', { name: 'New alert word' })
  await field.focus()
  await app.page.keyboard.type('C++ (draft)')
  await app.page.keyboard.press('Enter')
  await expect(words.getByRole('listitem')).toContainText(['C++ (draft)', 'calibration file'])
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await app.page.keyboard.type('Calibration File')
  await app.page.keyboard.press('Enter')
  await expect(group.getByRole('alert')).toHaveText('“Calibration File” is already an alert word.')
  await expect(field).toHaveValue('Calibration File')
  await words.getByRole('button', { name: 'Remove calibration file' }).focus()
  await app.page.keyboard.press('Enter')
  await expect(words.getByRole('listitem')).toContainText(['C++ (draft)'])
  await expect(words.getByRole('button', { name: 'Remove C++ (draft)' })).toBeFocused()
  await expect(words).not.toContainText('not synced yet')
  await app.page.keyboard.press('Escape')

  await server.post(
    'tomasz',
    { stream: 'general', topic: 'books' },
    'the c++ (draft) and `c++ (draft)`, not xc++ (draft)',
  )
  const message = app.message('and c++ (draft)')
  await expect(message.locator('mark.alert-word')).toHaveText(['c++ (draft)'])

  if (!runsInElectron) {
    await app.page.evaluate(() => {
      document.hasFocus = () => false
      window.dispatchEvent(new Event('blur'))
    })
    await server.post('tomasz', { stream: 'general', topic: 'books' }, 'a C++ (draft) again')
    await expect
      .poll(async () => (await app.host.record()).notifications.at(-1)?.body)
      .toContain('Alert word “C++ (draft)”: a C++ (draft) again')
  }

  const again = await openWords(app)
  await again.getByRole('button', { name: 'Remove C++ (draft)' }).click()
  await expect(again).toContainText('No alert words yet.')
  await expect(again.getByRole('textbox', { name: 'New alert word' })).toBeFocused()
  await app.page.keyboard.press('Escape')
  await expect(message.locator('mark.alert-word')).toHaveCount(0)
})
