import assert from 'node:assert/strict'
import type { Stage } from './stage.ts'

/** Drafts that are typed here and on another device: no text is lost, in whatever order writes arrive. */
export class Drafts {
  readonly #stage: Stage
  /** Texts that were typed here and not replaced: they must exist somewhere at the end. */
  readonly #typed = new Set<string>()
  #ids = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Replaces the text in the composer of a conversation. */
  async write(index: number): Promise<void> {
    const stage = this.#stage
    const { general, noor } = stage.people
    const narrow = stage.random.pick([
      { kind: 'topic', streamId: general, topic: 'a' },
      { kind: 'direct', userIds: [noor.id] },
    ])
    const shown = (await stage.call('drafts.get', { narrow })) as
      | { value: { draftId: string | null; content: string } }
      | undefined // the call's output
    if (shown === undefined) return
    const content = `draft ${index}`
    const draftId = shown.value.draftId ?? `sim-${(this.#ids += 1)}`
    const result = await stage.call('drafts.set', { narrow, draftId, topic: '', content })
    const isThere = result?.ok ?? stage.query(`SELECT 1 FROM draft WHERE content = '${content}'`).length > 0
    if (!isThere) return
    this.#typed.delete(shown.value.content)
    this.#typed.add(content)
  }

  /**
   * Creates a draft on another device, or replaces the text of a known one. Its text need not survive: the service does
   * not detect writes that are based on an older text (wire-protocol.md §2.5).
   */
  async writeElsewhere(index: number): Promise<void> {
    const { people, random, server } = this.#stage
    const { iris, general } = people
    const held = (await server.call(iris, 'GET', '/drafts')).drafts as { id: number; content: string }[] // shape of GET /drafts
    const content = `draft elsewhere ${index}`
    const timestamp = Math.floor(this.#stage.now() / 1000)
    const draft = { type: 'stream', to: [general], topic: 'a', content, timestamp }
    if (held.length > 0 && random.chance(0.7)) {
      const { id, content: replaced } = random.pick(held)
      await server.call(iris, 'PATCH', `/drafts/${id}`, { draft: JSON.stringify(draft) })
      this.#typed.delete(replaced)
    } else {
      await server.call(iris, 'POST', '/drafts', { drafts: JSON.stringify([draft]) })
    }
  }

  async check(): Promise<void> {
    const { server, people, client } = this.#stage
    const drafts = (await server.call(people.iris, 'GET', '/drafts')).drafts as { content: string }[] // shape of GET /drafts
    const atServer = drafts.map((draft) => draft.content).sort()
    const here = (await client.openDrafts())
      .items()
      .map((item) => item.content)
      .sort()
    assert.deepEqual(here, atServer)
    for (const words of this.#typed) assert.ok(here.includes(words), `the words “${words}” are lost`)
  }
}
