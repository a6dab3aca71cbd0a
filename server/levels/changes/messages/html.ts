import { hashEncode } from '#server/markdown/inline/mentions.ts'
import { systemGroups } from '#server/store/people/groups.ts'
import type { LevelChange, Scene } from '../../change.ts'

/** The stored name of the empty topic. */
const noTopic = '(no topic)'
const topicLink =
  /<a class="stream-topic" data-stream-id="(\d+)" href="(\/#narrow\/(?:stream|channel)\/[^"/]*)\/topic\/([^"/]*)">([\s\S]*?)<\/a>/g

const groupWords: Readonly<Record<number, string>> = {
  [systemGroups.owners]: 'Owners',
  [systemGroups.administrators]: 'Administrators',
  [systemGroups.moderators]: 'Moderators',
  [systemGroups.fullMembers]: 'Full members',
  [systemGroups.members]: 'Members',
  [systemGroups.everyone]: 'Everyone',
  [systemGroups.internet]: 'Everyone on the internet',
  [systemGroups.nobody]: 'Nobody',
}

/** Rendered text (newer-servers.md §9). */
export const html: readonly LevelChange[] = [
  {
    level: 247,
    what: '@**channel**, and mentions of a whole stream are marked',
    rewrite: {
      wildcards: { channel: 'stream' },
      html: (text) =>
        text.replaceAll(
          /<span class="user-mention( silent)?" data-user-id="\*">/g,
          '<span class="user-mention channel-wildcard-mention$1" data-user-id="*">',
        ),
    },
  },
  // Recorded at 372; the documents do not state its first level.
  { level: 300, what: 'emoji of Unicode 15.1 are emoji in texts', rewrite: { hasNewerEmoji: true } },
  {
    level: 319,
    what: 'links say channel; one to a message ends in near',
    rewrite: {
      html: (text) =>
        text
          .replaceAll(/href="(\/?)#narrow\/stream\//g, 'href="$1#narrow/channel/')
          .replaceAll(topicLink, (whole, _id: string, place: string, topic: string, words: string) => {
            const message = /^(.+)\.40(\d{1,15})$/.exec(topic)
            if (message === null) return whole
            const [, name = '', id = ''] = message
            return `<a class="message-link" href="${place}/topic/${name}/near/${id}">${words.replace(/@\d+$/, '')} @ 💬</a>`
          }),
    },
  },
  {
    level: 333,
    what: 'groups that follow from roles are shown by a name for people',
    rewrite: {
      html: (text) =>
        text.replaceAll(
          /(<span class="user-group-mention(?: silent)?" data-user-group-id="(\d+)">)(@?)role:[a-z]+<\/span>/g,
          (whole, start: string, id: string, at: string) => {
            const words = groupWords[Number(id)]
            return words === undefined ? whole : `${start}${at}${words}</span>`
          },
        ),
    },
  },
  {
    level: 346,
    what: 'the topic without a name can be linked',
    rewrite: {
      html: (text, scene) =>
        outsideCode(text, (part) =>
          part
            .replaceAll(/#<strong>([^<]+)&gt;<\/strong>/g, (whole, name: string) => emptyTopicLink(whole, name, scene))
            .replaceAll(topicLink, (whole, id: string, place: string, topic: string, words: string) =>
              topic === hashEncode(noTopic) ? emptyLink(id, place, words.replace(/ &gt; [^>]*$/, '')) : whole,
            ),
        ),
    },
  },
  {
    level: 347,
    what: 'links of topics end in with and the id of a message, that of the time of writing',
    rewrite: {
      storedHtml: (text, scene) => withMessage(text, scene),
      // The text of an empty topic becomes a link only here.
      html: (text, scene) => withMessage(text, scene, ''),
      calls: {
        async 'POST /messages/render'(_call, next, scene) {
          const answer = await next()
          return typeof answer.rendered === 'string'
            ? { ...answer, rendered: withMessage(answer.rendered, scene) }
            : answer
        },
      },
    },
  },
  {
    level: 451,
    what: 'a time that is none is plain text',
    rewrite: {
      html: (text) =>
        text.replaceAll(
          /<span class="timestamp-error">Invalid time format: ([^<]*)<\/span>/g,
          (_whole, time: string) => `&lt;time:${time}&gt;`,
        ),
    },
  },
]

function emptyLink(id: string, place: string, stream: string): string {
  return `<a class="stream-topic" data-stream-id="${id}" href="${place}/topic/">${stream} &gt; <em>general chat</em></a>`
}

/** `#**stream>**`, which this server renders as bold text. */
function emptyTopicLink(whole: string, name: string, { context }: Scene): string {
  const plain = name.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
  const stream = context.directory.stream(plain)
  if (stream === undefined) return whole
  const place = `/#narrow/channel/${stream.id}-${hashEncode(stream.name.replaceAll(' ', '-'))}`
  return emptyLink(String(stream.id), place, `#${name}`)
}

/**
 * Links to the oldest message of each topic, or only of `only`; from level 400 on to the newest. A topic without
 * messages keeps its plain link.
 */
function withMessage(text: string, { context, level }: Scene, only?: string): string {
  return text.replaceAll(topicLink, (whole, id: string, place: string, topic: string, words: string) => {
    if (only !== undefined && topic !== only) return whole
    // Links to messages and to the empty topic get their form later.
    if (/\.40\d{1,15}$/.test(topic) || topic === hashEncode(noTopic)) return whole
    const name = topic === '' ? noTopic : decodeTopic(topic)
    const ids = name === undefined ? [] : context.tables.messages.topicIds(Number(id), name)
    const message = level < 400 ? ids[0] : ids.at(-1)
    return message === undefined
      ? whole
      : `<a class="stream-topic" data-stream-id="${id}" href="${place}/topic/${topic}/with/${message}">${words}</a>`
  })
}

function decodeTopic(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    return undefined
  }
}

const code = /(<pre[\s>][\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>)/

/** Changes rendered text outside of code. */
export function outsideCode(html: string, change: (part: string) => string): string {
  return html
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}
