import type { MessageItem } from '#contract/messages.ts'
import { personName } from '#i18n/names.ts'
import { drawnEmoji } from '../emoji/emoji-glyphs.ts'

/** Returns the Markdown of a message for copying, with characters for emoji and the sender of a status message. */
export function shownSource(source: string, item: Pick<MessageItem, 'html' | 'isMe' | 'sender'>): string {
  const text = item.isMe ? source.replace(/^\/me(?=\s)/, () => personName(item.sender)) : source
  const characters = new Map(
    [...(item.html ?? '').matchAll(/<span class="emoji emoji-([0-9a-f-]+)"[^>]*title="([^"]*)"/g)].flatMap(
      ([, code = '', title = '']) => {
        const character = drawnEmoji(code)
        return character === null ? [] : [[title.replaceAll(' ', '_'), character] as const]
      },
    ),
  )
  if (characters.size === 0) return text
  const names = [...characters.keys()].map((name) => name.replaceAll(/[^\w]/g, '\\$&')).join('|')
  // The pattern matches code as a whole, so that code stays unchanged.
  const pattern = new RegExp(`(\`{3,}|~{3,})[^]*?\\1|\`+[^\`]*\`+|:(${names}):`, 'g')
  return text.replaceAll(pattern, (whole, _fence, name: string | undefined) =>
    name === undefined ? whole : (characters.get(name) ?? whole),
  )
}
