import type { TopicLink } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { LinkifierMatch } from '#shared/content/linkifiers.ts'
import { linksInTopic } from '#shared/content/topic-links.ts'
import { linkifiers } from '../../state/organization/linkifiers.ts'
import { readTopicLinks, safeTopicLinks } from '../../state/topics/topic-links.ts'
import { topicAfterMove } from '../../actions/moves/resolve-topic.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { LinkifierRow } from '../../store/organization.ts'
import { topicKey } from '../../values/conversation.ts'
import type { StreamId } from '../../values/ids.ts'

/** The matches of an organization's linkifiers in a text. */
type Match = (text: string) => readonly LinkifierMatch[]

/** The number of a topic's newest messages that are searched for links. */
const askedMessages = 20

/** The compiled linkifiers of each organization, by the list in the account state. */
const compiled = new WeakMap<readonly LinkifierRow[], { readonly loading: Promise<Match>; match: Match | null }>()

/**
 * Returns the links in the name of a topic. The newest message with links gives them if its topic still has this name.
 * Otherwise the organization's linkifiers do, and if they find none, the links of the earlier name that still fit.
 * @param onready called when more links can be found, because linkifiers are loaded when a topic first needs them
 */
export function topicLinks(
  core: ReadCore,
  streamId: StreamId,
  topic: string,
  onready: () => void,
): readonly TopicLink[] {
  if (topic === '') return []
  const { stored, name } = linksOfMessages(core, streamId, topic)
  if (stored?.isOfName === true) return stored.links
  const rows = core.accountState.of(linkifiers)
  const match = rows.length === 0 ? () => [] : (compiled.get(rows)?.match ?? null)
  if (match === null) core.runInBackground('linkifiers', compile(core, rows).then(onready))
  return linksByLinkifiers(core, name, stored?.links ?? [], match ?? (() => []))
}

/** The links of `topicLinks`, after the linkifiers have been loaded. */
export async function topicLinksOnce(core: ReadCore, streamId: StreamId, topic: string): Promise<readonly TopicLink[]> {
  if (topic === '') return []
  const { stored, name } = linksOfMessages(core, streamId, topic)
  if (stored?.isOfName === true) return stored.links
  const rows = core.accountState.of(linkifiers)
  return linksByLinkifiers(core, name, stored?.links ?? [], rows.length === 0 ? () => [] : await compile(core, rows))
}

/** The links in the messages of a topic, and the name that the topic is shown with. */
function linksOfMessages(core: ReadCore, streamId: StreamId, topic: string) {
  const { store } = core
  const key = topicKey(topic)
  const name = topicAfterMove(store, streamId, store.messages.topicName(streamId, key) ?? topic)
  const row = store.messages.linksOfTopic(streamId, key, askedMessages)
  const stored = row === undefined ? null : { isOfName: row.topic === name, links: readTopicLinks(row.links) }
  return { name, stored }
}

/** The links that the linkifiers find; without any, the links of an earlier name whose text the name still contains. */
function linksByLinkifiers(
  core: ReadCore,
  name: string,
  earlier: readonly TopicLink[],
  match: Match,
): readonly TopicLink[] {
  const origin = core.accountState.organization?.realmUri
  const found = origin === undefined ? [] : safeTopicLinks(linksInTopic(name, match(name)), origin)
  return found.length > 0 ? found : earlier.filter(({ text }) => name.includes(text))
}

/** Compiles linkifiers once for each list; an invalid linkifier makes no links. */
function compile(core: ReadCore, rows: readonly LinkifierRow[]): Promise<Match> {
  const known = compiled.get(rows)
  if (known !== undefined) return known.loading
  const loading = import('#shared/content/linkifiers.ts').then(
    ({ compileLinkifier, linkifierMatches, LinkifierError }): Match => {
      const ready = rows.slice(0, clientLimits.linkifiers.most).flatMap((row) => {
        try {
          return [compileLinkifier(row, clientLimits.linkifierSteps.most)]
        } catch (error) {
          if (error instanceof LinkifierError) return []
          throw error
        }
      })
      const elapsed = () => core.ports.clock.elapsed()
      const match: Match = (text) => linkifierMatches(ready, text, { leftMs: clientLimits.linkifierTime.most }, elapsed)
      entry.match = match
      return match
    },
  )
  const entry: { readonly loading: Promise<Match>; match: Match | null } = { loading, match: null }
  compiled.set(rows, entry)
  return loading
}
