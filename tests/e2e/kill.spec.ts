import { drawPng } from '../../server/png.ts'
import { chooseSeed, SeededRandom } from '../support/random.ts'
import type { ServerProcess } from './support/processes.ts'
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
  /** Files that hung on the composer, as it said. */
  files: string[]
}

/** What was wished beside messages: each either holds, or died with the key press that asked for it. */
class Wishes {
  /** Whether the own thumb is up, by the message’s id. */
  readonly thumbs = new Map<string, ReadonlySet<boolean>>()
  readonly mutes = new Map<string, ReadonlySet<boolean>>()
}

const picture = drawPng(8, () => [10, 120, 60])

test(`[S1] [S6] ${rounds} times kill -9 while typing, sending, attaching, reacting and muting: nothing is lost, nothing is doubled`, async ({
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
  const wishes = new Wishes()
  let uncertain: Typed | null = null
  for (let round = 0; round < rounds; round += 1) {
    const app = await launch({ data })
    if (uncertain !== null) await checkKept(app, uncertain, sent)
    uncertain = await typeUntilKilled(app, random, round, sent, wishes)
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
          const contents = await server.contents('iris', narrows[conversation])
          const count = contents.filter((content) => withNames(content) === text).length
          if (count !== 1) missing.push(`${count} × ${text}; there: ${JSON.stringify(contents.slice(-3))}`)
        }
        return missing
      },
      { timeout: 90_000, intervals: [1000] },
    )
    .toEqual([])
  for (const conversation of conversations) {
    await last.open(conversation)
    await expect(last.page.locator('article.message[data-state]')).toHaveCount(0, { timeout: 60_000 })
    const contents = await server.contents('iris', narrows[conversation])
    const lines = contents.filter((line) => line.startsWith('round ')).map(withNames)
    expect(lines.length).toBe(new Set(lines).size)
  }
  await checkWishes(server, wishes)
  // One draft a conversation, however often its telling broke off.
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
  console.log(`kill drill: ${rounds} kills, ${sent.size} messages, each exactly once`)
  proxy.stop()
})

/** Types, sends some of it, and dies at a moment that the seed chose. */
async function typeUntilKilled(
  app: SkeinApp,
  random: SeededRandom,
  round: number,
  sent: Map<string, (typeof conversations)[number]>,
  wishes: Wishes,
): Promise<Typed> {
  const conversation = random.pick(conversations)
  await app.open(conversation)
  const chips = app.page.locator('.composer').getByRole('list', { name: 'Files' }).getByRole('listitem')
  await app.composer.fill('')
  for (const button of await chips.getByRole('button').all()) await button.click()
  await expect(chips).toHaveCount(0)
  const dieAt = Date.now() + 200 + random.below(2500)
  const life = { isDead: false, endedAt: 0 }
  let parts = 0
  const death = (async () => {
    await expect.poll(() => Date.now() >= dieAt, { intervals: [10], timeout: 10_000 }).toBe(true)
    life.isDead = true
    life.endedAt = Date.now()
    await app.kill()
  })()
  const typed: Typed = { conversation, prefixes: [], full: '', wasSent: false, files: [] }
  try {
    while (!life.isDead) {
      typed.prefixes.length = 0
      typed.wasSent = false
      typed.full = ''
      typed.files = []
      if (random.chance(0.25)) await toggle(app, conversation, '+', wishes.thumbs)
      if (random.chance(0.25) && conversation !== 'Tomasz Lis') await toggle(app, conversation, 'Shift+M', wishes.mutes)
      if (random.chance(0.4)) {
        const name = `file-${round}-${(parts += 1)}.png`
        await app.page
          .getByLabel('Files to attach')
          .setInputFiles({ name, mimeType: 'image/png', buffer: picture }, { timeout: 2000 })
        // The preview is drawn from the copy: it is on disk, and hangs on the draft.
        await expect(chips.locator('img')).toHaveCount(1, { timeout: 2000 })
        typed.files = [name]
      }
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
      sent.set([typed.full.trim(), ...typed.files].join(' '), conversation)
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
    sent.set([typed.full.trim(), ...typed.files].join(' '), typed.conversation)
    return
  }
  const files = app.page.locator('.composer').getByRole('list', { name: 'Files' })
  for (const name of typed.files) await expect(files).toContainText(name)
}

/** The first line of a message and the names of its files. */
function withNames(content: string): string {
  const [words = ''] = content.split('\n')
  return [words, ...[...content.matchAll(/^\[([^\]]+)\]\(\/user_uploads\//gm)].map((match) => match[1] ?? '')].join(' ')
}

/** Presses a key on the first message that is drawn; when the page shows the change, it has to last. */
async function toggle(
  app: SkeinApp,
  conversation: string,
  key: '+' | 'Shift+M',
  known: Map<string, ReadonlySet<boolean>>,
): Promise<void> {
  const id = await app.messages.first().getAttribute('data-message-id', { timeout: 2000 })
  if (id === null) return
  const row = app.page.locator(`article[data-message-id="${id}"]`)
  const subject = key === '+' ? id : conversation
  const shown = key === '+' ? row.locator('.reaction.own') : app.page.locator('main.conversation').getByLabel('Muted')
  const before = (await shown.count()) > 0
  // A message that came meanwhile may have taken the row out of sight: then nothing is pressed, and nothing changes.
  const isDrawn = await row.focus({ timeout: 1000 }).then(
    () => true,
    () => false,
  )
  if (!isDrawn) return
  // Until the page has shown it, either may hold.
  known.set(subject, new Set([true, false]))
  await app.page.keyboard.press(key)
  await expect(shown).toHaveCount(before ? 0 : 1, { timeout: 2000 })
  known.set(subject, new Set([!before]))
}

/** What the page had shown in the end stands at the server. */
async function checkWishes(server: ServerProcess, wishes: Wishes): Promise<void> {
  for (const [id, allowed] of wishes.thumbs) {
    await expect
      .poll(async () => allowed.has(await hasThumb(server, id)), { timeout: 30_000, intervals: [500] })
      .toBe(true)
  }
  for (const [conversation, allowed] of wishes.mutes) {
    await expect
      .poll(
        async () => {
          const state = await server.call('iris', 'POST', '/register', { fetch_event_types: '["user_topic"]' })
          const topics = state.user_topics as { topic_name: string; visibility_policy: number }[]
          return allowed.has(topics.some((topic) => topic.topic_name === conversation && topic.visibility_policy === 1))
        },
        { timeout: 30_000, intervals: [500] },
      )
      .toBe(true)
  }
}

async function hasThumb(server: ServerProcess, id: string): Promise<boolean> {
  const answer = await server.call('iris', 'GET', `/messages/${id}`)
  const me = server.account('iris').user_id
  const { reactions } = answer.message as { reactions: { user_id: number }[] } // shape of GET /messages/{id}
  return reactions.some((reaction) => reaction.user_id === me)
}
