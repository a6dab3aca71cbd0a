import type { StreamId } from '#shared/ids.ts'
import type { RouteStorage } from '../routes/last-routes.ts'
import { StoredJson } from '../routes/stored-json.ts'
import { groupKinds, isFoldedAtFirst, type Folding, type GroupKind, type StreamFolding } from './navigation-groups.ts'

/** The streams of an account whose folding is kept; the ones that were changed longest ago go first. */
const mostStreams = 1000

interface Parts {
  readonly groups: ReadonlyMap<GroupKind, boolean>
  readonly streams: ReadonlyMap<StreamId, StreamFolding>
}

/** Which groups and streams of the navigation are folded or opened, by account, across restarts. */
export class FoldedParts {
  readonly #stored: StoredJson<Parts>
  readonly #read = new Map<string, Parts>()
  /** What was changed since the page began. */
  #changed = $state.raw<ReadonlyMap<string, Parts>>(new Map())

  constructor(storage: RouteStorage) {
    this.#stored = new StoredJson(storage, 'folded', readParts)
  }

  of(accountId: string): Folding {
    const { groups, streams } = this.#parts(accountId)
    return {
      isGroupFolded: (kind) => groups.get(kind) ?? isFoldedAtFirst(kind),
      streamFolding: (streamId) => streams.get(streamId) ?? null,
    }
  }

  foldGroup(accountId: string, kind: GroupKind, isFolded: boolean): void {
    const { groups, streams } = this.#parts(accountId)
    this.#set(accountId, { groups: new Map([...groups, [kind, isFolded]]), streams })
  }

  foldStream(accountId: string, streamId: StreamId, folding: StreamFolding): void {
    const { groups, streams } = this.#parts(accountId)
    const others = [...streams].filter(([id]) => id !== streamId).slice(1 - mostStreams)
    this.#set(accountId, { groups, streams: new Map([...others, [streamId, folding]]) })
  }

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    this.#read.delete(accountId)
    this.#changed = new Map([...this.#changed].filter(([id]) => id !== accountId))
    this.#stored.forget(accountId)
  }

  #parts(accountId: string): Parts {
    const known = this.#changed.get(accountId) ?? this.#read.get(accountId)
    if (known !== undefined) return known
    const stored = this.#stored.get(accountId)
    this.#read.set(accountId, stored)
    return stored
  }

  #set(accountId: string, parts: Parts): void {
    this.#changed = new Map([...this.#changed, [accountId, parts]])
    this.#stored.set(accountId, { groups: [...parts.groups], streams: [...parts.streams] })
  }
}

/** What is damaged counts as never changed. */
function readParts(stored: unknown): Parts {
  const { groups, streams } = (stored ?? {}) as Partial<Record<'groups' | 'streams', unknown>>
  return { groups: new Map(listOf(groups).filter(isGroup)), streams: new Map(listOf(streams).filter(isStream)) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isGroup(value: unknown): value is [GroupKind, boolean] {
  return Array.isArray(value) && groupKinds.includes(value[0] as GroupKind) && typeof value[1] === 'boolean'
}

function isStream(value: unknown): value is [StreamId, StreamFolding] {
  return Array.isArray(value) && Number.isSafeInteger(value[0]) && (value[1] === 'open' || value[1] === 'folded')
}
