import { drawPng } from '#server/base/png.ts'
import type { ServerProcess } from './processes.ts'

const posters = ['ravi', 'iris'] as const
type Poster = (typeof posters)[number]

/** Seeded numbers from 0 to below 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A conversation of messages of many heights and senders. */
export class SteadyConversation {
  readonly topic = { stream: 'build-log', topic: 'steady' }
  /** Ids of the existing messages, oldest first. */
  ids: number[] = []
  readonly #server: ServerProcess
  readonly #random: () => number
  readonly #authors = new Map<number, Poster>()
  readonly #pictures: string[] = []
  readonly #polls = new Set<number>()

  constructor(server: ServerProcess, random: () => number) {
    this.#server = server
    this.#random = random
  }

  pick<T>(from: readonly T[]): T {
    const one = from[Math.floor(this.#random() * from.length)]
    if (one === undefined) throw new Error('nothing to pick from')
    return one
  }

  /** Posts the given number of messages, all read by iris. */
  async fill(count: number): Promise<void> {
    for (let index = 0; index < 24; index += 1) this.#pictures.push(await this.#upload(index))
    for (let done = 0; done < count; done += 50) {
      await Promise.all(Array.from({ length: Math.min(50, count - done) }, () => this.post()))
    }
    this.ids.sort((a, b) => a - b)
    for (let done = 0; done < count; done += 1000) {
      const messages = JSON.stringify(this.ids.slice(done, done + 1000))
      await this.#server.call('iris', 'POST', '/messages/flags', { messages, op: 'add', flag: 'read' })
    }
  }

  async post(poster = this.pick(posters)): Promise<number> {
    const text = this.text()
    const id = await this.#server.post(poster, this.topic, text)
    if (text.startsWith('/poll')) this.#polls.add(id)
    this.ids.push(id)
    this.#authors.set(id, poster)
    return id
  }

  canEdit(id: number): boolean {
    return this.#authors.has(id) && !this.#polls.has(id)
  }

  /** @returns a word of the message's current text */
  async edit(id: number): Promise<string> {
    const word = `edited${Math.floor(this.#random() * 1e9)}`
    await this.#call(id, 'PATCH', '', { content: `${word} ${this.text()}` })
    return word
  }

  async delete(id: number): Promise<void> {
    await this.#call(id, 'DELETE', '', {})
    this.ids = this.ids.filter((one) => one !== id)
  }

  /** Adds a reaction of a person who has not given it yet, or another one. */
  async react(id: number): Promise<void> {
    const emoji_name = this.pick(['tada', 'heart', 'eyes', 'rocket', 'smile', 'octopus'])
    await this.#server.call(this.pick(posters), 'POST', `/messages/${id}/reactions`, { emoji_name })
  }

  text(): string {
    const words = (count: number) =>
      Array.from({ length: count }, () => this.pick(['pipeline', 'a', 'build', 'of', 'release', 'is', 'green'])).join(
        ' ',
      )
    const kind = this.#random()
    if (kind < 0.45) return words(1 + Math.floor(this.#random() * 12))
    if (kind < 0.65) return words(20 + Math.floor(this.#random() * 160))
    if (kind < 0.8) return Array.from({ length: 2 + Math.floor(this.#random() * 6) }, () => words(6)).join('\n\n')
    if (kind < 0.9) {
      const lines = Array.from({ length: 2 + Math.floor(this.#random() * 30) }, () => words(5))
      return `\`\`\`\n${lines.join('\n')}\n\`\`\``
    }
    if (kind < 0.93) return `/poll ${words(5)}?\n${words(2)} one\n${words(2)} two`
    if (kind < 0.94) return `the first\n\n${Array.from({ length: 30 }, () => words(60)).join('\n\n')}`
    // Pictures have one height; their widths decide how many fit a line, and so the height of the row.
    return Array.from({ length: 3 + Math.floor(this.#random() * 6) }, () => this.pick(this.#pictures)).join('\n')
  }

  async #call(id: number, method: 'PATCH' | 'DELETE', path: string, form: Record<string, string>): Promise<void> {
    const answer = await this.#server.call(this.#authors.get(id) ?? 'ravi', method, `/messages/${id}${path}`, form)
    if (answer.result !== 'success') throw new Error(`${method} of message ${id} failed: ${JSON.stringify(answer)}`)
  }

  async #upload(index: number): Promise<string> {
    const body = new FormData()
    const png = drawPng(200 + index * 8, (x) => [Math.round(x * 255), index * 9, 120])
    body.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), `picture${index}.png`)
    const { email, api_key } = this.#server.account('ravi')
    const uploaded = await fetch(`${this.#server.url}/api/v1/user_uploads`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}` },
      body,
    })
    const { uri } = (await uploaded.json()) as { uri: string } // the service's answer
    return `[picture${index}.png](${uri})`
  }
}
