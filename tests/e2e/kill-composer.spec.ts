import { chooseSeed, SeededRandom } from '#support/random.ts'
import { engineAnswers } from './support/deeds.ts'
import { kindsOfWriting, KillWriting, type KindOfWriting, type Written } from './support/kill-writing.ts'
import type { ServerProcess } from './support/processes.ts'
import { leave, sampleOf } from './support/sample.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'
import { stateIn } from './support/written-text.ts'

/** A fifth of the rounds of the whole drill; each kind of writing is as frequent as the others. */
const roundsOfKind = Math.ceil(Number(process.env.SKEIN_KILL_ROUNDS ?? '4') / 5 / kindsOfWriting.length)
/** One kind of the run’s sample; in the drill all. */
const kinds = sampleOf('kinds of writing', kindsOfWriting, 1)
const rounds = roundsOfKind * kinds.length
/** Text younger than this may be lost. */
const graceMs = 500
/** On a busy machine, a program that is not queried about its work may be late by this, milliseconds. */
const busyMs = 1000

test(`the written text exists exactly once after ${rounds} times kill -9 during completion, an input method, a large paste and a move of the topic [S14]`, async ({
  launchSignedIn,
  launch,
  server,
}) => {
  test.setTimeout(rounds * 60_000 + 120_000)
  leave((kindsOfWriting.length - kinds.length) * roundsOfKind, 'kills')
  const random = new SeededRandom(chooseSeed())
  console.log(`kill drill, composer: ${rounds} rounds, seed ${random.seed}`)
  let app = await launchSignedIn()
  const { data } = app
  const marks: string[] = []
  for (const [round, kind] of orderOf(random).entries()) {
    const written = await writeUntilKilled(app, server, random, kind, round)
    marks.push(written.mark)
    app = await launch({ data })
    const kept = await expectKept(app, written)
    console.log(`kill drill, composer: ${round} ${kind}: ${kept}`)
  }
  await expectEachOnce(server, marks)
})

/** The kinds in a random order, each as often as the others. */
function orderOf(random: SeededRandom): KindOfWriting[] {
  const order: KindOfWriting[] = []
  for (let cycle = 0; cycle < roundsOfKind; cycle += 1) {
    const left: KindOfWriting[] = [...kinds]
    while (left.length > 0) order.push(...left.splice(random.below(left.length), 1))
  }
  return order
}

/** @returns the written text, without the part that the last half second may lose */
async function writeUntilKilled(
  app: SkeinApp,
  server: ServerProcess,
  random: SeededRandom,
  kind: KindOfWriting,
  round: number,
): Promise<Written & { readonly dueIndex: number }> {
  const writing = new KillWriting(app, server, random, kind, round)
  await writing.begin()
  // Sometimes the server has an earlier state of the draft.
  const lingersMs = random.chance(0.2) ? 3500 : 0
  const dieAfterMs = lingersMs + random.below(random.chance(0.5) ? 150 : 1500)
  /** The topic moves with its draft, and Skein dies as soon as the page shows that. */
  const diesAsItMoves = kind === 'moving' && random.chance(0.5)
  await writing.turn()
  const turnedAt = Date.now()
  const going = writing.goOn()
  const { shown } = writing.written
  const isDue = (each: { readonly at: number }) => each.at <= Date.now() - graceMs
  await expect
    .poll(() => Date.now() >= turnedAt + dieAfterMs && shown.some(isDue), { intervals: [10], timeout: 30_000 })
    .toBe(true)
  expect(await writing.isUnderWay()).toBe(true)
  if (diesAsItMoves) {
    const isMoved = (goal: string) => document.querySelector('main.conversation h1')?.textContent.includes(goal)
    await app.page.waitForFunction(isMoved, writing.written.goal, { timeout: 30_000 })
  }
  // On a busy machine, half a second may be little processor time: an answer of the program shows that it has done the
  // due work.
  const askedAt = Date.now() - (diesAsItMoves ? busyMs : 0)
  if (!diesAsItMoves) await engineAnswers(app)
  writing.die()
  await app.kill()
  await Promise.all([going, writing.settle()])
  // Only an input method removes shown text; no other part deletes anything.
  const shorter = shown.findIndex(({ text }, index) => text.length < (shown[index - 1]?.text.length ?? 0))
  if (kind !== 'composing') expect(shown[shorter]?.text ?? '', 'the field has lost what was written').toBe('')
  const dueIndex = shown.findLastIndex(({ at }) => at <= askedAt - graceMs)
  return { ...writing.written, dueIndex }
}

/**
 * Checks that after the restart the text is in its place, as the field has shown it, and nowhere else.
 * @returns the length of the kept text
 */
async function expectKept(app: SkeinApp, written: Written & { readonly dueIndex: number }): Promise<string> {
  const { shown, dueIndex, goal, mark } = written
  await expect(app.state).toHaveText('Up to date', { timeout: 20_000 })
  await app.page.locator('.navigation .item').filter({ hasText: 'Drafts' }).click()
  const row = app.page.locator('main.drafts li').filter({ hasText: mark })
  await expect(row).toContainText(goal)
  await expect(row).toHaveCount(1)
  // Its conversation opens with it.
  await row.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(app.page.locator('main.conversation h1')).toContainText(goal)
  let kept = ''
  const stateOfText = async () => {
    kept = (await stateIn(app.composer)).text
    const index = shown.findLastIndex(({ text }) => text === kept)
    if (index >= dueIndex && index >= 0) return 'kept'
    return index < 0 ? `never shown: ${said(kept)}` : `state ${index} of ${shown.length}, where ${dueIndex} was due`
  }
  await expect.poll(stateOfText, { timeout: 15_000 }).toBe('kept')
  return `${kept.length} characters, state ${shown.findLastIndex(({ text }) => text === kept)} of ${shown.length}, ${dueIndex} due`
}

function said(text: string): string {
  return `${text.length} characters, ${JSON.stringify(text.slice(0, 80))} … ${JSON.stringify(text.slice(-80))}`
}

/** Checks that the server has no text twice, and none as a message. */
async function expectEachOnce(server: ServerProcess, marks: readonly string[]): Promise<void> {
  const answer = await server.call('iris', 'GET', '/drafts')
  const drafts = (answer.drafts as { content: string }[]).map(({ content }) => content) // shape of GET /drafts
  const doubled = marks.filter((mark) => drafts.filter((content) => content.includes(mark)).length > 1)
  expect(doubled).toEqual([])
  const messages = await server.contents('iris', [])
  expect(marks.filter((mark) => messages.some((content) => content.includes(mark)))).toEqual([])
}
