import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contentsOf, conversations, editedMark, type ConversationName } from './delivered.ts'
import type { ServerProcess } from './processes.ts'
import { expect, type SkeinApp } from './skein.ts'

const dayMs = 86_400_000

/** Actions beside messages and toggles, by text: whether Skein reported that they are stored. */
export class Deeds {
  readonly scheduled = new Map<string, boolean>()
  readonly edited = new Map<string, { readonly conversation: ConversationName; readonly isKept: boolean }>()
}

/** The only account of the drill. The page fetches it while it loads, which closes the views of its predecessor. */
function accountOf(app: SkeinApp): string {
  const [account = ''] = readdirSync(join(app.data, 'accounts'))
  return account
}

/** Calls the engine from the page; the engine answers after all earlier calls. */
export async function engineAnswers(app: SkeinApp): Promise<void> {
  const isAnswered = await app.page.evaluate(
    async (accountId) => (await window.skein.call('emoji.choice', { accountId })).ok,
    accountOf(app),
  )
  expect(isAnswered).toBe(true)
}

/** Schedules a message: as with sending, each request creates another one. */
export async function schedule(app: SkeinApp, streamId: number, text: string, deeds: Deeds): Promise<void> {
  deeds.scheduled.set(text, false)
  const isKept = await app.page.evaluate(
    async ({ accountId, content, stream, deliverAt }) => {
      const asked = await window.skein.call('messages.schedule', {
        accountId,
        localId: crypto.randomUUID(),
        destination: { kind: 'topic', streamId: stream, topic: 'books' },
        content,
        deliverAt,
      })
      return asked.ok
    },
    {
      accountId: accountOf(app),
      content: text,
      stream: streamId,
      deliverAt: Math.floor((Date.now() + 30 * dayMs) / 1000),
    },
  )
  expect(isKept).toBe(true)
  deeds.scheduled.set(text, true)
}

/** Edits the newest own message that the page shows and the server has. */
export async function editNewest(app: SkeinApp, conversation: ConversationName, deeds: Deeds): Promise<void> {
  const rows = app.page.locator('article.message:not([data-state])')
  const texts = await rows.evaluateAll((articles) =>
    articles.map((article) => ({
      id: Number(article.getAttribute('data-message-id')),
      text: article.querySelector('.message-body')?.textContent.trim() ?? '',
    })),
  )
  const newest = texts.findLast(({ id, text }) => id > 0 && /^round \d+ message \d+$/.test(text))
  if (newest === undefined || deeds.edited.has(newest.text)) return
  const { id, text } = newest
  deeds.edited.set(text, { conversation, isKept: false })
  const isKept = await app.page.evaluate(
    async ({ accountId, messageId, content }) =>
      (await window.skein.call('messages.edit', { accountId, messageId, content })).ok,
    { accountId: accountOf(app), messageId: id, content: text + editedMark },
  )
  expect(isKept).toBe(true)
  deeds.edited.set(text, { conversation, isKept: true })
}

/** Checks the stored actions at the server: each exists once, with its edits. */
export async function checkDeeds(server: ServerProcess, deeds: Deeds): Promise<void> {
  await expect.poll(() => wrongScheduled(server, deeds), { timeout: 60_000, intervals: [1000] }).toEqual([])
  await expect.poll(() => wrongEdits(server, deeds), { timeout: 60_000, intervals: [1000] }).toEqual([])
}

async function wrongScheduled(server: ServerProcess, { scheduled }: Deeds): Promise<string[]> {
  const answer = await server.call('iris', 'GET', '/scheduled_messages')
  const there = (answer.scheduled_messages as { content: string }[]).map((message) => message.content) // its shape
  return [...scheduled].flatMap(([text, isKept]) => {
    const count = there.filter((content) => content === text).length
    return count === 1 || (count === 0 && !isKept) ? [] : [`${count} × ${text}`]
  })
}

async function wrongEdits(server: ServerProcess, { edited }: Deeds): Promise<string[]> {
  const wrong: string[] = []
  for (const conversation of conversations) {
    const there = new Set(await contentsOf(server, conversation))
    for (const [text, edit] of edited) {
      if (edit.conversation === conversation && edit.isKept && !there.has(text + editedMark)) wrong.push(text)
    }
  }
  return wrong
}
