import type { HistoryItem, StorageMeta } from '#contract/storage/storage.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { NameQuery, foldName } from '#shared/name-query.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { StreamOrder } from '../../projections/conversation-lists.ts'
import type { Change } from '../../state/changes.ts'
import { privacyOf } from '../../state/directory/directory.ts'
import type { StreamRow } from '../../store/directory.ts'
import type { MessageCounts } from '../../store/history/message-counts.ts'
import type { HistoryFetch } from '../../sync/history-fetch.ts'
import { isLive, mayFetch, reachOf } from '../../sync/own-containers.ts'
import { containerName, type Container } from '../../values/conversation.ts'
import type { RefreshableView } from '../view.ts'

const perStep = clientLimits.listStep.most
/** Counts are repeated after this time at the earliest, in milliseconds, since they read whole indexes. */
const countedForMs = 10_000

/** The parts of the engine that the view needs. */
export interface StoragePorts {
  readonly order: Pick<StreamOrder, 'inOrder'>
  readonly history: Pick<HistoryFetch, 'progress' | 'statusOf'>
  /** Returns the number of cached messages that are older than what is kept. */
  readonly surplus: () => number
  /** It is called when the view must be computed again. */
  readonly onDirty: () => void
}

interface Counted {
  readonly all: number
  readonly direct: number
  readonly streams: ReadonlyMap<number, number>
  readonly surplus: number
}

/** The view of what is stored on this computer: sums, and how far back each container reaches. */
export class StorageView implements RefreshableView<'storage'> {
  readonly #core: ReadCore
  readonly #ports: StoragePorts
  readonly #query: NameQuery
  #shown = perStep
  #counted: Counted | null = null
  #countedAt = 0
  #cancel: (() => void) | null = null
  #isCounting = false
  #isClosed = false

  constructor(core: ReadCore, ports: StoragePorts, text: string) {
    this.#core = core
    this.#ports = ports
    this.#query = new NameQuery(text, clientLimits.nameWords.most)
  }

  isAffected(change: Change): boolean {
    switch (change.kind) {
      case 'message':
        // Only the counts change, which are repeated later.
        this.#countLater()
        return false
      case 'history':
      case 'ranges':
      case 'ranges_lost':
        this.#countLater()
        return true
      case 'streams':
      case 'preferences':
      case 'organization':
      case 'epoch':
      case 'waiting':
        return true
      default:
        return false
    }
  }

  compute(): { items: HistoryItem[]; meta: StorageMeta } {
    const { store } = this.#core
    const streams = this.#streams()
    const found = streams.filter(({ name }) => this.#query.isEmpty || this.#query.matches(foldName(name)))
    const direct = this.#query.isEmpty ? [this.#itemOf({ kind: 'direct_all' }, null)] : []
    const items = found
      .slice(0, this.#shown - direct.length)
      .map((stream) =>
        this.#itemOf(
          { kind: 'stream', streamId: stream.id },
          { id: stream.id, name: stream.name, color: stream.color, privacy: privacyOf(stream) },
        ),
      )
    const indexBytes = store.search.bytes()
    const run = this.#ports.history.progress()
    return {
      items: [...direct, ...items],
      meta: {
        messages: this.#counted?.all ?? null,
        bytes: Math.max(0, store.usedBytes() - (indexBytes ?? 0)),
        indexBytes,
        surplus: this.#counted?.surplus ?? 0,
        policy: store.meta.cachePolicy(),
        run,
        total: streams.length + 1,
        found: found.length + direct.length,
        hasMore: found.length > items.length,
      },
    }
  }

  #streams() {
    const { accountState, store } = this.#core
    const chosen = new Set([
      ...store.keptHistory.all().keys(),
      ...store.historyFetches.all().map((row) => row.container),
    ])
    const others: StreamRow[] = []
    const own = this.#ports.order.inOrder().flatMap((id) => {
      const stream = accountState.streams.get(id)
      if (stream === undefined || stream.is_subscribed === 1) return stream ?? []
      // The others that the user may read are listed when they are searched for: there may be thousands.
      const isListed = chosen.has(containerName({ kind: 'stream', streamId: id }))
      if (isListed || (!this.#query.isEmpty && mayFetch(this.#core, id))) others.push(stream)
      return []
    })
    return [...own, ...others]
  }

  #itemOf(container: Container, stream: HistoryItem['stream']): HistoryItem {
    const name = containerName(container)
    const choice = this.#core.store.keptHistory.of(name)
    const counted = this.#counted
    return {
      key: `history:${name}`,
      kind: 'history',
      container,
      stream,
      messages: counted === null ? null : stream === null ? counted.direct : (counted.streams.get(stream.id) ?? 0),
      reach: reachOf(this.#core, container),
      copy: isLive(this.#core, container) ? null : { at: choice?.copied_at ?? null },
      keeps: choice === undefined ? 'organization' : (choice.days ?? 'everything'),
      fetch: this.#ports.history.statusOf(name),
    }
  }

  async refresh(): Promise<void> {
    if (this.#counted === null) await this.#count()
  }

  #countLater(): void {
    if (this.#cancel !== null || this.#isClosed) return
    const { clock } = this.#core.ports
    const delayMs = Math.max(0, this.#countedAt + countedForMs - clock.now())
    this.#cancel = clock.schedule(delayMs, () => {
      this.#cancel = null
      this.#core.runInBackground('the counts of messages', this.#count())
    })
  }

  async #count(): Promise<void> {
    if (this.#isCounting || this.#isClosed) return
    this.#isCounting = true
    try {
      const counts = await this.#core.reader.countMessages()
      if (this.#hasEnded()) return
      this.#counted = countedOf(counts, this.#ports.surplus())
      this.#countedAt = this.#core.ports.clock.now()
      this.#ports.onDirty()
    } finally {
      this.#isCounting = false
    }
  }

  #hasEnded(): boolean {
    return this.#isClosed
  }

  /** Lists more streams. */
  more(): void {
    this.#shown += perStep
    this.#ports.onDirty()
  }

  close(): void {
    this.#isClosed = true
    this.#cancel?.()
  }
}

function countedOf({ direct, streams }: MessageCounts, surplus: number): Counted {
  return { all: streams.reduce((sum, [, count]) => sum + count, direct), direct, streams: new Map(streams), surplus }
}
