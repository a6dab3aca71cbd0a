import type { AccountSummary, RetryOutcome } from '#contract/accounts.ts'
import type { Bridge } from '#contract/bridge.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { failureSentence, formatMoment, statusLine, connectionStatus, type ConnectionFacts } from '#i18n/connections.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'

/** The view of an account's waiting actions and of its connection. */
export type WaitingView = LiveView<'connection'>

/** An account in the panel: its summary from the main process and its engine's connection view. */
export interface ConnectionEntry {
  readonly account: AccountSummary
  readonly view: WaitingView
}

/** The reason why a “Try now” was not carried out. */
interface Answer {
  readonly sentence: string
  /** The time at which it expires, in UNIX milliseconds; null if it does not. */
  readonly until: number | null
}

/** The number of rows before the end at which more are requested. */
const nearEnd = 30
/** The shortest interval between retries of a button that is held down, in milliseconds. */
const retryPauseMs = 1000

/** The time after which the connection state no longer counts as the outcome of the retry, in milliseconds. */
const outcomeForMs = 60_000

/** The state of the connection panel: a view of each account, one of which is selected. */
export class Connections {
  readonly #bridge: Bridge
  readonly #views: ViewClient
  readonly #opened = new Map<string, WaitingView>()
  entries = $state.raw<readonly ConnectionEntry[]>([])
  #wanted = $state.raw<string | null>(null)
  /** The reasons why the last “Try now” was not carried out, by account. */
  #answers = $state.raw<ReadonlyMap<string, Answer>>(new Map())
  /** The time of the last “Try now”, in UNIX milliseconds, by account. */
  #askedAt = $state.raw<ReadonlyMap<string, number>>(new Map())
  /** The state of the list for which more rows were last requested. */
  #askedFor = ''

  constructor(options: { bridge: Bridge; views: ViewClient; selected: string | null }) {
    this.#bridge = options.bridge
    this.#views = options.views
    this.#wanted = options.selected
  }

  /** The selected account, or the first one if the selected one no longer exists. */
  get selected(): ConnectionEntry | null {
    return this.entries.find(({ account }) => account.id === this.#wanted) ?? this.entries[0] ?? null
  }

  select(accountId: string): void {
    this.#wanted = accountId
  }

  /** Opens and closes views as accounts are added and removed. */
  sync(accounts: readonly AccountSummary[]): void {
    const known = new Set(accounts.map(({ id }) => id))
    for (const [id, view] of this.#opened) {
      if (known.has(id)) continue
      this.#opened.delete(id)
      this.#views.close(view)
    }
    this.entries = accounts.map((account) => ({ account, view: this.#viewOf(account.id) }))
  }

  close(): void {
    for (const view of this.#opened.values()) this.#views.close(view)
    this.#opened.clear()
    this.entries = []
  }

  /** Returns why an account's last “Try now” was not carried out, as a sentence; empty if it was, or after a while. */
  answerOf(accountId: string, now: number): string {
    const answer = this.#answers.get(accountId)
    return answer === undefined || (answer.until !== null && answer.until <= now) ? '' : answer.sentence
  }

  /** Returns the outcome of an account's last “Try now”, without a countdown; empty if there was none. */
  outcomeOf({ account, view }: ConnectionEntry, now: number): string {
    const askedAt = this.#askedAt.get(account.id)
    const answer = this.answerOf(account.id, now)
    if (askedAt === undefined || now - askedAt > outcomeForMs || answer !== '') return answer
    const meta = view.failure === null ? view.meta : null
    if (meta?.reachedAt != null && meta.reachedAt >= askedAt) return catalogue.screens.connection.outcome.answered
    if (meta?.tries.lastAt == null || meta.tries.lastAt < askedAt) return catalogue.screens.connection.outcome.trying
    const { failure } = meta.tries
    return failure === null
      ? catalogue.screens.connection.outcome.inVain
      : `${catalogue.screens.connection.outcome.inVain} ${failureSentence(failure)}`
  }

  /** Retries an account at once, unless its last retry was a moment ago. */
  async retry(accountId: string): Promise<void> {
    const now = Date.now()
    const last = this.#askedAt.get(accountId)
    if (last !== undefined && now >= last && now - last < retryPauseMs) return
    this.#askedAt = new Map(this.#askedAt).set(accountId, now)
    this.#answer(accountId, null)
    const result = await this.#bridge.call('accounts.retry', { accountId })
    this.#answer(
      accountId,
      result.ok ? answerTo(result.value, now) : { sentence: sentenceOf(result.error), until: null },
    )
  }

  async retryAll(): Promise<void> {
    await Promise.all(this.entries.map(({ account }) => this.retry(account.id)))
  }

  /** Requests more rows near the end of the list, once for each length of the list. */
  async reach(entry: ConnectionEntry, index: number): Promise<void> {
    const { items, meta, viewId, engineEpoch, accountId } = entry.view
    if (meta === null || items.length >= meta.total || index < items.length - nearEnd) return
    // A reopened view starts with fewer rows, so the length alone does not identify the state.
    const state = `${viewId} ${engineEpoch} ${items.length}`
    if (this.#askedFor === state) return
    this.#askedFor = state
    await this.#bridge.call('views.more', { accountId, viewId, direction: 'newer' })
  }

  #viewOf(accountId: string): WaitingView {
    const known = this.#opened.get(accountId)
    if (known !== undefined) return known
    const view = this.#views.open(accountId, { type: 'connection' })
    this.#opened.set(accountId, view)
    return view
  }

  #answer(accountId: string, answer: Answer | null): void {
    const others = [...this.#answers].filter(([id]) => id !== accountId)
    this.#answers = new Map(answer === null ? others : [...others, [accountId, answer]])
  }
}

/** Returns the connection facts of an entry from its engine, or from the main process if the engine does not answer. */
export function factsOf({ account, view }: ConnectionEntry): ConnectionFacts & { readonly nextTryAt: number | null } {
  const meta = view.failure === null ? view.meta : null
  if (meta !== null) return meta
  const { connection, rateLimitedUntil } = account
  return { connection, rateLimitedUntil, nextTryAt: connection.state === 'offline' ? connection.retryAt : null }
}

/** Returns the announcement of a changed state for screen readers, without a countdown. */
export function announcedState(entry: ConnectionEntry, now: number): string {
  const facts = factsOf(entry)
  const { spoken, spokenOffline } = catalogue.screens.connection
  const state = connectionStatus(facts, now) === 'offline' ? spokenOffline : statusLine(facts, null, now)
  return spoken({ organization: entry.account.organization, state })
}

function answerTo(outcome: RetryOutcome, now: number): Answer | null {
  switch (outcome.kind) {
    case 'trying':
      return null
    case 'rate_limited':
      return {
        sentence: catalogue.screens.connection.outcome.rateLimited(formatMoment(outcome.until, now)),
        until: outcome.until,
      }
    case 'no_key':
      return { sentence: catalogue.screens.connection.outcome.noKey, until: null }
  }
}
