import type { Browser, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { readContent } from '#engine/state/content/content.ts'
import type { MessageHistory } from '#contract/messages.ts'
import { openConversation } from './support/gallery.ts'
import { calls, opened } from './support/held-page.ts'
import { test } from './support/fixture-test.ts'
import { iris, fixtureOf } from './fixtures/build.ts'

const cleaned = (source: string) => readContent(source, 'https://chat.example').html
const look = { colorScheme: 'light', viewport: { width: 1080, height: 800 } } as const

const everything = cleaned(
  '<p><a href="https://elsewhere.example/page">elsewhere</a></p>' +
    '<div class="spoiler-block"><div class="spoiler-header"><p>The <a href="https://elsewhere.example/end">end</a></p></div>' +
    '<div class="spoiler-content" aria-hidden="true"><p>he dies</p></div></div>' +
    '<div class="message_inline_image"><a href="/user_uploads/1/aa/crane.png" title="crane.png">' +
    '<img src="/user_uploads/thumbnail/1/aa/crane.png/840x560.webp" data-original-dimensions="1200x800"></a></div>',
)

const versionOf = (html: string) => ({ timestamp: 1_795_000_000, person: iris, topic: '', topicName: '', html })

const history: MessageHistory = {
  messageId: 1,
  versions: [
    { timestamp: 1_795_000_000, person: iris, topic: '', topicName: '', html: everything },
    { timestamp: 1_795_000_100, person: iris, topic: '', topicName: '', html: '<p>now</p>' },
  ],
  left: 0,
}

async function openHistory(browser: Browser, address: string, over: Partial<MessageHistory> = {}): Promise<Page> {
  const page = await openConversation(
    browser,
    address,
    fixtureOf('<p>now</p>', { isEdited: true }, { ...history, ...over }),
    look,
  )
  await page.locator('article.message').focus()
  await page.keyboard.press('Shift+H')
  return page
}

test('earlier versions have working links, spoilers and pictures, and no click navigates the page', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const page = await openHistory(chromiumAtHand, pageAddress)
  const pages = page.context().pages().length
  const dialog = page.getByRole('dialog', { name: 'Edit history' })
  await dialog.getByRole('link', { name: 'elsewhere' }).click()
  await dialog.getByRole('link', { name: 'elsewhere' }).click({ modifiers: ['Control'] })
  await dialog.getByRole('link', { name: 'elsewhere' }).click({ button: 'middle' })
  await dialog.getByRole('link', { name: 'elsewhere' }).press('Enter')
  await expect.poll(() => opened(page)).toEqual(Array.from({ length: 4 }, () => 'https://elsewhere.example/page'))

  // A link in the header of a spoiler has its own key, and opens no spoiler.
  const hidden = dialog.getByText('he dies')
  await dialog.getByRole('link', { name: 'end' }).press('Enter')
  await expect.poll(async () => (await opened(page)).at(-1)).toBe('https://elsewhere.example/end')
  await expect(hidden).toBeHidden()
  const header = dialog.locator('.spoiler-header')
  await header.focus()
  await page.keyboard.press('Enter')
  await expect(hidden).toBeVisible()
  await page.keyboard.press('Space')
  await expect(hidden).toBeHidden()

  await dialog.getByRole('link', { name: 'Open crane.png' }).click()
  await expect(page.getByRole('dialog', { name: 'crane.png' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'crane.png' })).toHaveCount(0)
  await expect(dialog).toBeVisible()
  expect(page.url().startsWith(pageAddress)).toBe(true)
  expect(page.context().pages().length).toBe(pages)
  await page.context().close()
})

test('a link in an earlier version to a list of the organization closes the versions and opens the list', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const server = fixtureOf('').state.accounts[0]?.server ?? ''
  const html = `<p><a href="${new URL('/#inbox', server).href}">the inbox</a></p>`
  const [, now] = history.versions
  const page = await openHistory(chromiumAtHand, pageAddress, {
    versions: [{ timestamp: 1, person: iris, topic: '', topicName: '', html }, ...(now === undefined ? [] : [now])],
  })
  await page.getByRole('dialog').getByRole('link', { name: 'the inbox' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('main.inbox')).toBeVisible()
  await page.context().close()
})

test('a preview of a text has working spoilers and pictures', async ({ chromiumAtHand, pageAddress }) => {
  const fixture = { ...fixtureOf('<p>now</p>'), preview: { html: everything } }
  const page = await openConversation(chromiumAtHand, pageAddress, fixture, look)
  await page.getByRole('textbox', { name: 'Message', exact: true }).focus()
  await page.keyboard.insertText('words')
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.locator('.preview')
  await preview.locator('.spoiler-header').click({ position: { x: 4, y: 8 } })
  await expect(preview.getByText('he dies')).toBeVisible()
  await preview.getByRole('link', { name: 'Open crane.png' }).click()
  await expect(page.getByRole('dialog', { name: 'crane.png' })).toBeVisible()
  await page.context().close()
})

test('links to other programs are shown and opened with their text, and an invalid one explains itself', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const html = cleaned(
    '<p><a href="tel:+4722225555">call us</a> <a href="https://ada@host.example/">host</a> ' +
      '<a href="javascript:alert(1)">run this</a></p>',
  )
  const page = await openConversation(chromiumAtHand, pageAddress, fixtureOf(html), look)
  await page.getByRole('link', { name: 'call us' }).click()
  await page.getByRole('link', { name: 'host' }).press('Enter')
  await expect
    .poll(async () => (await calls(page)).filter(({ name }) => name === 'app.openLink').map(({ input }) => input))
    .toEqual([
      { url: 'tel:+4722225555', shown: 'call us' },
      { url: 'https://ada@host.example/', shown: 'host' },
    ])
  const sentence = page.getByText('Skein removed this link’s address')
  await expect(sentence).toHaveCount(0)
  await page.getByText('run this').focus()
  await page.keyboard.press('Enter')
  await expect(sentence).toBeVisible()
  expect(await opened(page)).toHaveLength(2)
  await page.context().close()
})

const code = (text: string, language = 'Python') =>
  `<div class="codehilite" data-code-language="${language}"><pre><span></span><code>${text}</code></pre></div>`

test('a button copies one block of code, and a choice wraps long lines, in messages and in their versions', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const long = `x = "${'word '.repeat(80)}"`
  const html = cleaned(`<p>Before</p>${code('def a():\n    return 1\n')}${code(`${long}\n`)}`)
  const fixture = fixtureOf(
    html,
    { isEdited: true },
    { ...history, versions: [{ ...versionOf(html), timestamp: 1 }, versionOf('<p>now</p>')] },
  )
  const page = await openConversation(chromiumAtHand, pageAddress, fixture, look)
  await page.context().grantPermissions(['clipboard-read'])
  const body = page.locator('article .message-body')
  const copy = body.getByRole('button', { name: 'Copy code' })
  await expect(copy).toHaveCount(2)
  // The text of the message and its selection do not contain the labels of the buttons.
  expect(await body.evaluate((node) => node.textContent)).not.toContain('Copy')
  await body.locator('pre').first().hover()
  await copy.first().click()
  await expect(page.getByText('Code copied.')).toBeVisible()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  expect(await copied()).toBe('def a():\n    return 1')

  // By keyboard, the buttons follow the code that can be scrolled.
  await body.locator('pre').last().focus()
  await page.keyboard.press('Tab')
  const wrap = body.getByRole('button', { name: 'Wrap long lines of code' }).last()
  await expect(wrap).toBeFocused()
  await expect(wrap).toHaveCSS('opacity', '1')
  const isWide = () =>
    body
      .locator('pre')
      .last()
      .evaluate((node) => node.scrollWidth > node.clientWidth)
  expect(await isWide()).toBe(true)
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await calls(page)).filter(({ name }) => name === 'app.settings').map(({ input }) => input))
    .toEqual([{ wrapsCode: true }])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect.poll(copied).toBe(long)

  await page.locator('article.message').focus()
  await page.keyboard.press('Shift+H')
  await page.getByRole('dialog').getByRole('button', { name: 'Copy code' }).first().press('Enter')
  await expect.poll(copied).toBe('def a():\n    return 1')
  await page.context().close()
})

test('the choice of wrapping long lines of code is kept', async ({ chromiumAtHand, pageAddress }) => {
  const fixture = fixtureOf(cleaned(code(`${'word '.repeat(80)}\n`)))
  const wrapped = { ...fixture, state: { ...fixture.state, settings: { ...fixture.state.settings, wrapsCode: true } } }
  const page = await openConversation(chromiumAtHand, pageAddress, wrapped, look)
  await expect(page.getByRole('button', { name: 'Wrap long lines of code' })).toHaveAttribute('aria-pressed', 'true')
  expect(await page.locator('pre').evaluate((node) => node.scrollWidth > node.clientWidth)).toBe(false)
  await page.context().close()
})

test('each paragraph, item, quote and cell has the direction of its own first letter', async ({
  chromiumAtHand,
  pageAddress,
}) => {
  const blocks: readonly (readonly [string, 'ltr' | 'rtl'])[] = [
    ['<p>Latin first, שלום</p>', 'ltr'],
    ['<p>שלום, Latin later</p>', 'rtl'],
    ['<p>12:30 – مرحبا</p>', 'rtl'],
    ['<p><span class="user-mention" data-user-id="2">@Noor Haddad</span> שלום</p>', 'rtl'],
    ['<p><a class="stream" href="/#narrow/channel/1">#general</a> مرحبا</p>', 'rtl'],
    ['<p><code>npm test</code> עובד</p>', 'rtl'],
    ['<p><span class="user-mention" data-user-id="2">@נועה</span></p>', 'rtl'],
    ['<h2>כותרת</h2>', 'rtl'],
    ['<ul><li>item</li></ul>', 'ltr'],
    ['<ul><li>פריט</li></ul>', 'rtl'],
    ['<ol><li><p>פריט</p></li></ol>', 'rtl'],
    ['<blockquote><p>ציטוט</p></blockquote>', 'rtl'],
    ['<table><tbody><tr><td>שלום</td></tr></tbody></table>', 'rtl'],
    ['<p>123</p>', 'ltr'],
    [code('x = "שלום"\n'), 'ltr'],
    [code('שלום = 1\n'), 'ltr'],
  ]
  const page = await openConversation(
    chromiumAtHand,
    pageAddress,
    fixtureOf(cleaned(blocks.map(([html]) => html).join(''))),
    look,
  )
  const innermost = page.locator('.message-body > *').filter({ visible: true })
  const directions = await innermost.evaluateAll((nodes) =>
    nodes.map((node) => getComputedStyle(node.querySelector('li, p, td, pre') ?? node).direction),
  )
  expect(directions).toEqual(blocks.map(([, direction]) => direction))
  // The line of a quote and the marks of a list are on the side where the text begins.
  expect(await page.locator('blockquote').evaluate((node) => getComputedStyle(node).borderRightWidth)).toBe('3px')
  expect(
    await page
      .locator('ul')
      .nth(1)
      .evaluate((node) => getComputedStyle(node).paddingRight),
  ).toBe('22px')
  await page.context().close()
})
