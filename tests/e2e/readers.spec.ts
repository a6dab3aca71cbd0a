import { hostileNames } from '../corpora/hostile-html.ts'
import { violations } from './support/axe.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

function parts({ page }: SkeinApp) {
  const panel = page.locator('.side-panel.readers')
  return {
    page,
    panel,
    button: page.getByRole('button', { name: /^People in this conversation/ }),
    people: panel.locator('.reader'),
    field: panel.getByRole('searchbox', { name: 'Find people by name' }),
    add: panel.getByRole('button', { name: 'Add people' }),
    person: (name: string) => panel.locator('.reader', { hasText: name }),
    item: (name: string) => page.getByRole('menuitem', { name, exact: true }),
  }
}

const addStream = (server: ServerProcess, name: string, people: readonly string[], form: object = {}) =>
  server.call('ada', 'POST', '/users/me/subscriptions', {
    subscriptions: JSON.stringify([{ name }]),
    principals: JSON.stringify(['ada', ...people].map((key) => server.account(key).user_id)),
    ...form,
  })

async function subscribers(server: ServerProcess, stream: string): Promise<number[]> {
  const { stream_id: id } = (await server.call('ada', 'GET', '/get_stream_id', { stream })) as { stream_id: number }
  const answer = (await server.call('ada', 'GET', `/streams/${id}/members`)) as { subscribers: number[] }
  return answer.subscribers
}

test('the people of a stream are shown, searched, added and removed', async ({ app, server }) => {
  const { page, panel, button, people, field, add, person, item } = parts(app)
  const { keyboard } = page
  const name = (hostileNames.find((each) => each.includes('<')) ?? '').slice(0, 50).trim()
  await addStream(server, name, ['iris', 'noor'])
  await server.post('ada', { stream: name, topic: 'tulips' }, 'They are up already')
  await app.open('tulips')
  await page.getByRole('log').focus()
  await keyboard.press('p')
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('heading', { level: 3 })).toHaveText([
    'Took part in this topic · 1',
    'Subscribers of the stream · 3',
  ])
  await expect(people).toHaveCount(4)
  await expect(button).toHaveAccessibleName(/3/)
  expect(await violations(page)).toEqual([])
  // The key closes the panel again, and the focus returns.
  await keyboard.press('p')
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('log')).toBeFocused()

  await button.click()
  await field.fill('noor')
  await expect(people).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await expect(person('Noor Haddad').locator(':focus')).toHaveCount(1)
  await keyboard.press('ArrowUp')
  await expect(field).toBeFocused()
  await keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await expect(people).toHaveCount(4)

  await add.click()
  await page.getByRole('dialog').getByRole('combobox').fill('ravi')
  await page.getByRole('option', { name: /Ravi Sen/ }).click()
  await page.getByRole('dialog').getByRole('combobox').fill('mei ok')
  await page.getByRole('option', { name: /Mei Okafor/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Added Mei Okafor and 1 other.')).toBeVisible()
  await expect(person('Mei Okafor')).toHaveCount(1)
  expect(await subscribers(server, name)).toContain(server.account('ravi').user_id)

  await person('Ravi Sen').getByRole('button').first().focus()
  await keyboard.press('Shift+F10')
  await item('Remove from stream').press('Enter')
  await expect(page.getByText('Removed Ravi Sen.')).toBeVisible()
  await expect(person('Ravi Sen')).toHaveCount(0)
  await expect.poll(() => subscribers(server, name)).not.toContain(server.account('ravi').user_id)
  // A change at another device shows at once.
  await server.call('noor', 'DELETE', '/users/me/subscriptions', { subscriptions: JSON.stringify([name]) })
  await expect(person('Noor Haddad')).toHaveCount(0)
})

test('removing someone from a private stream is asked first, and offline nothing changes', async ({ app, server }) => {
  const { page, panel, button, people, person, item } = parts(app)
  await addStream(server, 'den', ['iris', 'noor'], { invite_only: 'true' })
  await server.post('ada', { stream: 'den', topic: 'secrets' }, 'Not a word')
  await app.open('secrets')
  await button.click()
  const question = page.getByRole('dialog', { name: 'Remove Noor Haddad?' })
  const remove = async () => {
    await person('Noor Haddad').hover()
    await person('Noor Haddad')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await item('Remove from stream').click()
  }
  await expect(people).toHaveCount(4)
  await remove()
  await expect(question).toContainText('private')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await expect(panel).toContainText('You’re offline')
  await expect(people).toHaveCount(4)
  await remove()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Skein can’t reach the server to remove people')).toBeVisible()
  await server.start()
  await app.reconnect()
  await remove()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(person('Noor Haddad')).toHaveCount(0)
  // The own row leaves the stream, after the question that leaving always has.
  await person('Iris Lindqvist').getByRole('button').first().click({ button: 'right' })
  await item('Leave stream').click()
  await expect(page.getByRole('dialog', { name: 'Leave “den”?' })).toBeVisible()
  await page.keyboard.press('Escape')
})

it('the people of a direct conversation are its own, and the panel follows the shown conversation', async ({ app }) => {
  const { page, panel, button, people, add } = parts(app)
  await app.open('Noor Haddad')
  await button.click()
  await expect(people).toHaveCount(2)
  await expect(add).toHaveCount(0)
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText('People')
  await app.open('books')
  await expect(panel.getByRole('heading', { level: 3 }).last()).toContainText('Subscribers of the stream')
  await expect(panel).not.toBeFocused()
  await page.getByRole('log').focus()
  await page.keyboard.press('Shift+I')
  await expect(panel).toHaveCount(0)
})

it('the readers of a message are listed with its reactions, also where the server is away', async ({ app, server }) => {
  const { page } = app
  const id = await server.post('ada', { stream: 'general', topic: 'books' }, 'Who reads this?')
  await server.call('noor', 'POST', '/messages/flags', { messages: JSON.stringify([id]), op: 'add', flag: 'read' })
  await server.call('noor', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
  await app.open('books')
  const message = app.message('Who reads this?')
  const list = page.getByRole('dialog', { name: 'Who has read this' })
  await expect(message.getByRole('group', { name: 'Reactions' }).getByRole('button').first()).toHaveAccessibleName(
    /, 1/,
  )
  await message.focus()
  await page.keyboard.press('Shift+V')
  await expect(list.getByRole('heading', { level: 2 })).toHaveText([/^Read by [12]$/, 'Reactions'])
  await expect(list.getByRole('listitem').first()).toContainText(/Noor Haddad|Iris Lindqvist/)
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(/:tada: · 1/)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(message).toBeFocused()
  await app.choose(message, 'See who has read this')
  await expect(list).toBeVisible()
  await page.keyboard.press('Escape')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await message.focus()
  await page.keyboard.press('Shift+V')
  await expect(list).toContainText('Read receipts are only on the server')
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(/:tada: · 1/)
  await list.press('Escape')
  await server.start()
  await app.reconnect()
})
