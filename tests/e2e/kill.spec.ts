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
  /** What was pressed and seen, for whoever has to find out why one does not hold. */
  readonly history: string[] = []

  /** @param after what the page showed; undefined where it was not seen, and either may hold */
  note(key: '+' | 'Shift+M', subject: string, after: boolean | undefined): void {
    const known = key === '+' ? this.thumbs : this.mutes
    known.set(subject, new Set(after === undefined ? [true, false] : [after]))
    this.history.push(`${new Date().toISOString()} ${key} ${subject}: ${after ?? 'pressed'}`)
  }
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
      if (random.chance(0.25)) await toggle(app, conversation, '+', wishes)
      if (random.chance(0.25) && conversation !== 'Tomasz Lis') await toggle(app, conversation, 'Shift+M', wishes)
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
  // A message that was sent has no blanks at its end.
  const expected = typed.prefixes.at(-1)?.text.trimEnd()
  if (expected === undefined) return
  await app.open(typed.conversation)
  await expect
    .poll(
      async () => {
        const draft = await app.composer.inputValue()
        if (draft.includes(expected)) return 'kept'
        const shown = await app.messages.allTextContents()
        if (shown.some((line) => line.includes(expected))) return 'kept'
        return `lost: ${expected}; in the composer: ${draft}; shown: ${shown.slice(-2).join(' | ')}`
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

/**
 * Presses a key on the first message that is drawn; when the page shows the change, it has to last. A message that comes
 * meanwhile may take the row out of sight: what it shows is not known then, and either may hold.
 */
async function toggle(app: SkeinApp, conversation: string, key: '+' | 'Shift+M', wishes: Wishes): Promise<void> {
  const id = await app.messages.first().getAttribute('data-message-id', { timeout: 2000 })
  if (id === null) return
  const row = app.page.locator(`article[data-message-id="${id}"]`)
  const subject = key === '+' ? id : conversation
  const look = async (): Promise<boolean | 'not drawn'> => {
    if (key === 'Shift+M') return (await app.page.locator('main.conversation').getByLabel('Muted').count()) > 0
    // One look at the page: between two of them the row could go, and would seem to have lost its reaction.
    const [isOn] = await row.evaluateAll((rows) => rows.map((drawn) => drawn.querySelector('.reaction.own') !== null))
    return isOn ?? 'not drawn'
  }
  const before = await look()
  if (before === 'not drawn') return
  const isDrawn = await row.focus({ timeout: 1000 }).then(
    () => true,
    () => false,
  )
  if (!isDrawn) return
  // Until the page has shown it, either may hold.
  wishes.note(key, subject, undefined)
  await app.page.keyboard.press(key)
  let after = before as boolean | 'not drawn' // the poll assigns it
  await expect.poll(async () => (after = await look()), { timeout: 2000, intervals: [20] }).not.toBe(before)
  if (after !== 'not drawn') wishes.note(key, subject, after)
}

/** What the page had shown in the end stands at the server. */
async function checkWishes(server: ServerProcess, wishes: Wishes): Promise<void> {
  for (const [id, allowed] of wishes.thumbs) {
    const wished = `${id}: ${[...allowed].join(' or ')}`
    await expect
      .poll(
        async () => {
          const hasIt = await hasThumb(server, id)
          return allowed.has(hasIt) ? wished : `${id}: ${hasIt}`
        },
        { timeout: 30_000, intervals: [500], message: wishes.history.join('\n') },
      )
      .toBe(wished)
  }
  for (const [conversation, allowed] of wishes.mutes) {
    const wished = `${conversation}: ${[...allowed].join(' or ')}`
    await expect
      .poll(
        async () => {
          const state = await server.call('iris', 'POST', '/register', { fetch_event_types: '["user_topic"]' })
          const topics = state.user_topics as { topic_name: string; visibility_policy: number }[]
          const isMuted = topics.some((topic) => topic.topic_name === conversation && topic.visibility_policy === 1)
          return allowed.has(isMuted) ? wished : `${conversation}: ${isMuted}`
        },
        { timeout: 30_000, intervals: [500], message: wishes.history.join('\n') },
      )
      .toBe(wished)
  }
}

async function hasThumb(server: ServerProcess, id: string): Promise<boolean> {
  const answer = await server.call('iris', 'GET', `/messages/${id}`)
  const me = server.account('iris').user_id
  const { reactions } = answer.message as { reactions: { user_id: number }[] } // shape of GET /messages/{id}
  return reactions.some((reaction) => reaction.user_id === me)
}
