import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import type { ServerProcess } from './support/processes.ts'
import { expect, shared as it, test } from './support/skein.ts'

function dialogOf(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'To-do list' })
  return {
    dialog,
    title: dialog.getByRole('textbox', { name: 'Title', exact: true }),
    task: (number: number) => dialog.getByRole('textbox', { name: `Task ${number.toLocaleString('en')}`, exact: true }),
    more: (number: number) => dialog.getByRole('textbox', { name: `Description of task ${number}`, exact: true }),
    rows: dialog.getByRole('listitem'),
  }
}

/** The tasks of the newest message of a topic at the server, in the order of their addition. */
async function tasksAtServer(server: ServerProcess, topic: string): Promise<string[]> {
  const { messages } = await server.call('ada', 'GET', '/messages', {
    anchor: 'newest',
    num_before: '1',
    num_after: '0',
    narrow: JSON.stringify([
      ['stream', 'general'],
      ['topic', topic],
    ]),
  })
  const [message] = messages as { submessages: { content: string }[] }[]
  const parts = (message?.submessages ?? []).map(
    ({ content }) => JSON.parse(content) as { task?: string; desc?: string },
  )
  return parts.flatMap(({ task, desc }) => (task === undefined ? [] : `${task} – ${desc ?? ''}`))
}

it('a to-do list is written in a form by keys, is a draft at any time, and is sent with each task once', async ({
  app,
  server,
}) => {
  const { page } = app
  const { keyboard } = page
  const { dialog, title, task, more, rows } = dialogOf(page)
  await app.open('books')
  await app.composer.focus()
  await keyboard.press('ControlOrMeta+Shift+D')
  await expect(title).toBeFocused()
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Enter a title or a task.')
  await expect(title).toBeFocused()
  expect(await violations(page)).toEqual([])
  await keyboard.type('Reading evening')
  await keyboard.press('Enter')
  await expect(task(1)).toBeFocused()
  await keyboard.type('Tea: green')
  await keyboard.press('Tab')
  await keyboard.type('two cans: at least')
  await keyboard.press('Enter')
  await expect(task(2)).toBeFocused()
  await keyboard.type('Chairs')
  // A task moves with its focused field.
  await keyboard.press('Alt+ArrowUp')
  await expect(task(1)).toBeFocused()
  await expect(task(1)).toHaveValue('Chairs')
  await expect(more(2)).toHaveValue('two cans: at least')
  // An empty task is removed by the key that empties it.
  await keyboard.press('Enter')
  await expect(rows).toHaveCount(4)
  await keyboard.press('Backspace')
  await expect(rows).toHaveCount(3)
  await expect(task(1)).toBeFocused()
  await task(3).fill('Chairs')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByRole('alert')).toContainText('“Chairs” is already in the list')
  await expect(task(3)).toBeFocused()
  expect(await violations(page)).toEqual([])
  await task(3).fill('')
  await more(3).fill('by Noor')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Enter a name for this task.')
  await expect(task(3)).toBeFocused()
  // Closing loses nothing, since the list is the draft.
  await keyboard.press('Escape')
  await expect(app.composer).toBeFocused()
  const written = '/todo Reading evening\nChairs\nTea:\u00a0green: two cans: at least\n: by Noor'
  await expect(app.composer).toHoldText(written)
  await expect(page.locator('.composer .saved')).toHaveText('Draft saved')

  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await page.getByRole('button', { name: 'Format' }).click()
  await page.getByRole('menuitem', { name: 'To-do list…' }).click()
  await expect(task(2)).toHaveValue('Tea: green')
  await expect(more(3)).toHaveValue('by Noor')
  await task(3).fill('Lamp')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toHaveCount(0)
  await expect(app.composer).toHoldText('')
  await server.start()

  const list = app.messages.filter({ hasText: 'Reading evening' })
  await expect(list.getByRole('checkbox')).toHaveCount(3)
  await expect(list.getByRole('listitem')).toHaveText([
    /^\s*Chairs$/,
    /^\s*Tea:\sgreen\s*two cans: at least$/,
    /^\s*Lamp\s*by Noor$/,
  ])
  await expect(list).not.toContainText('In the text')
  // This server reads no tasks in a text: the client adds them, in their order.
  await expect
    .poll(() => tasksAtServer(server, 'books'))
    .toEqual(['Chairs – ', 'Tea:\u00a0green – two cans: at least', 'Lamp – by Noor'])
  await list.getByRole('checkbox', { name: 'Lamp' }).click()
  await expect(list.getByRole('checkbox', { name: 'Lamp' })).toBeChecked()
})

test('unadded tasks survive a crash, and are added once', async ({ app, server }) => {
  await app.open('books')
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await app.send('/todo Harbour\nRope\nBuoy: red')
  await app.kill()
  await server.start()
  await app.start()
  await app.open('books')
  const list = app.messages.filter({ hasText: 'Harbour' })
  await expect(list.getByRole('checkbox')).toHaveCount(2)
  await expect.poll(() => tasksAtServer(server, 'books')).toEqual(['Rope – ', 'Buoy – red'])
})

it('tasks that others wrote in a text and no server has read are shown, and added by a key', async ({
  app,
  server,
}) => {
  const { page } = app
  await server.post(
    'ada',
    { stream: 'general', topic: 'books' },
    '/todo Moving\n- Boxes: **ten**\n- <b>Tape</b> \u202e',
  )
  await app.open('books')
  const list = app.messages.filter({ hasText: 'Moving' })
  await expect(list).toContainText('In the text but not in the list:')
  await expect(list).toContainText('<b>Tape</b>')
  expect(await violations(page)).toEqual([])
  await list.getByRole('button', { name: 'Add “Boxes” to the list' }).focus()
  await page.keyboard.press('Enter')
  await expect(list.getByRole('checkbox', { name: /Boxes/ })).toBeVisible()
  await expect(list.getByRole('button', { name: 'Add “Boxes” to the list' })).toHaveCount(0)
  await expect.poll(() => tasksAtServer(server, 'books')).toEqual(['Boxes – ten'])

  // The beginning of a hostile text is drawn.
  const lines = Array.from({ length: 1_500 }, (_, index) => `l${index}`)
  await server.post('ada', { stream: 'general', topic: 'books' }, `/todo Hostile\n${lines.join('\n')}`)
  const hostile = app.messages.filter({ hasText: 'Hostile' })
  await expect(hostile).toContainText('and 1,400 more')
  await expect(hostile.getByRole('listitem')).toHaveCount(100)
})

it('a list of a thousand tasks opens, and too long or too many tasks have a message', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const { dialog, title, task, rows } = dialogOf(page)
  await app.open('books')
  await app.composer.focus()
  await keyboard.insertText(`/todo Many\n${Array.from({ length: 1001 }, (_, index) => `t${index}`).join('\n')}`)
  await keyboard.press('ControlOrMeta+Shift+D')
  await expect(rows).toHaveCount(1001)
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog.getByRole('alert')).toHaveText('A list can have up to 1,000 tasks.')
  await expect(task(1001)).toBeFocused()
  await keyboard.press('Alt+ArrowUp')
  await expect(task(1000)).toHaveValue('t1000')
  await expect(task(1000)).toBeFocused()
  // The limit is 10 000 code points; each of these has two units.
  await title.fill('🧳'.repeat(9_999))
  await expect(dialog.getByRole('alert')).toContainText('too long')
  await keyboard.press('Enter')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(dialog).toBeVisible()
  await keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})
