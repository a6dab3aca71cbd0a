import { drawPng } from '#server/base/png.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'
import { checkDeeds, Deeds, editNewest, engineAnswers, schedule } from './support/deeds.ts'
import { conversations, notOnce, type ConversationName, type Sent } from './support/delivered.ts'
import { FaultProxy } from './support/fault-proxy.ts'
import { isDrill } from '#support/random.ts'
import { leave, sampleOf } from './support/sample.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'
import { checkWishes, toggle, Wishes } from './support/wishes.ts'
import { writtenIn } from './support/written-text.ts'

const rounds = Number(process.env.SKEIN_KILL_ROUNDS ?? '2')
/** Text younger than this may be lost. */
const graceMs = 500
/** The number of messages that each round sends before it types the next. */
const burst = 10
/** The minimum of requests over reused sockets before Skein is killed. */
const reusesARound = 10
/** The minimum of resent requests before Skein is killed, in a round that kills sockets. */
const resendingsARound = 3
const killRate = 0.35

/**
 * In half of the rounds the server ignores names of send requests, so that exactly-once delivery depends on the client
 * alone.
 */
const servers = [
  { title: 'a server that tells a sending by its name', options: [], share: Math.floor(rounds / 2) },
  { title: 'a stock server', options: ['--dialect', 'zulip'], share: Math.ceil(rounds / 2) },
] as const

interface Typed {
  readonly conversation: ConversationName
  /** The text in the composer, and the time at which the key press was finished. */
  readonly prefixes: { readonly at: number; readonly text: string }[]
  full: string
  wasSent: boolean
  /** The files of the composer, as it showed them. */
  files: string[]
}

/** The state of one drill. */
interface Drill {
  readonly random: SeededRandom
  readonly proxy: FaultProxy
  readonly sent: Sent
  readonly wishes: Wishes
  readonly deeds: Deeds
  readonly streamId: number
}

const picture = drawPng(8, () => [10, 120, 60])

for (const { title, options, share } of sampleOf('kills', servers, 1)) {
  test.describe(title, () => {
    test.use({ serverOptions: options })

    test(`nothing is lost or duplicated after ${share} times kill -9 while typing, sending, attaching, reacting and muting over dying sockets [S1] [S6]`, async ({
      server,
      launch,
    }) => {
      test.setTimeout(share * 60_000 + 240_000)
      if (!isDrill) leave(rounds - share, 'kills')
      const seed = chooseSeed()
      console.log(`kill drill, ${title}: ${share} rounds, seed ${seed}`)
      const proxy = new FaultProxy(() => server.url, new SeededRandom(seed + 1))
      proxy.maxDelayMs = 120
      proxy.undeliveredRate = 0.25
      const url = await proxy.start()
      const first = await launch()
      await first.signIn(url)
      const { data } = first
      await first.quit()

      const drill: Drill = {
        random: new SeededRandom(seed),
        proxy,
        sent: new Map(),
        wishes: new Wishes(),
        deeds: new Deeds(),
        streamId: await server.streamId('general'),
      }
      let uncertain: Typed | null = null
      let killing = 0
      for (let round = 0; round < share; round += 1) {
        const killsSockets = round % 3 === 0 || drill.random.chance(0.6)
        if (killsSockets) killing += 1
        proxy.forget()
        proxy.killRate = killsSockets ? killRate : 0
        const app = await launch({ data })
        if (uncertain !== null) await checkKept(app, uncertain, drill.sent)
        uncertain = await typeUntilKilled(app, drill, round, killsSockets ? resendingsARound : 0)
        if ((round + 1) % 25 === 0) console.log(`kill drill, ${title}: after ${round + 1} rounds ${figures(drill)}`)
      }

      proxy.killRate = 0
      const last = await launch({ data })
      if (uncertain !== null) await checkKept(last, uncertain, drill.sent)
      proxy.lossRate = 0
      // Every message in the outbox arrives exactly once.
      await expect.poll(() => notOnce(server, drill.sent), { timeout: 120_000, intervals: [1000] }).toEqual([])
      for (const conversation of conversations) {
        await last.open(conversation)
        await expect(last.page.locator('article.message[data-state]')).toHaveCount(0, { timeout: 60_000 })
      }
      expect(await notOnce(server, drill.sent)).toEqual([])
      await checkWishes(server, drill.wishes)
      await checkDeeds(server, drill.deeds)
      // One draft for each conversation, however often its synchronization was interrupted.
      await expect
        .poll(
          async () => {
            const { drafts } = (await server.call('iris', 'GET', '/drafts')) as {
              drafts: { topic: string; to: number[] }[]
            }
            const places = drafts.map((draft) => `${draft.topic}:${draft.to.join()}`)
            return places.length - new Set(places).size
          },
          { timeout: 60_000, intervals: [1000] },
        )
        .toBe(0)
      console.log(
        `kill drill, ${title}: ${share} kills, in ${killing} of them sockets died; ${figures(drill)}; each once`,
      )
      // Non-idempotent requests never used a socket after which the network stack resends.
      expect(proxy.onceOverReused).toEqual([])
      expect(drill.sent.size).toBeGreaterThanOrEqual(share * burst)
      expect(killing).toBeGreaterThanOrEqual(share / 3)
      expect(proxy.resendings).toBeGreaterThanOrEqual(killing * resendingsARound)
      proxy.stop()
    })
  })
}

function figures({ sent, deeds, proxy }: Drill): string {
  return (
    `${sent.size} messages, ${deeds.scheduled.size} for later, ${deeds.edited.size} edits; ` +
    `${proxy.unanswered} of what must not be doubled unanswered, ${proxy.onceOverReused.length} over used sockets; ` +
    `${proxy.reuses} requests over used sockets, ${proxy.kills} of these died, ${proxy.resendings} came again`
  )
}

/**
 * Sends ten messages, types and partly sends more, and kills Skein at a seeded moment, after enough requests have
 * reused sockets and the network stack has resent enough of them.
 */
async function typeUntilKilled(
  app: SkeinApp,
  { random, proxy, sent, wishes, deeds, streamId }: Drill,
  round: number,
  resendings: number,
): Promise<Typed> {
  const conversation = random.pick(conversations)
  await app.open(conversation)
  const chips = app.page.locator('.composer').getByRole('list', { name: 'Files' }).getByRole('listitem')
  await app.composer.fill('')
  for (const button of await chips.getByRole('button', { name: /^Remove / }).all()) await button.click()
  await expect(chips).toHaveCount(0)
  const enough = { reuses: proxy.reuses + reusesARound, resendings: proxy.resendings + resendings }
  for (let index = 0; index < burst; index += 1) {
    const text = `round ${round} message ${index}`
    await app.send(text)
    sent.set(text, conversation)
  }
  const dieAt = Date.now() + 100 + random.below(1500)
  /** Whether the last text was typed long enough before the kill that it must be stored. */
  const rests = random.chance(0.5)
  const life = { isDead: false, isThrottled: false, endedAt: 0 }
  let parts = 0
  const typed: Typed = { conversation, prefixes: [], full: '', wasSent: false, files: [] }
  const death = (async () => {
    await expect
      .poll(() => Date.now() >= dieAt && proxy.resendings >= enough.resendings && proxy.reuses >= enough.reuses, {
        intervals: [10],
        timeout: 60_000,
      })
      .toBe(true)
    if (rests) {
      life.isThrottled = true
      const lastKey = () => typed.prefixes.at(-1)?.at ?? Infinity
      await expect.poll(() => Date.now() - lastKey() > graceMs + 50, { intervals: [10], timeout: 30_000 }).toBe(true)
    }
    // On a busy machine, half a second may be little processor time: when the program answers, it has done the due
    // work.
    const askedAt = Date.now()
    await engineAnswers(app)
    life.isDead = true
    life.endedAt = askedAt
    await app.kill()
  })()
  try {
    for (;;) {
      typed.prefixes.length = 0
      typed.wasSent = false
      typed.full = ''
      typed.files = []
      if (random.chance(0.5)) await toggle(app, conversation, '+', wishes)
      if (random.chance(0.25) && conversation !== 'Tomasz Lis') await toggle(app, conversation, 'Shift+M', wishes)
      if (random.chance(0.4)) await editNewest(app, conversation, deeds)
      if (random.chance(0.25)) await schedule(app, streamId, `round ${round} later ${(parts += 1)}`, deeds)
      if (random.chance(0.4)) {
        const name = `file-${round}-${(parts += 1)}.png`
        await app.page
          .getByLabel('Files to attach')
          .setInputFiles({ name, mimeType: 'image/png', buffer: picture }, { timeout: 10_000 })
        // The preview is drawn from the copy, so the file is on disk and belongs to the draft.
        await expect(chips.locator('img')).toHaveCount(1, { timeout: 10_000 })
        typed.files = [name]
      }
      do {
        const words = `round ${round} part ${(parts += 1)} ${'lorem'.slice(0, 1 + random.below(5))} `
        for (const letter of words) {
          await app.composer.pressSequentially(letter, { timeout: 10_000 })
          typed.full += letter
          typed.prefixes.push({ at: Date.now(), text: typed.full })
        }
      } while (random.chance(0.4))
      if (life.isThrottled) break
      typed.wasSent = true
      await app.composer.press('Enter', { timeout: 10_000 })
      await expect(app.composer).toHoldText('', { timeout: 10_000 })
      // The composer is cleared only after the outbox has the text.
      sent.set([typed.full.trim(), ...typed.files].join(' '), conversation)
      if (life.isDead) break
    }
  } catch (error) {
    if (!life.isDead) throw error
  }
  await death
  return { ...typed, prefixes: typed.prefixes.filter((prefix) => prefix.at < life.endedAt - graceMs) }
}

/** After the restart the text is in the composer, in the outbox, or at the server. */
async function checkKept(app: SkeinApp, typed: Typed, sent: Sent): Promise<void> {
  // A sent message has no trailing blanks.
  const expected = typed.prefixes.at(-1)?.text.trimEnd()
  if (expected === undefined) return
  await app.open(typed.conversation)
  await expect
    .poll(
      async () => {
        const draft = await writtenIn(app.composer)
        if (draft.includes(expected)) return 'kept'
        const shown = await app.messages.allTextContents()
        if (shown.some((line) => line.includes(expected))) return 'kept'
        return `lost: ${expected}; in the composer: ${draft}; shown: ${shown.slice(-2).join(' | ')}`
      },
      { timeout: 15_000 },
    )
    .toBe('kept')
  const draft = await writtenIn(app.composer)
  if (typed.wasSent && !draft.includes(expected)) {
    // It was in the outbox although the page was killed before the answer.
    sent.set([typed.full.trim(), ...typed.files].join(' '), typed.conversation)
    return
  }
  const files = app.page.locator('.composer').getByRole('list', { name: 'Files' })
  for (const name of typed.files) await expect(files).toContainText(name)
}
