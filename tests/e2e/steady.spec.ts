import type { Route } from '@playwright/test'
import { chooseSeed } from '#support/random.ts'
import { belowView } from './support/list-geometry.ts'
import { isDrill } from '#support/random.ts'
import { leave } from './support/sample.ts'
import { expect, type SkeinApp, test } from './support/skein.ts'
import { seeded, SteadyConversation } from './support/steady-conversation.ts'
import { SteadyWatch, type Frame, type Shown } from './support/steady-watch.ts'

const allSteps = 2000
const messages = Number(process.env.SKEIN_STEADY_MESSAGES ?? (isDrill ? 2000 : 200))
const steps = Number(process.env.SKEIN_STEADY_STEPS ?? (isDrill ? allSteps : 20))
const seed = Number(process.env.SKEIN_STEADY_SEED ?? chooseSeed())

/** The allowed deviation of the reading position in pixels: a view scrolls by whole device pixels. */
const tolerance = 1
/** The longest turn of the wheel in pixels: rows in view before it are still drawn after it. */
const longestTurn = 390
/** The number of frames in which a busy browser still turns within a list that has more rows by then. */
const paintedLate = 6
/** The number of rows from the end upwards, more than one window: on this way the window grows and is trimmed. */
const longWay = 600
/** The distance to the end within which the list may follow it. */
const nearEnd = 40

/** The allowed effect of a step on the reading position. */
type Expected =
  | { readonly kind: 'still' }
  /** The reader scrolls down by this many pixels, and nothing else moves the list. */
  | { readonly kind: 'scrolled'; readonly by: number }
  /** The end of the list is in view, and stays there. */
  | { readonly kind: 'at end' }
  /** The list may move anywhere: the reader navigated, or is near the followed end. */
  | { readonly kind: 'free' }

/** The fault in the frames of a step; undefined if there is none. */
function faultOf(frames: readonly Frame[], expected: Expected): string | undefined {
  if (expected.kind === 'free') return undefined
  if (expected.kind === 'at end') {
    const worst = Math.max(0, ...frames.map((frame) => frame.below))
    return worst > tolerance ? `the end was ${worst} px below the view` : undefined
  }
  const by = expected.kind === 'scrolled' ? expected.by : 0
  let place = 0
  let furthest = 0
  // A row that is clipped in the frame of the scroll moves by both distances.
  let cutOff = 0
  for (const [index, { shift, above, below, before }] of frames.entries()) {
    const shortened = before.above + before.below - above - below
    if ((shift ?? 0) > 0) cutOff += Math.max(0, shortened - before.below)
    // A list that became shorter may end before the reading position can be kept; nothing else may move it there.
    const isCutOff = ((shift ?? 0) < 0 && above <= 0) || ((shift ?? 0) > 0 && below < 1)
    if (isCutOff && by === 0) continue
    const isReturned = isReturnFromLimit(frames[index - 1], shift ?? 0, by)
    place += isCutOff || isReturned ? 0 : (shift ?? 0)
    const way = by < 0 ? place : -place
    if (way < furthest - tolerance) return `went back from ${furthest} px to ${way} px, and was scrolled by ${by} px`
    if (way > Math.abs(by) + tolerance + (by < 0 ? cutOff : 0)) return `went ${way} px, and was scrolled by ${by} px`
    furthest = Math.max(furthest, way)
  }
  // Scrolling ends at the last existing row; more rows may be added in the same frame.
  const side = by < 0 ? 'above' : 'below'
  const turned = ({ shift }: Frame) => Math.max(0, by < 0 ? (shift ?? 0) : -(shift ?? 0))
  const isAtLimit = frames.some((frame, index) => {
    // The browser turns within the list that it painted last, also while rows are being added to it: what was left after
    // the turn before counts.
    let left = frame.before[side]
    for (const earlier of frames.slice(Math.max(0, index - paintedLate), index).toReversed()) {
      left = Math.min(left, earlier.before[side] - turned(earlier))
      if (turned(earlier) > 0) break
    }
    const isUsedUp = turned(frame) > tolerance && turned(frame) >= left - tolerance
    return isUsedUp || Math.min(frame.above, frame.below) <= longestTurn
  })
  const isMeasured = frames.every(({ shift }) => shift !== null)
  const isShort = furthest < Math.abs(by) - tolerance
  return isShort && isMeasured && !isAtLimit ? `went ${furthest} px, and was scrolled by ${by} px` : undefined
}

/**
 * Whether the browser reverts a part of a turn that ended at the limit of the list in the previous frame: if its two
 * threads end the turn at different positions, it adds the difference afterwards.
 */
function isReturnFromLimit(previous: Frame | undefined, shift: number, by: number): boolean {
  if (previous === undefined || shift === 0 || shift > 0 !== by > 0) return false
  if ((by < 0 ? previous.above : previous.below) >= tolerance) return false
  const used = Math.abs(previous.shift ?? 0) % longestTurn
  return Math.abs(shift) <= longestTurn - used + tolerance
}

/** One random operation around a list. */
class Step {
  readonly #app: SkeinApp
  readonly #conversation: SteadyConversation
  readonly #random: () => number
  readonly #shown: Shown
  readonly #direction: 1 | -1
  /** The scrolled distance in pixels. */
  by = 0
  /** The condition that shows the end of the step. */
  awaited: Parameters<SteadyWatch['end']>[0] = ['nothing', '', '']

  constructor(app: SkeinApp, conversation: SteadyConversation, random: () => number, shown: Shown, direction: 1 | -1) {
    this.#app = app
    this.#conversation = conversation
    this.#random = random
    this.#shown = shown
    this.#direction = direction
  }

  /** @returns the description of the operation */
  async act(letGo: () => Promise<void>, mayEnd: boolean): Promise<string> {
    const kind = this.#random()
    if (kind < 0.14) return this.#scroll(1, 1, 250).then(() => 'slow scrolling')
    if (kind < 0.34) return this.#scroll(this.#between(3, 7), 150, longestTurn).then(() => 'fast scrolling')
    if (kind < 0.42) return this.#scroll(34, longestTurn, longestTurn).then(() => 'paging')
    if (kind < 0.54) {
      const [what] = await Promise.all([this.#change(), this.#scroll(this.#between(2, 5), 150, longestTurn)])
      return `${what} while scrolling`
    }
    if (kind < 0.82) return this.#change()
    if (kind < 0.88) return letGo().then(() => 'pictures load')
    if (kind < 0.95) return this.#resize()
    if (kind < 0.99 || !mayEnd) return this.#write().then(() => 'a larger or smaller composer')
    return this.#app.page
      .getByRole('log')
      .press('End')
      .then(() => 'led to the end')
  }

  get #isAtEnd(): boolean {
    const { below, drawn } = this.#shown
    return below < 1 && drawn.some(({ id }) => id === this.#conversation.ids.at(-2))
  }

  #between(low: number, high: number): number {
    return Math.round(low + this.#random() * (high - low))
  }

  async #scroll(turns: number, low: number, high: number): Promise<void> {
    const sizes = Array.from({ length: turns }, () => this.#direction * this.#between(low, high))
    this.by = sizes.reduce((sum, size) => sum + size, 0)
    for (const size of sizes) await this.#app.page.mouse.wheel(0, size)
  }

  /** Usually a drawn message, above the view, in it, or below it; sometimes one far beyond those. */
  #target(): { id: number; where: string } {
    const { drawn } = this.#shown
    const where = this.#conversation.pick(drawn.map((row) => row.where))
    const there = drawn.filter((row) => row.where === where).map(({ id }) => id)
    const { ids } = this.#conversation
    const edge = ids.indexOf((where === 'above' ? drawn[0] : drawn.at(-1))?.id ?? 0)
    const beyond = ids[edge + (where === 'above' ? -1 : 1) * this.#between(1, 200)]
    const isBeyond = where !== 'in view' && this.#random() < 0.3
    return { id: (isBeyond ? beyond : undefined) ?? this.#conversation.pick(there), where }
  }

  async #change(): Promise<string> {
    const { id, where } = this.#target()
    const kind = this.#random()
    if (kind < 0.25) {
      const posted = await this.#conversation.post()
      // At the end it is drawn as soon as it is added; a list that is scrolled meanwhile need not draw it.
      if (this.#isAtEnd && this.by === 0) this.awaited = ['there', String(posted), '']
      return 'a message'
    }
    if (kind < 0.6 && this.#conversation.canEdit(id)) {
      this.awaited = ['says', String(id), await this.#conversation.edit(id)]
      return `an edit ${where}`
    }
    if (kind < 0.85) {
      await this.#conversation.delete(id)
      this.awaited = ['gone', String(id), '']
      return `a deletion ${where}`
    }
    return this.#conversation.react(id).then(() => `a reaction ${where}`)
  }

  /** Replaces the whole text at once, like a paste. */
  async #write(): Promise<void> {
    await this.#app.composer.fill('line\n'.repeat(this.#between(0, 8)))
  }

  async #resize(): Promise<string> {
    const size = { width: this.#between(640, 1500), height: this.#between(420, 1000) }
    const { width, height } = this.#app.page.viewportSize() ?? size
    const which = this.#conversation.pick(['width', 'height', 'both'])
    await this.#app.page.setViewportSize(
      which === 'width' ? { ...size, height } : which === 'height' ? { ...size, width } : size,
    )
    return `another ${which === 'both' ? 'width and height' : which}`
  }
}

test('the reading position stays during any change around it', async ({ app, server }) => {
  test.setTimeout(120_000 + steps * 1500)
  console.log(`seed ${seed}`)
  leave(allSteps - steps, 'steps around a list')
  const random = seeded(seed)
  const conversation = new SteadyConversation(server, random)
  await conversation.fill(messages)
  const { topic } = conversation.topic
  await app.page.getByLabel('Jump to a conversation').fill(topic)
  await expect(app.navigationItem(topic)).not.toHaveClass(/\bunread\b/)
  const held: Route[] = []
  const letGo = async () => {
    await Promise.all(held.splice(0).map((route) => route.continue()))
  }
  await app.page.route(/user_uploads/, (route) => {
    held.push(route)
  })
  await app.open(topic)
  await expect(app.messages.first()).toBeVisible()
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)

  const watch = new SteadyWatch(app)
  await watch.install()
  let oldest = Number.POSITIVE_INFINITY
  const way = () => conversation.ids.filter((id) => id >= oldest).length
  const counts: Record<string, number> = {}
  const faults: string[] = []
  let unmeasured = 0
  for (let step = 0; step < steps; step += 1) {
    const shown = await watch.begin()
    const { drawn, below, middle } = shown
    oldest = Math.min(oldest, ...drawn.map(({ id }) => id))
    await app.page.mouse.move(...middle)
    const isAtEnd = below < 1 && drawn.at(-1)?.id === conversation.ids.at(-1)
    // A long way up, past the rows of one window, and down again, with turns back.
    const isOnWayUp = step < steps * 0.45 || (way() <= longWay && step < steps * 0.8)
    const isTurned = random() < 0.1
    const direction = isOnWayUp === isTurned ? 1 : -1
    const one = new Step(app, conversation, random, shown, direction)
    const what = await one.act(letGo, !isOnWayUp)
    const frames = await watch.end(one.awaited, one.by)
    counts[what] = (counts[what] ?? 0) + 1
    if (frames.some(({ shift }) => shift === null)) unmeasured += 1
    // A reader at the end or near it follows it until the wheel has turned.
    const isFollowing = isAtEnd ? one.by !== 0 : below < nearEnd
    const isFree = what === 'led to the end' || isFollowing
    const expected: Expected = isFree
      ? { kind: 'free' }
      : one.by !== 0
        ? { kind: 'scrolled', by: one.by }
        : { kind: isAtEnd ? 'at end' : 'still' }
    const fault = faultOf(frames, expected)
    if (fault !== undefined) {
      const moves = frames.flatMap(({ shift, above, below, before }) =>
        shift === 0 ? [] : [[shift, above, below, before.above, before.below]],
      )
      faults.push(
        `step ${step}, ${what}, ${below} px from the end: ${fault}; shift, above, below, and before ${JSON.stringify(moves)}`,
      )
    }
  }
  await letGo()
  console.log(`${way()} rows up, ${unmeasured} steps not measured, ${JSON.stringify(counts)}`)
  expect(faults).toEqual([])
  expect(unmeasured).toBeLessThan(Math.max(3, steps / 10))
  if (steps >= 300) expect(way()).toBeGreaterThan(longWay)
})

test('a list near the end does not jump to the end when content above shrinks', async ({ app, server }) => {
  const to = { stream: 'build-log', topic: 'tall' }
  // Each is higher than the list below the view when it is removed.
  const text = Array.from({ length: 12 }, () => 'a line').join('\n\n')
  for (let index = 0; index < 16; index += 1) await server.post('ravi', to, text)
  await app.page.getByLabel('Jump to a conversation').fill(to.topic)
  await app.open(to.topic)
  await app.page.getByRole('log').press('End')
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  const watch = new SteadyWatch(app)
  await watch.install()
  const faults: string[] = []
  for (let rest = 60; rest <= 160; rest += 20) {
    await app.page.mouse.move(...(await watch.begin()).middle)
    await app.page.mouse.wheel(0, (await belowView(app)) - rest)
    await watch.end(['nothing', '', ''])
    const { below, drawn } = await watch.begin()
    expect(below).toBeGreaterThan(nearEnd)
    const id = drawn.find(({ where }) => where === 'in view')?.id ?? 0
    const answer = await server.call('ravi', 'DELETE', `/messages/${id}`, {})
    expect(answer.result).toBe('success')
    const fault = faultOf(await watch.end(['gone', String(id), '']), { kind: 'still' })
    if (fault !== undefined) faults.push(`${below} px from the end: ${fault}`)
  }
  expect(faults).toEqual([])
})

test('the keyboard walks through more rows than are drawn, to either end', async ({ app, server }) => {
  const conversation = new SteadyConversation(server, seeded(seed))
  await conversation.fill(130)
  const { topic } = conversation.topic
  await app.page.getByLabel('Jump to a conversation').fill(topic)
  await expect(app.navigationItem(topic)).not.toHaveClass(/\bunread\b/)
  await app.open(topic)
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  const focused = () => app.page.evaluate(() => Number((document.activeElement as HTMLElement).dataset.messageId))
  await app.messages.last().focus()
  const rows = conversation.ids.toReversed()
  for (let index = 1; index <= 60; index += 1) {
    await app.page.keyboard.press(index % 2 === 0 ? 'k' : 'ArrowUp')
    expect(await focused()).toBe(rows[index])
  }
  await expect(app.page.locator(`article[data-message-id="${rows[60]}"]`)).toBeInViewport()
  for (let index = 59; index >= 30; index -= 1) {
    await app.page.keyboard.press('j')
    expect(await focused()).toBe(rows[index])
  }
  await app.page.keyboard.press('End')
  await expect(app.messages.last()).toBeFocused()
  await expect.poll(() => belowView(app)).toBeLessThanOrEqual(1)
  await app.page.keyboard.press('Home')
  await expect.poll(() => app.page.getByRole('log').evaluate((list) => list.scrollTop)).toBe(0)
})
