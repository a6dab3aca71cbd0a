import Database from 'better-sqlite3'
import { pasted } from './support/clipboard.ts'
import { expect, test } from './support/skein.ts'

test('[N4] links follow their message where it was moved, open at it, and say where they lead nowhere', async ({
  server,
  launch,
}) => {
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

  // An invalid link changes nothing, also not the text in the composer.
  await app.open('books')
  await app.composer.fill('half a sentence')
  for (const [name, sentence] of [
    ['broken', 'This link cannot be read'],
    ['huge', 'This link cannot be read'],
    ['unknown', 'This link leads to a stream that is not there'],
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

test('links to a message, topic, stream and conversation are copied by menus, and lead back to what they were copied from', async ({
  app,
}) => {
  const { page } = app
  const heading = page.locator('main.conversation h1')
  const copied = async (entry: string | RegExp) => {
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.getByText('The link was copied.')).toBeVisible()
    return pasted(page)
  }
  await app.open('encoder drift on cold start')
  const firstId = (await app.messages.first().getAttribute('data-message-id')) ?? ''
  // Rows are drawn above it meanwhile.
  await page.locator(`article[data-message-id="${firstId}"]`).click({ button: 'right' })
  const ofMessage = await copied(/^Copy the link/)
  expect(ofMessage).toContain(`/near/${firstId}`)
  await page.getByRole('button', { name: 'Options of this conversation' }).click()
  const ofTopic = await copied('Copy the link to the topic')
  await app.navigationItem('general').click({ button: 'right' })
  const ofStream = await copied('Copy the link to the stream')
  await app.navigationItem('Noor Haddad').click({ button: 'right' })
  const ofPeople = await copied('Copy the link to the conversation')

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
