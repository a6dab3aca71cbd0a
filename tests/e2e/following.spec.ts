import { drawPng } from '#server/base/png.ts'
import { chooseSeed, isDrill } from '#support/random.ts'
import { belowView, howSeen, readingAnchor, readingAnchorAtRest } from './support/list-geometry.ts'
import { leave, sampleOf } from './support/sample.ts'
import { expect, runsInElectron, shared as it, type SkeinApp, test } from './support/skein.ts'
import type { ServerProcess } from './support/processes.ts'

const topic = { stream: 'build-log', topic: 'following the end' }

/** A read conversation of several windows, which opens at its end. */
async function fillTopic(app: SkeinApp, server: ServerProcess): Promise<void> {
  const messages = await server.postAll(
    'iris',
    Array.from({ length: 60 }, (_, index) => [topic, `Line ${index}${'\n\nand more'.repeat(index % 4)}`] as const),
  )
  await server.call('iris', 'POST', '/messages/flags', { messages: JSON.stringify(messages), op: 'add', flag: 'read' })
  // Opened before the page knows that all is read, it would start at its first message.
  await app.page.getByLabel('Jump to a conversation').fill(topic.topic)
  await expect(app.navigationItem(topic.topic)).toBeVisible()
  await expect(app.navigationItem(topic.topic)).not.toHaveClass(/\bunread\b/)
}

/** Opens a read conversation at its end. */
async function openAtEnd(app: SkeinApp, server: ServerProcess): Promise<void> {
  await fillTopic(app, server)
  await app.open(topic.topic)
  await expect(app.messages.first()).toBeVisible()
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
}

const windows = [
  { name: '1280×800', width: 1280, height: 800, scale: 1 },
  { name: '1280×800 at 125 %', width: 1280, height: 800, scale: 1.25 },
  { name: '800×600', width: 800, height: 600, scale: 1 },
  { name: 'low', width: 1000, height: 420, scale: 1 },
  { name: 'tall', width: 1100, height: 2400, scale: 1 },
] as const

it('every message sent from the bottom is visible, in windows of all sizes', async ({ app, server }) => {
  await fillTopic(app, server)
  await app.open(topic.topic)
  await expect(app.messages.first()).toBeVisible()
  const sample = sampleOf('windows', windows, 2)
  leave(windows.length - sample.length, 'windows')
  for (const { name, width, height, scale } of sample) {
    // The scale of a window of Electron is the display’s.
    if (runsInElectron && scale !== 1) continue
    if (scale === 1) await app.page.setViewportSize({ width, height })
    else await scaleWindow(app, { width, height, scale })
    for (let index = 0; index < (isDrill ? 10 : 4); index += 1) {
      const lines = index % 3 === 2 ? '\n\nwith\n\nmore\n\nlines' : ''
      await app.send(`Sent number ${index} from ${name}${lines}`)
      await expect.poll(() => howSeen(app, `Sent number ${index} from ${name}`)).toBe('seen')
    }
    const [tall, below] = [`Taller than the window ${name}`, `And one below in ${name}`]
    await app.send(`${tall}${'\n\nline'.repeat(80)}\n\nthe end`)
    await expect.poll(() => howSeen(app, tall)).toBe('seen')
    await app.send(below)
    for (const text of [tall, below]) {
      await expect(app.message(text).last()).toHaveAttribute('data-message-id', /\d+/)
    }
    await expect.poll(() => howSeen(app, below)).toBe('seen')
    expect(await belowView(app), name).toBeLessThanOrEqual(1)
  }
})

async function scaleWindow(
  { page }: SkeinApp,
  { width, height, scale }: { readonly width: number; readonly height: number; readonly scale: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
  await session.detach()
}

it('ten messages typed quickly stay visible, offline and when they are confirmed', async ({ app, server }) => {
  await fillTopic(app, server)
  await app.open(topic.topic)
  await server.stop()
  await expect(app.state).toHaveText('Offline')
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  for (let index = 0; index < 10; index += 1) await app.send(`Quick number ${index}\nof ten`)
  await expect.poll(() => howSeen(app, 'Quick number 9')).toBe('seen')
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  await server.start()
  await app.reconnect()
  await expect(app.message('Quick number 9')).toHaveAttribute('data-message-id', /\d+/)
  await expect.poll(() => howSeen(app, 'Quick number 9')).toBe('seen')
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
})

it('sending from far up leads to the own message, in a topic, a stream and a direct conversation', async ({
  app,
  server,
}) => {
  const hana = server.account('hana').user_id
  await server.postAll(
    'iris',
    Array.from({ length: 60 }, (_, index) => [{ direct: [hana] }, `Note ${index}\n\nof several\n\nlines`] as const),
  )
  await fillTopic(app, server)
  for (const place of [topic.topic, 'build-log', '森 花']) {
    await app.open(place)
    const list = app.page.getByRole('log')
    await expect(app.messages.first()).toBeVisible()
    // The list is positioned in the frame after its first rows; earlier scrolling does not count.
    await expect
      .poll(async () => {
        await list.evaluate((element) => {
          element.scrollTop -= 500
        })
        return belowView(app)
      })
      .toBeGreaterThan(1500)
    const field = app.page.getByLabel('Topic', { exact: true })
    if (await field.isVisible()) await field.fill('from far up')
    await app.send(`An answer from far up in ${place}`)
    await expect.poll(() => howSeen(app, `An answer from far up in ${place}`)).toBe('seen')
    await expect(app.message(`An answer from far up in ${place}`)).toHaveAttribute('data-message-id', /\d+/)
    await expect.poll(() => howSeen(app, `An answer from far up in ${place}`)).toBe('seen')
  }
})

it('a list at the bottom stays there while any content grows', async ({ app, server }) => {
  await openAtEnd(app, server)
  const stays = async () => {
    await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  }

  const last = await server.post('ravi', topic, 'Is it *green*?')
  await expect(app.message('Is it green?')).toBeVisible()
  await server.call('ravi', 'POST', `/messages/${last}/reactions`, { emoji_name: 'tada' })
  await expect(app.message('Is it green?').getByRole('button', { name: /^tada, / })).toBeVisible()
  await stays()

  await server.post('ravi', topic, '$$\\sum_{i=0}^{n} \\frac{i^2}{\\sqrt{n}}$$\n\nthat is the formula')
  await expect(app.message('that is the formula').locator('.katex')).toBeVisible()
  await stays()

  await server.post('ravi', topic, `\`\`\`spoiler The log\n${'a line of it\n\n'.repeat(20)}\n\`\`\``)
  await app.message('The log').last().locator('.spoiler-header').click()
  await expect(app.message('The log').last().getByText('a line of it').last()).toBeVisible()
  await stays()

  // The picture loads slowly.
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await app.page.route(/user_uploads/, async (route) => {
    await held
    await route.continue()
  })
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(drawPng(300, () => [30, 120, 60]))], { type: 'image/png' }), 'late.png')
  const { email, api_key } = server.account('ravi')
  const uploaded = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` },
    body,
  })
  const { uri } = (await uploaded.json()) as { uri: string } // the service's answer
  await server.post('ravi', topic, `[late.png](${uri})`)
  const picture = app.message('late.png').locator('img[data-open], [data-open] img').first()
  await expect(picture).toBeAttached()
  await stays()
  letGo()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await stays()

  await app.composer.fill('one\n\nafter\n\nthe\n\nother\n\nbelow')
  await stays()
  await app.composer.fill('')
  await stays()

  for (const [width, height] of [
    [800, 600],
    [1280, 400],
    [1500, 1000],
    [1280, 800],
  ] as const) {
    await app.page.setViewportSize({ width, height })
    await stays()
  }

  await server.stop()
  await expect(app.page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await stays()
})

it('a list at the bottom stays there when the window shrinks in the frame in which scrolling ends', async ({
  app,
  server,
}) => {
  await openAtEnd(app, server)
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  for (const height of ['60%', '80%', '40%', '100%']) {
    await app.page.getByRole('log').evaluate((element, height) => {
      element.style.height = height
      // The browser fires this event before it reports the new size.
      element.dispatchEvent(new Event('scrollend'))
    }, height)
    await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  }
})

it('a list at the bottom stays there when the window grows and shrinks back within a frame', async ({
  app,
  server,
}) => {
  await openAtEnd(app, server)
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  const lost = await app.page.evaluate(async () => {
    const shell = document.querySelector<HTMLElement>('.shell')
    const list = document.querySelector<HTMLElement>('[role=log]')
    if (shell === null || list === null) throw new Error('there is no list')
    const rest = () => list.scrollHeight - list.clientHeight - list.scrollTop
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    shell.style.height = '500px'
    // The list is at rest: nothing has changed recently.
    for (const end = performance.now() + 400; performance.now() < end;) await frame()
    const before = rest()
    shell.style.height = '700px'
    const clamped = rest()
    shell.style.height = '500px'
    const astray = rest()
    // The browser fires this for the window, before the event of the position.
    window.dispatchEvent(new Event('resize'))
    for (const end = performance.now() + 5_000; rest() > 1 && performance.now() < end;) await frame()
    return { before, clamped, astray, after: rest() }
  })
  expect(lost.before).toBeLessThanOrEqual(1)
  expect(lost.clamped).toBeLessThanOrEqual(1)
  expect(lost.astray).toBeGreaterThan(150)
  expect(lost.after).toBeLessThanOrEqual(1)
})

const allResizes = 3_000
const resizes = isDrill ? allResizes : 50

test(`a list at the bottom stays there through ${resizes} resizes between, in and after frames`, async ({
  app,
  server,
}, testInfo) => {
  testInfo.setTimeout(60_000 + resizes * 200)
  await openAtEnd(app, server)
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  leave(allResizes - resizes, 'resizes')
  const seed = chooseSeed()
  console.log(`resizes: seed ${seed}`)
  const lost = await app.page.evaluate(
    async ({ seed, resizes }) => {
      const shell = document.querySelector<HTMLElement>('.shell')
      const list = document.querySelector<HTMLElement>('[role=log]')
      if (shell === null || list === null) throw new Error('there is no list')
      let state = seed
      const below = (most: number): number => {
        state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
        return (state >>> 16) % most
      }
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const rest = () => list.scrollHeight - list.clientHeight - list.scrollTop
      const acts: readonly (() => unknown)[] = [
        () => (shell.style.height = ['100%', '800px', '700px', '600px', '400px'][below(5)] ?? ''),
        () => (shell.style.height = ['100%', '700px', '400px'][below(3)] ?? ''),
        () => (shell.style.width = ['100%', '1100px', '1000px', '900px'][below(4)] ?? ''),
        // The browser fires these between a change of size and its report.
        () => list.dispatchEvent(new Event('scroll')),
        () => list.dispatchEvent(new Event('scrollend')),
        () => window.dispatchEvent(new Event('focus')),
        frame,
        () => new Promise((resolve) => setTimeout(resolve, below(30))),
      ]
      for (let index = 0; index < resizes; index += 1) {
        for (let step = 0; step <= below(5); step += 1) await acts[below(acts.length)]?.()
        // A busy page draws fewer frames; half a second is far more than the list needs.
        const end = performance.now() + 500
        while (rest() > 1 && performance.now() < end) await frame()
        await frame()
        if (rest() > 1) await frame()
        if (rest() > 1) return `${rest()} px are below after ${index} resizes`
      }
      return null
    },
    { seed, resizes },
  )
  expect(lost).toBeNull()
})

it('a list that was just scrolled to the end stays there when the composer’s text is replaced', async ({
  app,
  server,
}) => {
  await openAtEnd(app, server)
  const list = await app.page.getByRole('log').boundingBox()
  await app.page.mouse.move((list?.x ?? 0) + 300, (list?.y ?? 0) + 100)
  await app.composer.fill('line\n'.repeat(4))
  for (const [index, lines] of [6, 2, 7, 1, 5].entries()) {
    if (index % 2 === 0) await app.page.mouse.wheel(0, 300)
    else await app.page.getByRole('log').press('End')
    // The browser removes the old text before it inserts the new one, so the composer is small for a moment.
    await app.composer.fill('line\n'.repeat(lines))
    await expect.poll(() => belowView(app), `${lines} lines`).toBeLessThanOrEqual(1)
  }
})

it('a text of the same height in the composer moves no row above it', async ({ app, server }) => {
  await openAtEnd(app, server)
  await app.composer.fill('line\n'.repeat(6))
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  for (const text of ['other', 'words', 'again']) {
    await app.composer.fill(`${text}\n`.repeat(6))
    await expect(app.composer).toHoldText(`${text}\n`.repeat(6))
    expect(await belowView(app)).toBeLessThanOrEqual(1)
  }
  await expect(app.composer).toHaveAttribute('style', /^(?!.*min-height)/)
})

it('scrolling up at any speed leaves the end', async ({ app, server }) => {
  await openAtEnd(app, server)
  await app.page.getByRole('log').hover()
  // A list near its end returns there when it grows, as it does while it is filled.
  await readingAnchorAtRest(app)
  for (let below = 4; below <= 80; below += 4) {
    await app.page.mouse.wheel(0, -4)
    await expect.poll(() => belowView(app)).toBe(below)
  }
})

it('a list away from the bottom keeps its reading position', async ({ app, server }) => {
  await openAtEnd(app, server)
  await app.page.getByRole('log').hover()
  await app.page.mouse.wheel(0, -60)
  await expect.poll(() => belowView(app)).toBe(60)
  await server.post('ravi', topic, 'Sixty pixels are enough to stay')
  await expect.poll(() => belowView(app)).toBeGreaterThan(70)

  await app.page.mouse.wheel(0, -900)
  await expect(app.page.getByRole('button', { name: 'Jump to newest message' })).toBeVisible()
  // Rows that scroll into view are measured, which changes their estimated heights: the distance is not exact.
  const before = await readingAnchorAtRest(app)
  expect(await belowView(app)).toBeGreaterThan(500)
  await server.post('ravi', topic, 'Something new below\n\nof more than one line')
  const rowsOutside = () =>
    app.page.evaluate(() => {
      const view = document.querySelector('[role=log]')?.getBoundingClientRect()
      const all = [...document.querySelectorAll<HTMLElement>('article[data-message-id]')]
      const above = all.filter((row) => row.getBoundingClientRect().bottom < (view?.top ?? 0)).at(-1)
      const below = all.find((row) => row.getBoundingClientRect().top > (view?.bottom ?? 0))
      return [above?.dataset.messageId, below?.dataset.messageId]
    })
  await expect.poll(rowsOutside).not.toContain(undefined)
  for (const id of await rowsOutside()) {
    await server.call('ravi', 'POST', `/messages/${id}/reactions`, { emoji_name: 'tada' })
    await expect(
      app.page.locator(`article[data-message-id="${id}"]`).getByRole('button', { name: /^tada, / }),
    ).toBeAttached()
  }
  expect(await readingAnchor(app)).toEqual(before)
  await app.composer.fill('one\n\nafter\n\nthe\n\nother\n\nbelow')
  await expect.poll(() => readingAnchor(app)).toEqual(before)
})
