import type { Failure } from '../../../preload/contract/values.ts'
import { readPoll, writtenPoll } from './poll-text.ts'

/** An option, with an identity that outlives the changes of others. */
interface Option {
  readonly id: number
  text: string
}

/** A poll has at least two. */
const fewest = 2

/** A poll as a form. What it holds is the text of the composer at any time: nothing else has to be kept. */
export class PollForm {
  question = $state('')
  options = $state<Option[]>([])
  failure = $state.raw<Failure | null>(null)
  readonly #onchange: (content: string) => void
  #nextId = 0

  /** @param content what the composer holds: a poll, or lines that become one with the first change */
  constructor(content: string, onchange: (content: string) => void) {
    this.#onchange = onchange
    const { question, options } = readPoll(content)
    this.question = question
    this.options = options.map((text) => this.#option(text))
    while (this.options.length < fewest) this.options.push(this.#option())
  }

  /** The user changed something. */
  changed(): void {
    this.failure = null
    this.#onchange(writtenPoll({ question: this.question, options: this.options.map(({ text }) => text) }))
  }

  /** Adds an option below another. @returns its id */
  addBelow(index: number): number {
    const option = this.#option()
    this.options.splice(index + 1, 0, option)
    return option.id
  }

  /** Removes an option; the last one is only emptied. @returns the id of the one that is in its place then */
  remove(index: number): number | null {
    const only = this.options.length === 1 ? this.options[0] : undefined
    if (only === undefined) this.options.splice(index, 1)
    else only.text = ''
    this.changed()
    return this.options[Math.min(index, this.options.length - 1)]?.id ?? null
  }

  move(index: number, step: 1 | -1): void {
    const [option, other] = [this.options[index], this.options[index + step]]
    if (option === undefined || other === undefined) return
    this.options[index] = other
    this.options[index + step] = option
    this.changed()
  }

  /** Whether it can be sent; else `failure` says why not. */
  check(): boolean {
    this.failure = this.question.trim() === '' ? { code: 'POLL_WITHOUT_QUESTION' } : null
    return this.failure === null
  }

  #option(text = ''): Option {
    this.#nextId += 1
    return { id: this.#nextId, text }
  }
}
