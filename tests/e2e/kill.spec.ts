import { chooseSeed, SeededRandom } from '../support/random.ts'
import { FaultProxy } from './support/fault-proxy.ts'
import { expect, test, type SkeinApp } from './support/skein.ts'

const rounds = Number(process.env.SKEIN_KILL_ROUNDS ?? '10')
/** Text younger than this may be lost (P2). */
const graceMs = 500

const conversations = ['books', 'lunch on Friday', 'Tomasz Lis'] as const
const narrows = {
  books: [
    ['stream', 'general'],
    ['topic', 'books'],
  ],
  'lunch on Friday': [
    ['stream', 'general'],
    ['topic', 'lunch on Friday'],
  ],
  'Tomasz Lis': [['dm', 'tomasz@alder.example']],
} as const

interface Typed {
  readonly conversation: (typeof conversations)[number]
  /** What stood in the composer, and when the key press was done. */
  readonly prefixes: { readonly at: number; readonly text: string }[]
  full: string
  wasSent: boolean
}

test(`[S1] [S6] ${rounds} times kill -9 while typing and sending: nothing is lost, nothing is sent twice`, async ({
  server,
  launch,
}) => {
  test.setTimeout(rounds * 20_000 + 120_000)
  const seed = chooseSeed()
  console.log(`kill drill: ${rounds} rounds, seed ${seed}`)
  const random = new SeededRandom(seed)
  const proxy = new FaultProxy(() => server.url, new SeededRandom(seed + 1))
  const url = await proxy.start()
  const first = await launch()
  await first.signIn(url)
  const { data } = first
  await first.quit()

  const sent = new Map<string, (typeof conversations)[number]>()
  let uncertain: Typed | null = null
  for (let round = 0; round < rounds; round += 1) {
    const app = await launch({ data })
    if (uncertain !== null) await checkKept(app, uncertain, sent)
    uncertain = await typeUntilKilled(app, random, round, sent)
  }

  const last = await launch({ data })
  if (uncertain !== null) await checkKept(last, uncertain, sent)
  proxy.lossRate = 0
  // Everything that was put into the outbox arrives, and nothing arrives twice.
  await expect
    .poll(
      async () => {
        const missing: string[] = []
        for (const [text, conversation] of sent) {
          const count = (await server.contents('iris', narrows[conversation])).filter((line) => line === text).length
          if (count !== 1) missing.push(`${count} × ${text}`)
        }
        return missing
      },
      { timeout: 90_000, intervals: [1000] },
    )
    .toEqual([])
  for (const conversation of conversations) {
    await last.open(conversation)
    await expect(last.page.locator('article.message[data-state]')).toHaveCount(0, { timeout: 60_000 })
    const lines = (await server.contents('iris', narrows[conversation])).filter((line) => line.startsWith('round '))
    expect(lines.length).toBe(new Set(lines).size)
  }
  console.log(`kill drill: ${rounds} kills, ${sent.size} messages, each exactly once`)
  proxy.stop()
})

/** Types, sends some of it, and dies at a moment that the seed chose. */
async function typeUntilKilled(
  app: SkeinApp,
  random: SeededRandom,
  round: number,
  sent: Map<string, (typeof conversations)[number]>,
): Promise<Typed> {
  const conversation = random.pick(conversations)
  await app.open(conversation)
  await app.composer.fill('')
  const dieAt = Date.now() + 200 + random.below(2500)
  const life = { isDead: false, endedAt: 0 }
  let parts = 0
  const death = (async () => {
    await expect.poll(() => Date.now() >= dieAt, { intervals: [10], timeout: 10_000 }).toBe(true)
    life.isDead = true
    life.endedAt = Date.now()
    await app.kill()
  })()
  const typed: Typed = { conversation, prefixes: [], full: '', wasSent: false }
  try {
    while (!life.isDead) {
      typed.prefixes.length = 0
      typed.wasSent = false
      typed.full = ''
      do {
        const words = `round ${round} part ${(parts += 1)} ${'lorem'.slice(0, 1 + random.below(5))} `
        for (const letter of words) {
          await app.composer.pressSequentially(letter, { timeout: 2000 })
          typed.full += letter
          typed.prefixes.push({ at: Date.now(), text: typed.full })
        }
      } while (random.chance(0.4))
      typed.wasSent = true
      await app.composer.press('Enter', { timeout: 2000 })
      await expect(app.composer).toHaveValue('', { timeout: 2000 })
      // The composer is emptied only when the outbox has it.
      sent.set(typed.full.trim(), conversation)
    }
  } catch (error) {
    if (!life.isDead) throw error
  }
  await death
  return { ...typed, prefixes: typed.prefixes.filter((prefix) => prefix.at < life.endedAt - graceMs) }
}

/** After the restart: the text is in the composer, or on its way, or there already. */
async function checkKept(
  app: SkeinApp,
  typed: Typed,
  sent: Map<string, (typeof conversations)[number]>,
): Promise<void> {
  const expected = typed.prefixes.at(-1)?.text
  if (expected === undefined) return
  await app.open(typed.conversation)
  await expect
    .poll(
      async () => {
        const draft = await app.composer.inputValue()
        if (draft.includes(expected)) return 'kept'
        const shown = await app.messages.allTextContents()
        return shown.some((line) => line.includes(expected)) ? 'kept' : `lost: ${expected}`
      },
      { timeout: 15_000 },
    )
    .toBe('kept')
  const draft = await app.composer.inputValue()
  if (typed.wasSent && !draft.includes(expected)) {
    // It had reached the outbox although the page did not live to see it.
    sent.set(typed.full.trim(), typed.conversation)
  }
}
