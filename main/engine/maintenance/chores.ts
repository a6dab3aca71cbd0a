import type { Core } from '../core/core.ts'
import { kindsOf } from '../state/content/content.ts'
import { conversationOf } from '../values/conversation.ts'
import { peoplePart } from '../state/directory/directory.ts'
import { needsRenewal, renewContent } from '../state/content/stored-content.ts'

/** Background work on the database in short steps, between which other work runs. */
export class Chore {
  readonly #core: Core
  readonly #failure: string
  readonly #step: () => boolean
  #isRunning = false
  #isStopped = false

  /** `step` takes a few milliseconds and returns whether there may be more work; `failure` is the text for the log. */
  constructor(core: Core, failure: string, step: () => boolean) {
    this.#core = core
    this.#failure = failure
    this.#step = step
  }

  /** Runs steps until there is no more work; after a failure the next run continues from there. */
  async run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      do await this.#core.breathe()
      while (!this.#isStopped && this.#step())
    } catch (error) {
      this.#core.noteDamage(error)
      this.#core.ports.log('error', `${this.#failure}: ${String(error)}`)
    } finally {
      this.#isRunning = false
    }
  }

  stop(): void {
    this.#isStopped = true
  }
}

/** Rows per transaction, which takes some milliseconds. */
const indexedAtOnce = 50

/**
 * Adds messages to the search index that were stored before it existed, newest first. Each row records whether it is
 * indexed, so an interruption loses nothing.
 */
export function searchIndexer(core: Core): Chore {
  const { store } = core
  return new Chore(core, 'the search index could not be filled', () => {
    const rows = store.search.missing(indexedAtOnce)
    if (rows.length === 0) return false
    store.transaction(() => {
      for (const row of rows) store.search.fill(row, kindsOf(row.content))
    })
    return true
  })
}

/** Rows per transaction, which takes some milliseconds if all of them change. */
const renewedAtOnce = 100

/**
 * Renews the stored content of messages from earlier versions (migration 0120), newest first. The progress is committed
 * with the rows, so an interruption loses nothing.
 */
export function contentRenewal(core: Core): Chore {
  const { store } = core
  return new Chore(core, 'older messages could not be parsed again', () => {
    const below = store.meta.renewalBelow()
    if (below === null) return false
    const rows = store.messages.olderThan(below, renewedAtOnce)
    core.commit(() => {
      store.meta.setRenewalBelow(rows.at(-1)?.id ?? null)
      return rows.filter(needsRenewal).map((row) => {
        const { html, plain } = renewContent(row.content)
        store.messages.renew({ ...row, content: html, plain })
        return { kind: 'message', id: row.id, conversation: conversationOf(row) }
      })
    })
    return true
  })
}

/** People per step, which takes some milliseconds: the index of all is merged with each step. */
const peopleAtOnce = 1000

/** Adds people to the index of names, so that neither the first mention nor the directory waits for it. */
export function peopleIndexer(core: Core): Chore {
  return new Chore(core, 'the index of people could not be filled', () =>
    core.accountState.of(peoplePart).updateIndex(peopleAtOnce),
  )
}
