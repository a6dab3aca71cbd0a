import type { StreamId } from '#shared/ids.ts'
import type { RouteStorage } from '../../state/routes/last-routes.ts'
import { StoredJson } from '../../state/stored-json.ts'
import {
  groupKinds,
  isFoldedAtFirst,
  type Folding,
  type GroupKind,
  type StreamFolding,
} from '../../parts/conversations/navigation-groups.ts'

/** The limit of streams per account whose folding is kept; those that were changed longest ago are dropped. */
const mostStreams = 1000

interface Parts {
  readonly groups: ReadonlyMap<GroupKind, boolean>
  readonly streams: ReadonlyMap<StreamId, StreamFolding>
}

/** The groups and streams of the navigation that are folded or opened, by account, across restarts. */
export class FoldedParts {
  readonly #stored: StoredJson<Parts>
  readonly #read = new Map<string, Parts>()
  /** The changes since the page was loaded. */
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

  /** Drops the folding of an account that was signed out. */
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

/** Parses stored folding; damaged parts count as unchanged. */
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
