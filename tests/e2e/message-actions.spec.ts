import type { Locator, Page } from '@playwright/test'
import { expect, shared as it, test } from './support/skein.ts'

it('an own message is edited as Markdown, and its versions are available', async ({ app, server }) => {
  await app.open('books')
  await app.send('The *first* words')
  const row = app.message('The first words')
  await expect(row).toHaveAttribute('data-message-id', /\d+/)
  await row.hover()
  await row.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = app.page.getByRole('textbox', { name: 'Edit message' })
  await expect(editor).toHoldText('The *first* words')
  await editor.fill('The **second** words')
  await app.page.getByRole('button', { name: 'Save', exact: true }).click()
  const edited = app.message('The second words')
  await expect(edited.locator('strong')).toHaveText('second')
  expect(
    await server.contents('ada', [
      ['topic', 'books'],
      ['sender', 'iris@alder.example'],
    ]),
  ).toContain('The **second** words')

  await app.choose(edited, 'View edit history')
  const dialog = app.page.getByRole('dialog', { name: 'Edit history' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').last()).toContainText('The first words')
  await dialog.getByRole('button', { name: 'Close' }).click()
})

test('an edit that was made offline waits with its text, survives a restart, and is saved later', async ({
  app,
  server,
  launch,
}) => {
  await app.open('books')
  await app.send('Before the storm')
  await expect(app.message('Before the storm')).toHaveAttribute('data-message-id', /\d+/)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.composer.press('ArrowUp')
  const editor = app.page.getByRole('textbox', { name: 'Edit message' })
  await expect(editor).toHoldText('Before the storm')
  await editor.fill('After the storm')
  await editor.press('Enter')
  await expect(app.message('After the storm')).toContainText('saving the edit')
  await app.quit()

  const again = await launch({ data: app.data })
  await again.open('books')
  await expect(again.message('After the storm')).toContainText('saving the edit')
  await server.start()
  await again.reconnect()
  await expect(again.message('After the storm')).not.toContainText('saving the edit')
  await expect
    .poll(() =>
      server.contents('ada', [
        ['topic', 'books'],
        ['sender', 'iris@alder.example'],
      ]),
    )
    .toContain('After the storm')
})

it('a message is deleted for all people after a confirmation', async ({ app, server }) => {
  await app.open('books')
  await app.send('A mistake')
  const row = app.message('A mistake')
  await expect(row).toHaveAttribute('data-message-id', /\d+/)
  await app.choose(row, 'Delete…')
  await app.page.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await app.choose(row, 'Delete…')
  await app.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  expect(await server.contents('ada', [['topic', 'books']])).not.toContain('A mistake')
})

it('a star and an unread mark show at once and reach the server', async ({ app, server }) => {
  await app.open('the coffee machine')
  const row = app.message('You are a hero.')
  await row.hover()
  await row.getByRole('button', { name: 'Star' }).click()
  await expect(row.getByLabel('Starred')).toBeVisible()
  await expect.poll(() => server.contents('iris', [['is', 'starred']])).toEqual(['You are a hero.'])

  await app.choose(row, 'Mark as unread from here')
  await expect(app.navigationItem('the coffee machine').locator('.badge')).toContainText('3')
  await expect
    .poll(
      async () =>
        (
          await server.contents('iris', [
            ['topic', 'the coffee machine'],
            ['is', 'unread'],
          ])
        ).length,
    )
    .toBe(3)
})

it('a quotation copies the Markdown into the composer, with a fence around it', async ({ app }) => {
  await app.open('glare on wet boxes')
  const row = app.message('That is what I am trying now')
  await row.hover()
  await row.getByRole('button', { name: 'Quote' }).click()
  await expect(app.composer).toHoldText(
    /^@_\*\*森 花\|\d+\*\* \[said\]\(http\S+\/near\/\d+\):\n````quote\nThat is what I am trying now:\n```python/,
  )
  await expect(app.composer).toBeFocused()
})

/** Selects the contents of an element, or the first words of its text. */
async function select(page: Page, element: Locator, length: number | null = null): Promise<void> {
  await element.evaluate((node, most) => {
    const range = document.createRange()
    range.selectNodeContents(node)
    if (most !== null && node.firstChild !== null) range.setEnd(node.firstChild, most)
    const selection = getSelection()
    selection?.removeAllRanges()
    selection?.addRange(range)
  }, length)
  await expect.poll(() => page.evaluate(() => getSelection()?.isCollapsed)).toBe(false)
}

/** The text and HTML that copying puts on the clipboard. */
async function copied(page: Page): Promise<{ text: string; html: string }> {
  return page.evaluate(() => {
    const clipboardData = new DataTransfer()
    const at = getSelection()?.anchorNode
    const element = at instanceof Element ? at : at?.parentElement
    element?.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }))
    return { text: clipboardData.getData('text/plain'), html: clipboardData.getData('text/html') }
  })
}

it('a selection is copied as Markdown and clean HTML, pasted unchanged, and quoted alone', async ({ app }) => {
  const { page } = app
  await app.open('glare on wet boxes')
  const source = [
    'Copied **bold** and `a*b` by @**森 花** :tada: $$x^2$$',
    '1. one\n2. two\n  - inner',
    '```python\nif x:\n    y = 1\n```',
    '> quoted\n> twice',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ].join('\n\n')
  await app.composer.fill(source)
  await app.composer.press('ControlOrMeta+Enter')
  const body = app.message('Copied bold').locator('.message-body')
  await expect(body.locator('[data-tex]')).toHaveCount(1)
  await select(page, body)
  const whole = await copied(page)
  expect(whole.text.replaceAll(/\|\d+\*\*/g, '**')).toBe(source)
  expect(whole.html).toContain('<ol><li>one</li><li>two<ul><li>inner</li></ul></li></ol>')
  expect(whole.html).not.toMatch(/style=|tabindex|katex/)
  await app.composer.focus()
  await app.composer.evaluate((field, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data.text)
    clipboardData.setData('text/html', data.html)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, whole)
  await expect(app.composer).toHoldText(whole.text)
  await app.composer.fill('')
  await select(page, body.locator('p').first(), 'Copied'.length)
  expect(await copied(page)).toEqual({ text: 'Copied', html: '' })
  await select(page, body.locator('pre'))
  expect((await copied(page)).text.trim()).toBe('if x:\n    y = 1')
  // Items keep their numbers.
  await select(page, body.locator('ol > li').nth(1))
  expect((await copied(page)).text).toBe('two\n\n- inner')
  await select(page, body.locator('p').first(), 'Copied'.length)
  const row = app.message('Copied bold')
  await row.hover()
  await row.getByRole('button', { name: 'Quote' }).click()
  await expect(app.composer).toHoldText(/^@_\*\*.+\|\d+\*\* \[said\]\(http\S+\/near\/\d+\):\n```quote\nCopied\n```\n$/)
  await app.composer.fill('')
})

it('copied messages have their authors and times above their texts', async ({ app }) => {
  const { page } = app
  await app.open('the coffee machine')
  await expect(app.messages.last()).toBeVisible()
  await page.evaluate(() => {
    const bodies = [...document.querySelectorAll('article .message-body')].slice(-2)
    const range = document.createRange()
    range.setStart(bodies[0] ?? document.body, 0)
    range.setEnd(bodies[1] ?? document.body, bodies[1]?.childNodes.length ?? 0)
    getSelection()?.removeAllRanges()
    getSelection()?.addRange(range)
  })
  const { text, html } = await copied(page)
  expect(text).toMatch(
    /^\*\*[^*]+\*\* \([^)]*\d\d:\d\d[^)]*\):\n(?:>|```quote)[^]+\n\n\*\*[^*]+\*\* \([^)]*\d\d:\d\d[^)]*\):\n(?:>|```quote)/,
  )
  expect(html).toMatch(/^<p><strong>[^<]+<\/strong> \([^)]+\):<\/p><blockquote>/)
})

it('the keyboard walks through messages and acts on them', async ({ app }) => {
  await app.open('the coffee machine')
  await expect(app.messages.last()).toBeVisible()
  await app.page.getByRole('log').focus()
  await app.page.keyboard.press('ArrowUp')
  await expect(app.messages.last()).toBeFocused()
  await app.page.keyboard.press('k')
  await app.page.keyboard.press('k')
  await expect(app.message('You are a hero.')).toBeFocused()
  await app.page.keyboard.press('Control+s')
  await expect(app.message('You are a hero.').getByLabel('Starred')).toBeVisible()
  await app.page.keyboard.press('>')
  await expect(app.composer).toHoldText(/You are a hero\./)
})
