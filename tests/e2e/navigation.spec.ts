import { violations } from './support/axe.ts'
import { isDrill } from '#support/random.ts'
import { leave } from './support/sample.ts'
import { expect, shared as it, type SkeinApp, test } from './support/skein.ts'

function parts({ page }: SkeinApp) {
  const navigation = page.getByRole('region', { name: 'Conversations' })
  return {
    page,
    navigation,
    entry: (name: string) => navigation.locator('.item').filter({ hasText: name }).first(),
    group: (name: string) => navigation.getByRole('button', { name, exact: true }),
    handle: page.getByRole('separator', { name: 'Sidebar width' }),
  }
}

it('topics and groups are folded by keys, stay folded after a reload, and the open conversation stays visible', async ({
  app,
}) => {
  const { page, entry, group } = parts(app)
  await app.open('release 2.4')
  const stream = entry('arm-firmware')
  await stream.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(entry('CAN bus timeouts')).toHaveCount(0)
  await expect(entry('release 2.4')).toHaveAttribute('aria-current', 'page')
  await entry('release 2.4').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(stream).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(entry('CAN bus timeouts')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(entry('CAN bus timeouts')).toHaveCount(0)

  await group('Streams').focus()
  await page.keyboard.press('Enter')
  await expect(group('Streams')).toHaveAttribute('aria-expanded', 'false')
  await expect(entry('general')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /^Streams .*unread/ })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await app.reload()
  await expect(group('Streams')).toHaveAttribute('aria-expanded', 'false')
  await expect(entry('CAN bus timeouts')).toHaveCount(0)
  // A search finds folded entries.
  await page.getByLabel('Jump to a conversation').fill('general')
  await expect(entry('general')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(entry('general')).toHaveCount(0)
  await group('Streams').click()
  await expect(entry('general')).toBeVisible()
})

it('a click on the icon of a stream shows and hides its topics', async ({ app }) => {
  const { page, navigation, entry } = parts(app)
  await app.open('books')
  const stream = entry('general')
  const toggle = navigation
    .locator('[data-row]')
    .filter({ has: page.locator('.stream', { hasText: 'general' }) })
    .locator('.fold')
  await expect(stream).toHaveAttribute('aria-expanded', 'true')
  await toggle.click()
  await expect(stream).toHaveAttribute('aria-expanded', 'false')
  await expect(entry('books')).toBeVisible()
  await expect(entry('lunch on Friday')).toHaveCount(0)
  await toggle.click()
  await expect(entry('lunch on Friday')).toBeVisible()
  await expect(page.locator('main h1')).toContainText('books')
})

it('keys and dragging change the width within bounds, and it is kept', async ({ app }) => {
  const { page, navigation, handle } = parts(app)
  const widthOf = async () => Math.round((await navigation.boundingBox())?.width ?? 0)
  await app.open('books')
  await expect.poll(widthOf).toBe(276)
  await handle.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(widthOf).toBe(292)
  await page.keyboard.press('End')
  await expect.poll(widthOf).toBe(480)
  await expect(handle).toHaveAttribute('aria-valuenow', '480')
  expect(await violations(page)).toEqual([])
  const box = (await handle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 4, 400)
  await page.mouse.down()
  await page.mouse.move(box.x - 96, 400, { steps: 4 })
  await page.mouse.up()
  await expect.poll(widthOf).toBe(380)

  await app.reload()
  await expect(handle).toHaveAttribute('aria-valuenow', '380')
  await handle.focus()
  await page.keyboard.press('Enter')
  await expect(handle).toHaveAttribute('aria-valuenow', '276')
})

test('hundreds of streams are drawn only where visible, and keys walk through all of them', async ({ app, server }) => {
  const { page, navigation, entry } = parts(app)
  const allStreams = 300
  const count = isDrill ? allStreams : 130
  leave(allStreams - count, 'streams')
  const inbox = navigation.getByRole('button', { name: /^Inbox/ })
  await expect(inbox).toHaveText(/\d+ unread/)
  const unread = Number.parseInt((await inbox.textContent())?.replace(/\D+/, '') ?? '', 10)
  await server.call('iris', 'POST', '/users/me/subscriptions', {
    subscriptions: JSON.stringify(
      Array.from({ length: count }, (_, index) => ({ name: `many ${String(index).padStart(3, '0')}` })),
    ),
  })
  await page.getByLabel('Jump to a conversation').fill(`many ${count - 1}`)
  await expect(entry(`many ${count - 1}`)).toBeVisible()
  await page.keyboard.press('Escape')
  const drawn = () => navigation.locator('.item').count()
  await expect(entry('many 000')).toBeVisible()
  // Each stream has a known message; rows that are added or removed during the walk would change the numbers of the
  // others.
  await expect(inbox).toHaveText(new RegExp(`\\b${unread + count} unread`), { timeout: 30_000 })
  await expect.poll(drawn).toBeLessThan(120)
  expect(await violations(page)).toEqual([])

  const focused = navigation.locator('.item:focus')
  const rowOf = () => focused.evaluate((item) => Number(item.closest('[data-row]')?.getAttribute('data-row')))
  await entry('many 000').focus()
  const first = await rowOf()
  // Further than rows are drawn.
  const steps = isDrill ? 80 : 60
  for (let step = 1; step < steps; step += 1) {
    await page.keyboard.press('ArrowDown')
    await expect.poll(rowOf).toBe(first + step)
  }
  await expect(focused).toBeInViewport()
  expect(await drawn()).toBeLessThan(120)
  // An entry that is scrolled out of view keeps the focus.
  const name = ((await focused.textContent()) ?? '').trim()
  const list = navigation.locator('nav')
  await expect(async () => {
    await list.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(entry(`many ${count - 1}`)).toBeInViewport({ timeout: 300 })
  }).toPass()
  await expect(focused).not.toBeInViewport()
  expect(((await focused.textContent()) ?? '').trim()).toBe(name)
  await page.keyboard.press('ArrowUp')
  await expect.poll(rowOf).toBe(first + steps - 2)
  await expect(focused).toBeInViewport()
})

test('keys list all topics of a stream, step by step, also offline', async ({ app, server }) => {
  test.setTimeout(120_000)
  const { page, navigation, entry, group } = parts(app)
  const count = 70
  for (let index = 0; index < count; index += 1) {
    await server.post('ada', { stream: 'general', topic: `plan ${String(index).padStart(2, '0')}` }, 'as agreed')
  }
  await server.call('iris', 'POST', '/mark_all_as_read')
  await app.open(`plan ${count - 1}`)
  const plans = navigation.locator('.item.topic').filter({ hasText: 'plan ' })
  await expect(plans).toHaveCount(6)
  await entry('plan 64').focus()
  await page.keyboard.press('ArrowDown')
  await expect(group('More topics')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(entry('plan 63')).toBeFocused()
  await expect(plans).toHaveCount(60)
  expect(await violations(page)).toEqual([])
  await group('More topics').focus()
  await page.keyboard.press('Enter')
  await expect(entry('plan 09')).toBeFocused()
  await expect(entry('plan 00')).toBeVisible()
  await expect(group('Fewer topics')).toBeVisible()

  await server.stop()
  await app.reload()
  await expect(plans).toHaveCount(6)
  await group('More topics').click()
  await expect(plans).toHaveCount(60)
  await group('More topics').click()
  await expect(entry('plan 00')).toBeVisible()
  await group('Fewer topics').focus()
  await page.keyboard.press('Enter')
  await expect(plans).toHaveCount(6)
  await expect(group('More topics')).toBeFocused()
  await expect(group('More topics')).toBeInViewport()
})
