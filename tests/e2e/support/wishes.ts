import { expect, type SkeinApp } from './skein.ts'
import type { ServerProcess } from './processes.ts'

/** Actions beside messages: each either holds, or was lost with its key press in a kill. */
export class Wishes {
  /** Whether the own thumbs-up is set, by the message’s id. */
  readonly thumbs = new Map<string, ReadonlySet<boolean>>()
  readonly mutes = new Map<string, ReadonlySet<boolean>>()
  /** A log of key presses and observations, to explain failures. */
  readonly history: string[] = []

  /** @param after the state that the page showed; undefined if it was not observed, and both are valid */
  note(key: '+' | 'Shift+M', subject: string, after: boolean | undefined): void {
    const known = key === '+' ? this.thumbs : this.mutes
    known.set(subject, new Set(after === undefined ? [true, false] : [after]))
    this.history.push(`${new Date().toISOString()} ${key} ${subject}: ${after ?? 'pressed'}`)
  }
}

/**
 * Presses a key on the first drawn message; after the page shows the change, it must last. A new message may push the
 * row out of view: then its state is unknown, and both are valid.
 */
export async function toggle(app: SkeinApp, conversation: string, key: '+' | 'Shift+M', wishes: Wishes): Promise<void> {
  const id = await app.messages.first().getAttribute('data-message-id', { timeout: 10_000 })
  if (id === null) return
  const row = app.page.locator(`article[data-message-id="${id}"]`)
  const subject = key === '+' ? id : conversation
  const look = async (): Promise<boolean | 'not drawn'> => {
    if (key === 'Shift+M') return (await app.page.locator('main.conversation').getByLabel('Muted').count()) > 0
    // One evaluation in the page is necessary: between two the row could disappear, and would seem to have lost its
    // reaction.
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
  // Both states are valid until the page has shown one.
  wishes.note(key, subject, undefined)
  await app.page.keyboard.press(key)
  let after = before as boolean | 'not drawn' // the poll assigns it
  await expect.poll(async () => (after = await look()), { timeout: 10_000, intervals: [20] }).not.toBe(before)
  if (after !== 'not drawn') wishes.note(key, subject, after)
}

/** Checks that the server has the state that the page showed last. */
export async function checkWishes(server: ServerProcess, wishes: Wishes): Promise<void> {
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
