import type { Page } from '@playwright/test'
import { expect, shared as it, type SkeinApp } from './support/skein.ts'

/** The completions for the typed text. */
const offers = (page: Page) => page.locator('.cm-tooltip-autocomplete [role=option]')

/** Pastes another program's clipboard data. */
async function paste(app: SkeinApp, data: Readonly<Record<string, string>>): Promise<void> {
  await app.composer.evaluate((field, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, value] of Object.entries(given)) clipboardData.setData(type, value)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)
}

async function clear(app: SkeinApp): Promise<void> {
  await app.composer.press('ControlOrMeta+a')
  await app.composer.press('Delete')
  await expect(app.composer).toHoldText('')
}

it('people, places, emoji and languages are completed by keys', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await page.keyboard.type('Ask @noo')
  await expect(offers(page).first()).toContainText('Noor Haddad')
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText('Ask @**Noor Haddad** ')
  await page.keyboard.type('in #encoder drif')
  await expect(offers(page).first()).toContainText('encoder drift on cold start')
  await page.keyboard.press('Tab')
  await expect(app.composer).toHoldText('Ask @**Noor Haddad** in #**arm-firmware>encoder drift on cold start** ')
  await page.keyboard.type(':octopu')
  await expect(offers(page).first()).toContainText(':octopus:')
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText(/cold start\*\* :octopus: $/)
  // One undo removes a completion.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(app.composer).toHoldText(/cold start\*\* :octopu$/)
  await page.keyboard.press('Escape')
  await clear(app)

  // Keys move through the list, and closing it leaves nothing behind.
  await page.keyboard.type('@')
  await expect(offers(page).nth(1)).toBeVisible()
  const second = (await offers(page).nth(1).locator('.cm-completionLabel').textContent()) ?? ''
  await page.keyboard.press('ArrowDown')
  await expect(offers(page).nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText(`@**${second}** `)
  await clear(app)
  await page.keyboard.type('@_noo')
  await expect(offers(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(offers(page)).toHaveCount(0)
  await expect(app.composer).toHoldText('@_noo')
  await clear(app)

  await page.keyboard.type('/po')
  await expect(offers(page)).toHaveCount(1)
  await expect(offers(page).first()).toHaveText(/^.*\/poll.*poll: a question/)
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText('/poll ')
  await clear(app)
  await page.keyboard.type('```pyth')
  await expect(offers(page).first()).toContainText('python')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('@noo')
  await expect(app.composer).toHoldText('```python\n@noo\n```')
  // Code has no completions.
  await expect(offers(page)).toHaveCount(0)
  await clear(app)
})

it('Enter takes the intended person at any speed, and the next Enter sends the message', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.composer.pressSequentially('Thanks, @noor ha')
  await app.composer.press('Enter')
  await expect(app.composer).toHoldText('Thanks, @**Noor Haddad** ')
  await app.composer.press('Enter')
  await expect(app.composer).toHoldText('')
  await expect(app.messages.last()).toContainText('Thanks, @Noor Haddad')
  await expect(app.messages.last().locator('.user-mention')).toBeVisible()
  // Continuing at once takes the first completion too: the next text follows it.
  await app.composer.pressSequentially('ask @noor ha')
  await Promise.all([page.keyboard.press('Enter'), page.keyboard.insertText('about #arm-firm')])
  await expect(app.composer).toHoldText('ask @**Noor Haddad** about #arm-firm')
  await Promise.all([page.keyboard.press('Tab'), page.keyboard.press('Enter')])
  await expect(app.composer).toHoldText('')
  await expect(app.messages.last()).toContainText('ask @Noor Haddad about #arm-firmware')
  // Without completions the key sends.
  await app.composer.pressSequentially('price @ 3, mail @nobodyofthatname')
  await app.composer.press('Enter')
  await expect(app.composer).toHoldText('')
  await expect(app.messages.last()).toContainText('price @ 3, mail @nobodyofthatname')
  await expect(page.locator('.cm-tooltip-autocomplete')).toHaveCount(0)
})

it('a name that is corrected with Backspace is completed again, and Enter takes no completion that Escape has closed', async ({
  app,
}) => {
  const { page } = app
  await app.open('books')
  await app.composer.pressSequentially('ask @noor haxx')
  await expect(offers(page)).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect(offers(page).first()).toContainText('Noor Haddad')
  await page.keyboard.press('Escape')
  await expect(offers(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(app.messages.last()).toContainText('ask @noor ha')
  await expect(app.composer).toHoldText('')
  // An old name is not completed when the caret moves to it.
  await app.composer.fill('ask @noor ha today')
  for (let letter = 0; letter < ' today'.length; letter += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(app.messages.last()).toContainText('ask @noor ha today')
})

it('Escape right after a letter keeps the surroundings of the field, and after a name it closes only the completions', async ({
  app,
  server,
}) => {
  const { page } = app
  await server.call('iris', 'POST', '/mark_all_as_read')
  await server.post('ada', { stream: 'general', topic: 'soup' }, 'Which soup?')
  await page
    .getByRole('navigation')
    .getByRole('button', { name: /^Inbox/ })
    .click()
  const row = page.getByRole('list', { name: 'Inbox' }).getByRole('listitem').filter({ hasText: 'soup' })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Reply' }).click()
  for (let round = 0; round < 10; round += 1) {
    await expect(app.composer).toBeFocused()
    // Both keys arrive together, faster than the page handles them.
    await Promise.all([page.keyboard.press('x'), page.keyboard.press('Escape')])
    await expect(app.composer).toHaveCount(0)
    await page.keyboard.press('r')
  }
  await expect(app.composer).toHoldText('x'.repeat(10))
  await page.keyboard.insertText(' @')
  await Promise.all([page.keyboard.press('n'), page.keyboard.press('Escape')])
  await expect(app.composer).toHoldText(/ @n$/)
  await expect(offers(page)).toHaveCount(0)
  await expect(app.composer).toBeFocused()
})

it('names are completed without a network', async ({ app, server }) => {
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.composer.pressSequentially('@mei')
  await expect(offers(app.page).first()).toContainText('Mei Okafor')
  await app.composer.press('Enter')
  await app.composer.pressSequentially('#desi')
  await expect(offers(app.page).first()).toBeVisible()
  await app.composer.press('Enter')
  await expect(app.composer).toHoldText(/^@\*\*Mei Okafor\*\* #\*\*design/)
})

it('text that is typed before the completions arrive is completed', async ({ app }) => {
  const { page } = app
  await app.open('books')
  for (let round = 0; round < 10; round += 1) {
    await app.composer.focus()
    // No name matches: the next letters arrive just before that is known.
    await page.evaluate((delay) => {
      // oxlint-disable-next-line @typescript-eslint/no-deprecated -- no newer call writes as the user does
      const write = (letter: string) => document.execCommand('insertText', false, letter)
      write('@qqqq')
      setTimeout(() => {
        for (const letter of ' #desi') write(letter)
      }, delay)
    }, round)
    await expect(offers(page).first()).toContainText('design')
    await app.composer.press('ControlOrMeta+a')
    await app.composer.press('Backspace')
    await expect(offers(page)).toHaveCount(0)
  }
})

it('text that is typed while a conversation is opened goes on in the composer before it', async ({ app }) => {
  const { page } = app
  await app.open('lunch on Friday')
  await page.keyboard.type('first')
  await page.keyboard.press('ArrowLeft')
  await app.open('books')
  await page.keyboard.type('second')
  for (const [name, text] of [
    ['lunch on Friday', 'firs!t'],
    ['books', 'second!'],
    ['lunch on Friday', 'firs!!t'],
  ] as const) {
    await page.evaluate((wanted) => {
      // oxlint-disable-next-line @typescript-eslint/no-deprecated -- no newer call writes as the user does
      const write = () => document.execCommand('insertText', false, '!')
      // A waiting key arrives with the focus, before the page has drawn anything.
      document.addEventListener('focusin', write, { once: true })
      const entries = [...document.querySelectorAll<HTMLElement>('.navigation .item')]
      entries.find(({ textContent }) => textContent.includes(wanted))?.click()
    }, name)
    await expect(app.composer).toHoldText(text)
  }
})

it('lists, quotes and fences continue, and Enter is a line break in code', async ({ app }) => {
  const { page } = app
  await app.open('books')
  for (const key of ['- one', 'two', '']) {
    await page.keyboard.type(key)
    await page.keyboard.press('Shift+Enter')
  }
  await page.keyboard.type('```js')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('let a')
  await page.keyboard.press('Enter')
  await page.keyboard.type('let b')
  await expect(app.composer).toHoldText('- one\n- two\n```js\nlet a\nlet b\n```')
  await expect(app.composer.locator('.line-of-code')).toHaveCount(4)
  // Code has the highlighting of its language.
  await expect(app.composer.locator('.written-keyword').first()).toHaveText('let')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(app.composer).toHoldText('')
  await expect(app.messages.last().locator('li')).toHaveText(['one', 'two'])
  await expect(app.messages.last().locator('pre')).toContainText('let b')
})

it('rich text and tables are pasted as Markdown, an address over selected words becomes their link, and plain text stays', async ({
  app,
}) => {
  await app.open('books')
  await app.composer.focus()
  await paste(app, {
    'text/plain': 'The plan\nfirst\nsecond',
    'text/html':
      '<html><head><style>p { color: red }</style></head><body><h2>The plan</h2><ul><li>first <b>step</b></li><li>second</li></ul>' +
      '<p>See <a href="https://x.example/a">the page</a>, not <a href="javascript:alert(1)">this</a>' +
      '<img src="https://foreign.example/x.png" alt=" (a picture)"><script>window.pwned = 1</script></p></body></html>',
  })
  await expect(app.composer).toHoldText(
    '## The plan\n\n- first **step**\n- second\n\nSee [the page](https://x.example/a), not this (a picture)',
  )
  await clear(app)
  await paste(app, {
    'text/plain': 'a\tb\n1\t2',
    'text/html': '<table><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2 | 3</td></tr></table>',
  })
  await expect(app.composer).toHoldText('| a | b |\n| --- | --- |\n| 1 | 2 `|` 3 |')
  await clear(app)
  await app.composer.pressSequentially('the plan')
  await app.composer.press('ControlOrMeta+a')
  await paste(app, { 'text/plain': 'https://x.example/plan' })
  await expect(app.composer).toHoldText('[the plan](https://x.example/plan)')
  await clear(app)
  await paste(app, { 'text/plain': '<b>& **no** form', 'text/html': '<span>&lt;b&gt;&amp; **no** form</span>' })
  await expect(app.composer).toHoldText('<b>& **no** form')
  await clear(app)
  // A text that is far too long is kept, with a warning.
  await paste(app, { 'text/plain': 'word '.repeat(40_000) })
  await expect(app.page.getByRole('alert')).toContainText('too long')
  await expect(app.page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled()
  await app.composer.press('ControlOrMeta+z')
  await expect(app.composer).toHoldText('')
})

it('rich text stays plain in code; one undo removes its form and the next one all of it', async ({ app }) => {
  await app.open('books')
  await app.composer.focus()
  const rich = {
    'text/plain': 'Note: use my_var_name [1] in C:\\Users\\me\n1986. A year',
    'text/html': '<p><b>Note</b>: use my_var_name [1] in C:\\Users\\me</p><p>1986. A year</p>',
  }
  await paste(app, rich)
  await expect(app.composer).toHoldText('**Note**: use my_var_name [1] in C:\\Users\\me\n\n  1986. A year')
  await app.composer.press('ControlOrMeta+z')
  await expect(app.composer).toHoldText(rich['text/plain'])
  await app.composer.press('ControlOrMeta+z')
  await expect(app.composer).toHoldText('')
  // Enter would send; a new line closes the fence below it.
  await app.composer.pressSequentially('```')
  await app.composer.press('Shift+Enter')
  await paste(app, rich)
  await expect(app.composer).toHoldText(/^```\nNote: use my_var_name \[1\] in C:\\Users\\me\n1986\. A year/)
  await clear(app)
  await app.composer.pressSequentially('run ``')
  await app.composer.press('ArrowLeft')
  await paste(app, { 'text/plain': 'npm *test*', 'text/html': '<p>npm <i>test</i></p>' })
  await expect(app.composer).toHoldText('run `npm *test*`')
  await clear(app)
  // The key pastes without formatting, for systems whose clipboard still contains the rich text.
  await app.composer.press('ControlOrMeta+Shift+v')
  await clear(app)
  await app.composer.dispatchEvent('keydown', { key: 'V', code: 'KeyV', ctrlKey: true, shiftKey: true, bubbles: true })
  await paste(app, rich)
  await expect(app.composer).toHoldText(rich['text/plain'])
  await clear(app)
})

it('a pasted text that is too long becomes a file by one key, and the other text stays', async ({ app }) => {
  await app.open('books')
  await app.composer.focus()
  await app.composer.pressSequentially('The log: ')
  await paste(app, { 'text/plain': 'line of a log\n'.repeat(2_500) })
  await expect(app.page.getByRole('button', { name: /^Attach as a file/ })).toBeVisible()
  await app.composer.press('ControlOrMeta+Shift+a')
  await expect(app.page.locator('.composer').getByText(/^Text .*\.txt$/)).toBeVisible()
  await expect(app.composer).toHoldText('The log: ')
  await expect(app.page.getByRole('button', { name: /^Attach as a file/ })).toHaveCount(0)
  await app.page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(app.messages.last()).toContainText('The log:')
  await expect(app.messages.last().getByRole('link', { name: /^Text .*\.txt$/ })).toBeVisible()
})

it('each line has the direction of its script, and the field grows to half the window', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await page.keyboard.type('hello')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('שלום עולם')
  const directions = await app.composer
    .locator('.cm-line')
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).direction))
  expect(directions).toEqual(['ltr', 'rtl'])
  await clear(app)
  await app.composer.fill('line\n'.repeat(60))
  const height = async () => (await page.locator('.composer .cm-editor').boundingBox())?.height ?? 0
  const { height: window } = page.viewportSize() ?? { height: 0 }
  await expect.poll(height).toBeGreaterThan(window * 0.4)
  expect(await height()).toBeLessThanOrEqual(window / 2 + 1)
  await page.getByRole('button', { name: 'Expand' }).click()
  await expect(app.composer).toBeFocused()
  await expect.poll(height).toBeGreaterThan(window / 2)
  await page.getByRole('button', { name: 'Collapse' }).click()
  await clear(app)
})

it('forms are chosen from a list, and apply to the selection', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await page.keyboard.type('some words')
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('button', { name: 'Format' }).click()
  await page.getByRole('menuitem', { name: 'Bold' }).click()
  await expect(app.composer).toHoldText('**some words**')
  await expect(app.composer).toBeFocused()
  await page.keyboard.type('others')
  await expect(app.composer).toHoldText('**others**')
  await clear(app)
})

it('text of an input method is one input, and Enter belongs to the method', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.composer.focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'に', selectionStart: 1, selectionEnd: 1 })
  await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 })
  await session.send('Input.insertText', { text: '日本' })
  await expect(app.composer).toHoldText('日本')
  await page.keyboard.press('Enter')
  await expect(app.composer).toHoldText('')
  await expect(app.messages.last()).toContainText('日本')
})

it('an edit in a message has the same field', async ({ app }) => {
  const { page } = app
  await app.open('books')
  await app.send('as it was')
  await expect(app.message('as it was')).toHaveAttribute('data-message-id', /\d+/)
  await app.composer.press('ArrowUp')
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await expect(editor).toBeFocused()
  await page.keyboard.type(', says @mei')
  await expect(offers(page).first()).toContainText('Mei Okafor')
  // The first Escape closes the completions, and the edit continues.
  await page.keyboard.press('Escape')
  await expect(offers(page)).toHaveCount(0)
  await expect(editor).toHoldText('as it was, says @mei')
  await page.keyboard.type(' o')
  await expect(offers(page).first()).toContainText('Mei Okafor')
  await page.keyboard.press('Enter')
  await expect(editor).toHoldText('as it was, says @**Mei Okafor** ')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+i')
  await page.keyboard.press('Enter')
  await expect(app.message('as it was, says')).toContainText('@Mei Okafor')
  await expect(app.message('as it was, says').locator('em')).toBeVisible()
})

it('a dropped file is attached once, and no text is inserted', async ({ app }) => {
  await app.open('books')
  const dropped = await app.page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['what is in it'], 'notes.txt', { type: 'text/plain' }))
    return data
  })
  for (const type of ['dragenter', 'dragover', 'drop'])
    await app.composer.dispatchEvent(type, { dataTransfer: dropped })
  const files = app.page.locator('.composer').getByRole('list', { name: 'Files' })
  await expect(files.getByRole('listitem')).toHaveText([/notes\.txt/])
  await expect(app.composer).toHoldText('')
})
