import { expect, runsInElectron, shared as it, test } from './support/skein.ts'

test.beforeEach(() => {
  test.skip(runsInElectron, 'menus of the system are recorded by the host only')
})

const editFlags = {
  canUndo: true,
  canRedo: true,
  canCut: true,
  canCopy: true,
  canPaste: true,
  canDelete: true,
  canSelectAll: true,
}
const clicked = {
  ...{ x: 5, y: 7, frame: {}, isEditable: false, selectionText: '', linkURL: '', linkText: '', mediaType: 'none' },
  ...{ hasImageContents: false, misspelledWord: '', dictionarySuggestions: [], formControlType: 'none', editFlags },
}

test('the menu of a text field edits, corrects and learns words, and checks spelling on request', async ({ app }) => {
  const { host } = app
  const field = {
    ...clicked,
    isEditable: true,
    formControlType: 'text-area',
    misspelledWord: 'helo',
    dictionarySuggestions: ['hello'],
  }
  expect((await host.record()).spelling).toMatchObject({ isEnabled: false, languages: [], fetched: [] })
  host.send({ type: 'context-menu', clicked: field })
  await expect.poll(async () => (await host.record()).popups).toHaveLength(1)
  expect(JSON.stringify((await host.record()).popups)).toContain('pasteAndMatchStyle')
  host.send({ type: 'menu', label: 'hello' })
  host.send({ type: 'menu', label: 'Add to Dictionary' })
  await expect.poll(async () => (await host.record()).edits).toEqual(['replace by hello'])
  host.send({ type: 'menu', label: 'Check Spelling While Typing' })
  await expect
    .poll(async () => (await host.record()).spelling)
    .toEqual({ isEnabled: true, languages: ['en-GB'], words: ['helo'], fetched: ['en-GB'] })
  host.send({ type: 'menu', label: 'German' })
  await expect.poll(async () => (await host.record()).spelling.languages).toEqual(['en-GB', 'de'])
  host.send({ type: 'dictionary-failed', text: 'de' })
  await expect(app.page.getByText('The dictionary for German couldn’t be downloaded.')).toBeVisible()
})

test('a choice of spelling survives a restart', async ({ app, launch }) => {
  app.host.send({ type: 'context-menu', clicked: { ...clicked, isEditable: true } })
  app.host.send({ type: 'menu', label: 'Check Spelling While Typing' })
  await expect.poll(async () => (await app.host.record()).spelling.isEnabled).toBe(true)
  const { data } = app
  await app.quit()
  const again = await launch({ data })
  expect((await again.host.record()).spelling).toMatchObject({ isEnabled: true, languages: ['en-GB'] })
})

test('the menus open and copy a link and copy a picture, and an empty area has no menu', async ({ app }) => {
  const { host } = app
  host.send({ type: 'context-menu', clicked })
  host.send({
    type: 'context-menu',
    clicked: { ...clicked, linkURL: 'https://example.com/', mediaType: 'image', hasImageContents: true },
  })
  await expect.poll(async () => (await host.record()).popups).toHaveLength(1)
  for (const label of ['Open Link', 'Copy Link', 'Copy Image']) host.send({ type: 'menu', label })
  await expect.poll(async () => (await host.record()).edits).toEqual(['copy the image at 5,7'])
  const { opened, copied } = await host.record()
  expect([opened, copied]).toEqual([['https://example.com/'], ['https://example.com/']])
})

test('the menu of a link whose text names another address asks before opening it', async ({ app }) => {
  const { host } = app
  host.send({
    type: 'context-menu',
    clicked: { ...clicked, linkURL: 'https://evil.example/', linkText: 'https://bank.example/login' },
  })
  await expect.poll(async () => (await host.record()).popups).toHaveLength(1)
  host.send({ type: 'dialog-answers', answers: [2] })
  host.send({ type: 'menu', label: 'Open Link…' })
  await expect.poll(async () => (await host.record()).dialogs).toHaveLength(1)
  host.send({ type: 'dialog-answers', answers: [0] })
  host.send({ type: 'menu', label: 'Open Link…' })
  await expect.poll(async () => (await host.record()).opened).toEqual(['https://evil.example/'])
})

it('the settings open from the application menu', async ({ app }) => {
  app.host.send({ type: 'application-menu', label: 'Settings…' })
  await expect(app.page.locator('main.settings').getByRole('heading', { level: 1 })).toHaveText('Settings')
})
