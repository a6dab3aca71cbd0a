import type { StateInline } from 'markdown-it'
import { environmentOf, pushHtml } from '../environment.ts'

/** Wildcard mentions and their scope. */
const wildcards: ReadonlyMap<string, 'stream' | 'topic'> = new Map([
  ['all', 'stream'],
  ['everyone', 'stream'],
  ['stream', 'stream'],
  ['topic', 'topic'],
])
/** Maximum length of a name in UTF-16 units: of a stream with a topic, or of a full name with an id. */
const longestMention = 260
/** Mentions and links of streams do not start inside a word. */
const beforeMention = /[\s'"({[/<]/

/** `@**Name**`, `@**Name|12**`, `@_**Name**`, `@**all**`, `@*group*` (wire-protocol.md §2.14). */
export function mentionRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '@' || !beforeMention.test(state.src[state.pos - 1] ?? ' ')) return false
  const text = state.src.slice(state.pos, state.pos + longestMention)
  const found = userMention(state, text) ?? groupMention(state, text)
  if (found === undefined) return false
  if (!silent) found.push()
  state.pos += found.length
  return true
}

interface Found {
  readonly length: number
  readonly push: () => void
}

function userMention(state: StateInline, text: string): Found | undefined {
  const match = /^@(_?)\*\*([^*]*?)(?:\|(\d{1,15}))?\*\*/.exec(text)
  if (match === null || (match[2] === '' && match[3] === undefined)) return undefined
  const [whole, quiet, name = '', id] = match
  const environment = environmentOf(state)
  const isSilent = quiet !== ''
  // With an id it is a user, whose name may be that of a wildcard.
  const wildcard = id === undefined ? (wildcards.get(name) ?? environment.directory.wildcard?.(name)) : undefined
  if (wildcard !== undefined) {
    return {
      length: whole.length,
      push: () => {
        if (!isSilent) environment.wildcards.add(wildcard)
        const className = wildcard === 'topic' ? 'topic-mention' : 'user-mention'
        pushMention(state, { className, attribute: wildcard === 'topic' ? '' : ' data-user-id="*"', name, isSilent })
      },
    }
  }
  const user = environment.directory.user(name, id === undefined ? undefined : Number(id))
  // A name beside an id must be the user's exact name.
  if (user === undefined || (id !== undefined && name !== '' && name !== user.fullName)) return undefined
  return {
    length: whole.length,
    push: () => {
      if (!isSilent) environment.mentionedUserIds.add(user.id)
      const attribute = ` data-user-id="${user.id}"`
      pushMention(state, { className: 'user-mention', attribute, name: user.fullName, isSilent })
    },
  }
}

function groupMention(state: StateInline, text: string): Found | undefined {
  const match = /^@(_?)\*([^*]+)\*/.exec(text)
  if (match === null) return undefined
  const [whole, quiet, name = ''] = match
  const environment = environmentOf(state)
  const group = environment.directory.group(name)
  if (group === undefined) return undefined
  const isSilent = quiet !== '' || group.isOutOfUse === true
  return {
    length: whole.length,
    push: () => {
      if (!isSilent) environment.mentionedGroupIds.add(group.id)
      const attribute = ` data-user-group-id="${group.id}"`
      pushMention(state, { className: 'user-group-mention', attribute, name: group.name, isSilent })
    },
  }
}

function pushMention(
  state: StateInline,
  mention: { className: string; attribute: string; name: string; isSilent: boolean },
): void {
  const { className, attribute, isSilent } = mention
  const name = state.md.utils.escapeHtml(mention.name)
  pushHtml(
    state,
    `<span class="${className}${isSilent ? ' silent' : ''}"${attribute}>${isSilent ? '' : '@'}${name}</span>`,
  )
}

/** `#**stream**` and `#**stream>topic**`. */
export function streamRule(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '#' || !beforeMention.test(state.src[state.pos - 1] ?? ' ')) return false
  const match = /^#\*\*([^*>]+)(?:>([^*]+))?\*\*/.exec(state.src.slice(state.pos, state.pos + longestMention))
  if (match === null) return false
  const [whole, name = '', topic] = match
  const stream = environmentOf(state).directory.stream(name)
  if (stream === undefined) return false
  if (!silent) {
    const escape = state.md.utils.escapeHtml
    const base = `/#narrow/stream/${stream.id}-${hashEncode(stream.name.replaceAll(' ', '-'))}`
    pushHtml(
      state,
      topic === undefined
        ? `<a class="stream" data-stream-id="${stream.id}" href="${base}">#${escape(stream.name)}</a>`
        : `<a class="stream-topic" data-stream-id="${stream.id}" href="${base}/topic/${hashEncode(topic)}">#${escape(stream.name)} &gt; ${escape(topic)}</a>`,
    )
  }
  state.pos += whole.length
  return true
}

/** The encoding of `#narrow` links (wire-protocol.md §2.14). */
export function hashEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replaceAll('.', '%2E')
    .replaceAll('%', '.')
    .replaceAll('(', '.28')
    .replaceAll(')', '.29')
}
