import type { Seeded } from '../generate/seeded.ts'
import { exchanges, exchangeWords, type Exchange } from './live-exchanges.ts'
import { liveThreads } from './live-lines.ts'
import type { PersonKey, StreamName } from './people.ts'

/** A topic of the demo in which its people write. */
export interface LivePlace {
  readonly stream: StreamName
  readonly topic: string
}

/** The next message of a conversation. */
export interface LiveLine extends LivePlace {
  readonly by: PersonKey
  readonly text: string
}

/** A message of a topic. */
export interface SaidLine {
  readonly text: string
  /** UNIX seconds. */
  readonly at: number
}

export interface LiveTalkPorts {
  readonly random: Seeded
  /** The newest messages of a topic; null if the topic is gone, because it was moved, resolved or deleted. */
  readonly newest: (place: LivePlace, count: number) => readonly SaidLine[] | null
  /** UNIX seconds. */
  readonly now: () => number
  /** Whether it is working time for a person. */
  readonly isAwake: (key: PersonKey) => boolean
}

/** A text is not repeated within this number of messages of its topic. */
export const repeatedAfter = 60
/** Minimum time in seconds before an exchange is repeated with other words. */
const againAfter = 20 * 3600
/** The number of attempts to find words for an exchange that repeat no recent text. */
const tries = 6
/** Maximum number of simultaneous conversations. */
const openAtOnce = 3

interface OpenExchange extends LivePlace {
  readonly lines: readonly (readonly [PersonKey, string])[]
  next: number
}

/**
 * The conversations of the demo's people: first, once, those that the demo's history leaves open; then exchanges in
 * existing topics, a few at a time, each to its end.
 */
export class LiveTalk {
  readonly #ports: LiveTalkPorts
  #open: OpenExchange[]
  #round = 0

  constructor(ports: LiveTalkPorts) {
    this.#ports = ports
    this.#open = liveThreads.map((thread) => ({ ...thread, next: this.#saidOf(thread) }))
  }

  /** Takes the next line; null if there is none yet. */
  next(): LiveLine | null {
    this.#open = this.#open.filter(({ lines, next }) => next < lines.length)
    if (this.#open.length < openAtOnce) this.#begin()
    // The open exchanges take turns; an exchange pauses while its next speaker is asleep.
    for (let turn = 0; turn < this.#open.length; turn += 1) {
      const exchange = this.#open[(this.#round + turn) % this.#open.length]
      const line = exchange?.lines[exchange.next]
      if (exchange === undefined || line === undefined || !this.#ports.isAwake(line[0])) continue
      this.#round += turn + 1
      exchange.next += 1
      const { stream, topic } = exchange
      if (this.#ports.newest(exchange, 1) !== null) return { stream, topic, by: line[0], text: line[1] }
      this.drop(exchange)
      return this.next()
    }
    return null
  }

  /** Ends a conversation whose line could not be sent, since its next lines would answer that line. */
  drop({ stream, topic }: LivePlace): void {
    this.#open = this.#open.filter((other) => other.stream !== stream || other.topic !== topic)
  }

  /** The number of lines of a conversation that earlier runs of the server have sent. */
  #saidOf(thread: (typeof liveThreads)[number]): number {
    const said = new Set(this.#ports.newest(thread, 1_000)?.map(({ text }) => text))
    return thread.lines.findLastIndex(([, text]) => said.has(text)) + 1
  }

  /** Begins an exchange that was not used today, in a quiet topic. */
  #begin(): void {
    const { random, newest } = this.#ports
    const candidates = [...forms]
    while (candidates.length > 0) {
      const [form] = candidates.splice(random.below(candidates.length), 1)
      if (form === undefined) return
      const { exchange } = form
      const isBusy = this.#open.some(({ stream, topic }) => stream === exchange.stream && topic === exchange.topic)
      const recent = isBusy ? null : newest(exchange, repeatedAfter)
      if (recent === null || this.#wasToday(form, recent)) continue
      const lines = this.#written(exchange, new Set(recent.map(({ text }) => text)))
      if (lines === null) continue
      this.#open.push({ stream: exchange.stream, topic: exchange.topic, lines, next: 0 })
      return
    }
  }

  #wasToday({ first }: Form, recent: readonly SaidLine[]): boolean {
    const begin = this.#ports.now() - againAfter
    return recent.some(({ text, at }) => at > begin && first.test(text))
  }

  /** The lines of an exchange with words that repeat no recent text; null if none are found. */
  #written(exchange: Exchange, recent: ReadonlySet<string>): OpenExchange['lines'] | null {
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const words = exchangeWords(this.#ports.random)
      const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
      const lines = exchange.lines.map(([by, text]) => [by, capital(fill(text))] as const)
      if (lines.every(([, text]) => !recent.has(text))) return lines
    }
    return null
  }
}

/** An exchange with the fixed beginning and end of its first line. */
interface Form {
  readonly exchange: Exchange
  readonly first: RegExp
}

const forms: readonly Form[] = exchanges.map((exchange) => ({ exchange, first: formOf(exchange.lines[0]?.[1] ?? '') }))

function formOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('.+')}$`, 'iu')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
