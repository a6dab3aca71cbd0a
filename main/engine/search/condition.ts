import { contentKinds } from '../values/message-text.ts'
import { directKeyOf, topicKey } from '../values/conversation.ts'
import { resolvedPrefix } from '../values/topics.ts'
import { topicAtServer } from '../state/topics/empty-topic.ts'
import type { ReadAccountState } from '../state/account-state.ts'
import type { FindQuery } from '../store/find.ts'
import type { Filter, IsWhat, Phrase, SearchQuery } from './query.ts'

interface Fragment {
  readonly sql: string
  readonly parameters: readonly (string | number)[]
}

/** A search in the terms of the cache: the FTS5 query and the SQL condition on messages `m`. */
export type DiskTerms = Pick<FindQuery, 'match' | 'beginnings' | 'condition'>

/** The longest prefix of a word that counts as short, because most messages match it. */
const shortBeginning = 2

/** The terms of a search on the disk. @param only the ids that are searched; null for all */
export function diskTerms(
  query: SearchQuery,
  accountState: ReadAccountState,
  only: readonly number[] | null,
): DiskTerms {
  const wanted = query.words.filter(({ isNegated }) => !isNegated).map(({ phrases }) => allOf(phrases))
  const unwanted = query.words.filter(({ isNegated }) => isNegated).map(({ phrases }) => `(${allOf(phrases)})`)
  const fragments = query.filters.map((filter) => {
    const fragment = fragmentOf(filter, accountState)
    return filter.isNegated ? { ...fragment, sql: `(${fragment.sql}) IS NOT 1` } : fragment
  })
  if (only !== null) fragments.push(fragment('m.id IN (SELECT value FROM json_each(?))', JSON.stringify(only)))
  if (wanted.length === 0 && unwanted.length > 0) {
    // A message that is not indexed yet could contain the word.
    fragments.push(
      fragment(
        'm.is_indexed = 1 AND m.id NOT IN (SELECT rowid FROM message_text WHERE message_text MATCH ?)',
        unwanted.join(' OR '),
      ),
    )
  }
  const match = wanted.length === 0 ? null : [`(${wanted.join(' AND ')})`, ...unwanted].join(' NOT ')
  return {
    match,
    beginnings: only === null && unwanted.length === 0 ? shortBeginnings(query) : null,
    condition: {
      sql: fragments.length === 0 ? '1' : fragments.map(({ sql }) => `(${sql})`).join(' AND '),
      parameters: fragments.flatMap(({ parameters }) => parameters),
      isByPerson: query.filters.some(({ kind, isNegated }) => kind === 'sender' && !isNegated),
    },
  }
}

/** The words of a search that has only short prefixes besides its filters; null for all other searches. */
function shortBeginnings(query: SearchQuery): string[] | null {
  const phrases = query.words.flatMap((words) => words.phrases)
  const isShort = ({ words, isPrefix }: Phrase) =>
    isPrefix && words.length === 1 && (words[0] ?? '').length <= shortBeginning
  return phrases.length > 0 && phrases.every(isShort) ? phrases.flatMap(({ words }) => words) : null
}

function allOf(phrases: readonly Phrase[]): string {
  return phrases.map(matchOf).join(' AND ')
}

/** The FTS5 query of a phrase. Every word is quoted, because `C++` or `don't` would be query syntax otherwise. */
function matchOf({ words, isPrefix }: Phrase): string {
  return `"${words.join(' ').replaceAll('"', '""')}"${isPrefix ? ' *' : ''}`
}

function fragment(sql: string, ...parameters: (string | number)[]): Fragment {
  return { sql, parameters }
}

function fragmentOf(filter: Filter, accountState: ReadAccountState): Fragment {
  switch (filter.kind) {
    case 'sender':
      return fragment('m.sender_id = ?', filter.userId)
    case 'stream':
      return fragment('m.stream_id = ?', filter.streamId)
    case 'topic':
      return fragment(
        'm.topic_key = ? AND m.stream_id IS NOT NULL',
        topicKey(topicAtServer(accountState, filter.topic)),
      )
    case 'direct':
      return fragment('m.direct_key = ?', directKeyOf(filter.userIds))
    case 'directWith':
      // The own account is a member of every direct conversation and is not in its key.
      return filter.userId === accountState.selfId
        ? fragment('m.stream_id IS NULL')
        : fragment("m.direct_key IS NOT NULL AND instr(',' || m.direct_key || ',', ?) > 0", `,${filter.userId},`)
    case 'has':
      // The first condition is the one of the partial index.
      return filter.what === 'reaction'
        ? fragment("m.reactions <> '[]'")
        : fragment('m.has <> 0 AND m.has & ? <> 0', contentKinds[filter.what])
    case 'is':
      return isFragment(filter.what)
    case 'time':
      return fragment(
        'm.timestamp >= ? AND m.timestamp < ?',
        Math.max(filter.from, Number.MIN_SAFE_INTEGER),
        Math.min(filter.until, Number.MAX_SAFE_INTEGER),
      )
  }
}

function isFragment(what: IsWhat): Fragment {
  switch (what) {
    case 'starred':
      return fragment('m.is_starred = 1')
    case 'unread':
      return fragment('m.id IN (SELECT message_id FROM unread)')
    case 'mentioned':
      return fragment('m.is_mentioned = 1')
    case 'alerted':
      return fragment('m.has_alert_word = 1')
    case 'direct':
      return fragment('m.stream_id IS NULL')
    case 'resolved':
      return fragment('m.stream_id IS NOT NULL AND substr(m.topic, 1, ?) = ?', resolvedPrefix.length, resolvedPrefix)
    case 'followed':
      return fragment(
        `EXISTS (SELECT 1 FROM topic_policy p
          WHERE p.stream_id = m.stream_id AND p.topic_key = m.topic_key AND p.policy = 3)`,
      )
  }
}
