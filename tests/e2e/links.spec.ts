import type { Locator } from '@playwright/test'
import Database from 'better-sqlite3'
import { pasted } from './support/clipboard.ts'
import { expect, shared as it, test } from './support/skein.ts'

test('links follow a moved message, open at it, and explain a missing target', async ({ server, launch }) => {
  test.setTimeout(240_000)
  const general = await server.streamId('general')
  const many: number[] = []
  for (let index = 0; index < 60; index += 1) {
    many.push(await server.post('ada', { stream: 'general', topic: 'long walk' }, `step ${index} of the walk`))
  }
  const moved = await server.post('ada', { stream: 'general', topic: 'lunch' }, 'soup of the day')
  const links = await server.post('ada', { stream: 'general', topic: 'books' }, 'the links')
  await server.call('iris', 'POST', '/mark_all_as_read')
  await server.stop()
  const database = new Database(`${server.folder}/organization.sqlite`)
  const link = (hash: string, words: string) => `<a href="/#narrow/channel/${general}-general/${hash}">${words}</a> `
  database
    .prepare('UPDATE message SET rendered = ? WHERE id = ?')
    .run(
      `<p>the links ${link(`topic/lunch/with/${moved}`, 'followed')}${link(`topic/long.20walk/near/${many[5] ?? 0}`, 'near')}` +
        `${link('topic/100.25.zz', 'broken')}${link('topic/x/near/99999999999999999999', 'huge')}` +
        `<a href="/#narrow/channel/987654321-gone/topic/x">unknown</a> <a class="stream" href="/#narrow/channel/${general}-general">stream</a></p>`,
      links,
    )
  database.close()
  await server.start()
  const app = await launch()
  await app.signIn(server.url)
  await server.call('ada', 'PATCH', `/messages/${moved}`, { topic: 'supper' })

  const heading = app.page.locator('main.conversation h1')
  const follow = async (name: string) => {
    await app.open('books')
    await app.message('the links').getByRole('link', { name, exact: true }).press('Enter')
  }
  await follow('followed')
  await expect(heading).toContainText('supper')
  await expect(app.message('soup of the day')).toBeVisible()

  await follow('near')
  await expect(heading).toContainText('long walk')
  await expect(app.message('step 5 of the walk')).toBeInViewport()
  await expect(app.message('step 59 of the walk')).not.toBeInViewport()

  await follow('stream')
  await expect(heading).toHaveText(/^\s*general\s*$/)

  // An invalid link changes nothing, not even the text in the composer.
  await app.open('books')
  await app.composer.fill('half a sentence')
  for (const [name, sentence] of [
    ['broken', 'This link doesn’t lead anywhere in this organization.'],
    ['huge', 'This link doesn’t lead anywhere in this organization.'],
    ['unknown', 'The linked stream doesn’t exist'],
  ] as const) {
    await app.message('the links').getByRole('link', { name, exact: true }).click()
    await expect(app.page.getByText(sentence)).toBeVisible()
    await app.page.keyboard.press('Escape')
    await expect(app.page.getByText(sentence)).toHaveCount(0)
    await expect(heading).toContainText('books')
    await expect(app.composer).toHoldText('half a sentence')
  }

  // Without a network the cache resolves the message.
  await server.stop()
  await app.message('the links').getByRole('link', { name: 'followed', exact: true }).click()
  await expect(heading).toContainText('supper')
})

it('menus copy links to a message, topic, stream and conversation, which lead back to their sources', async ({
  app,
}) => {
  const { page } = app
  const heading = page.locator('main.conversation h1')
  const copied = async (entry: string | RegExp) => {
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.getByText('Link copied.')).toBeVisible()
    return pasted(page)
  }
  await app.open('encoder drift on cold start')
  const firstId = (await app.messages.first().getAttribute('data-message-id')) ?? ''
  // Rows above it are being drawn.
  await page.locator(`article[data-message-id="${firstId}"]`).click({ button: 'right' })
  const ofMessage = await copied(/^Copy link/)
  expect(ofMessage).toContain(`/near/${firstId}`)
  await page.getByRole('button', { name: 'Conversation options' }).click()
  const ofTopic = await copied('Copy link to topic')
  await app.navigationItem('general').click({ button: 'right' })
  const ofStream = await copied('Copy link to stream')
  await app.navigationItem('Noor Haddad').click({ button: 'right' })
  const ofPeople = await copied('Copy link to conversation')

  await app.open('books')
  await app.send([ofMessage, ofTopic, ofStream, ofPeople].join('\n'))
  const message = app.messages.last()
  await expect(message.getByRole('link')).toHaveCount(4)
  const follow = async (index: number) => {
    await app.open('books')
    await message.getByRole('link').nth(index).press('Enter')
  }
  await follow(0)
  await expect(heading).toContainText('encoder drift on cold start')
  await expect(page.locator(`article[data-message-id="${firstId}"]`)).toBeInViewport()
  await follow(1)
  await expect(heading).toContainText('encoder drift on cold start')
  await follow(2)
  await expect(heading).toHaveText(/^\s*general\s*$/)
  await follow(3)
  await expect(heading).toContainText('Noor Haddad')
})

test('the ticket in the name of a topic is a link in the header and in the topic’s menus', async ({ app, server }) => {
  const { page, host } = app
  const opened = async () => (await host.record()).opened
  const address = (id: number) => `https://git.alder.example/firmware/pulls/${id}`
  const heading = page.locator('main.conversation h1')
  const ticketOf = (name: string) => heading.getByRole('link', { name, exact: true })
  const id = await server.post('ada', { stream: 'general', topic: 'review of PR-388' }, 'who has time?')
  await app.open('review of PR-388')
  await ticketOf('PR-388').focus()
  await page.keyboard.press('Enter')
  await expect.poll(opened).toEqual([address(388)])
  await ticketOf('PR-388').click({ button: 'middle' })
  await expect.poll(opened).toHaveLength(2)

  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Copy address of PR-388' }).click()
  await expect(page.getByText('Link copied.')).toBeVisible()
  expect(await pasted(page)).toBe(address(388))

  // The menu of the list opens by its key, too, and works offline.
  await server.call('ada', 'PATCH', `/messages/${id}`, { topic: 'PR-389', propagate_mode: 'change_all' })
  await expect(ticketOf('PR-389')).toBeVisible()
  await server.post('ada', { stream: 'general', topic: 'PR-390' }, 'and this one?')
  await expect(app.navigationItem('PR-390')).toBeVisible()
  await server.stop()
  await app.navigationItem('PR-389').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Open PR-389' }).click()
  await expect.poll(opened).toHaveLength(3)
  expect((await opened()).at(-1)).toBe(address(389))
  await page.locator('.navigation').getByRole('button', { name: 'Recent' }).click()
  // A menu opens without the links if a busy engine does not answer within a moment.
  const openMenu = (row: Locator, entry: string) =>
    expect(async () => {
      await row.click({ button: 'right' })
      await expect(page.getByRole('menu')).toBeVisible()
      const isThere = await page.getByRole('menuitem', { name: entry }).isVisible()
      if (!isThere) await page.keyboard.press('Escape')
      expect(isThere).toBe(true)
    }).toPass()
  await openMenu(page.locator('.recent-row').filter({ hasText: 'PR-389' }).first(), 'Open PR-389')
  await page.keyboard.press('Escape')
  await page.locator('.navigation').getByRole('button', { name: 'Inbox' }).click()
  await openMenu(page.locator('.inbox-row').filter({ hasText: 'PR-390' }).first(), 'Open PR-390')
  await page.getByRole('menuitem', { name: 'Open PR-390' }).click()
  await expect.poll(async () => (await opened()).at(-1)).toBe(address(390))
})
