import type { Core } from '../core/core.ts'
import { pruneDecisions } from '../notifications/decision-log.ts'
import type { IndexMerger } from './index-merger.ts'
import type { Eviction } from './eviction.ts'

const dayMs = 86_400_000
/** Milliseconds of inactivity required after the start and after the user's last call. */
const idleMs = 5 * 60_000
/** The free share of a file, and the free bytes, above which it is vacuumed. */
const wasteShare = 0.25
const wasteBytes = 64_000_000

/**
 * Maintains the account's file once a day while the user is idle: evicts messages, updates SQLite's statistics,
 * truncates the log, and vacuums a file with much free space.
 */
export class Housekeeping {
  readonly #core: Core
  readonly #eviction: Eviction
  readonly #merger: IndexMerger
  #isStopped = false
  #usedAt: number
  #cancel: () => void = () => undefined

  constructor(core: Core, eviction: Eviction, merger: IndexMerger) {
    this.#core = core
    this.#eviction = eviction
    this.#merger = merger
    this.#usedAt = core.ports.clock.now()
  }

  start(): void {
    this.#wait(idleMs)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
    this.#eviction.stop()
  }

  /** Looks again whether work is due, after the time of the last work was changed. */
  tidySoon(): void {
    if (!this.#isStopped) this.#wait(idleMs)
  }

  /** Records activity of the user; no blocking task starts now. */
  noteUse(): void {
    this.#usedAt = this.#core.ports.clock.now()
  }

  #wait(delayMs: number): void {
    this.#cancel()
    this.#cancel = this.#core.ports.clock.schedule(delayMs, () => {
      const looked = this.#look().catch((error: unknown) => {
        this.#core.noteFailure('tidying up', error)
        if (!this.#isStopped) this.#wait(idleMs)
      })
      this.#core.runInBackground('tidying up', looked)
    })
  }

  async #look(): Promise<void> {
    const now = this.#core.ports.clock.now()
    const idleFor = now - this.#usedAt
    if (idleFor < idleMs) {
      this.#wait(idleMs - idleFor)
      return
    }
    const age = now - this.#core.store.meta.tidiedAt()
    if (age >= 0 && age < dayMs) {
      this.#wait(dayMs - age)
      return
    }
    let isDone = true
    try {
      isDone = await this.#tidy()
    } catch (error) {
      this.#core.noteDamage(error)
      this.#core.ports.log('warn', `tidying up failed, and is tried again tomorrow: ${String(error)}`)
    }
    if (!this.#isStopped) this.#wait(isDone ? dayMs : idleMs)
  }

  /** Does the daily work. Returns false if the user became active in the meantime, so that it must be repeated. */
  async #tidy(): Promise<boolean> {
    const { store, ports } = this.#core
    const usedAt = this.#usedAt
    const isIdle = () => !this.#isStopped && this.#usedAt === usedAt
    const evicted = await this.#eviction.run()
    await this.#merger.finish(isIdle)
    if (!isIdle()) return false
    store.transaction(() => {
      store.meta.setTidiedAt(ports.clock.now())
      pruneDecisions(this.#core)
    })
    store.optimize()
    const free = store.freeBytes()
    const isWorthIt = free > wasteBytes && free > wasteShare * (free + store.usedBytes())
    if (isWorthIt) store.vacuum()
    store.checkpoint()
    ports.log('info', `tidied up: ${evicted} messages evicted, ${free} bytes free${isWorthIt ? ', written anew' : ''}`)
    return true
  }
}
