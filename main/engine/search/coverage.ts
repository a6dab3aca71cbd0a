import type { SearchCoverage } from '#contract/search.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { Change } from '../state/changes.ts'
import { isLive, ownContainers, reachOf } from '../sync/own-containers.ts'
import { directConversation, directKeyOf, topicConversation, topicKey, type Container } from '../values/conversation.ts'
import type { Condition, SearchQuery } from './query.ts'

type Everything = Extract<SearchCoverage, { kind: 'everything' }>

/** The coverage of everything by engine, until it changes: an organization may have thousands of streams. */
const known = new WeakMap<ReadCore, { everything: Everything | null }>()

/** Returns whether a change may change how far back this computer has what is searched. */
export function changesCoverage(change: Change): boolean {
  switch (change.kind) {
    case 'ranges':
    case 'ranges_lost':
    case 'streams':
    case 'epoch':
      return true
    default:
      return false
  }
}

/** Returns how far back this computer has what a query searches. */
export function searchCoverage(core: ReadCore, { filters }: SearchQuery): SearchCoverage {
  const wanted = filters.filter(({ isNegated }) => !isNegated)
  const stream = wanted.find((filter) => filter.kind === 'stream')
  if (stream !== undefined) {
    const { streamId } = stream
    const topic = wanted.find((filter) => filter.kind === 'topic')
    const key = topic === undefined ? null : topicConversation(streamId, topicKey(topic.topic))
    const container = { kind: 'stream', streamId } as const
    return placeOf(core, container, reachOf(core, container, key))
  }
  if (!wanted.some(isDirect)) return everythingOf(core)
  const exact = wanted.find((filter) => filter.kind === 'direct')
  const key = exact === undefined ? null : directConversation(directKeyOf(exact.userIds))
  const container = { kind: 'direct_all' } as const
  return placeOf(core, container, reachOf(core, container, key))
}

function isDirect(condition: Condition): boolean {
  switch (condition.kind) {
    case 'direct':
    case 'directWith':
      return true
    case 'is':
      return condition.what === 'direct'
    default:
      return false
  }
}

function placeOf(
  core: ReadCore,
  container: Container,
  reach: Extract<SearchCoverage, { kind: 'place' }>['reach'],
): SearchCoverage {
  const stream = container.kind === 'stream' ? core.accountState.streams.get(container.streamId) : undefined
  return { kind: 'place', streamName: stream?.name ?? null, reach, isLive: isLive(core, container) }
}

function everythingOf(core: ReadCore): Everything {
  let cached = known.get(core)
  if (cached === undefined) {
    const made = { everything: null as Everything | null }
    cached = made
    known.set(core, made)
    core.onCommit('the reach of the search', (changes) => {
      if (changes.some(changesCoverage)) made.everything = null
    })
  }
  return (cached.everything ??= computed(core))
}

function computed(core: ReadCore): Everything {
  const reaches = ownContainers(core).map((container) => reachOf(core, container))
  const since = reaches.flatMap((reach) => (reach.kind === 'since' ? [reach.at] : []))
  return {
    kind: 'everything',
    total: reaches.length,
    whole: reaches.filter(({ kind }) => kind === 'everything').length,
    missing: reaches.filter(({ kind }) => kind === 'nothing').length,
    since: since.length === 0 ? null : since.reduce((latest, at) => Math.max(latest, at)),
  }
}
