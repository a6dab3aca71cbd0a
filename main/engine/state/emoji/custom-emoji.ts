import { customEmojiWire, type WireCustomEmoji } from '../../api/resources/custom-emoji.ts'
import type { CustomEmojiRow } from '../../store/preferences.ts'
import type { Change } from '../changes.ts'
import { slice } from '../slice.ts'
import { mediaPath } from '../content/addresses.ts'
import type { Part } from '../part.ts'
import type { ReadStore } from '../../store/store.ts'
import { standardNames, type EmojiNames } from '../../values/emoji/emoji-names.ts'

const changed: Change = { kind: 'preferences' }

/** Custom emoji by id, including deactivated ones. */
export const customEmoji: Part<ReadonlyMap<string, CustomEmojiRow>> = {
  name: 'custom emoji',
  load: ({ preferences }) => new Map(preferences.emoji().map((row) => [row.id, row])),
  follows: ({ kind }) => kind === 'preferences',
}

function customEmojiRows(emoji: WireCustomEmoji, serverOrigin: string): CustomEmojiRow[] {
  return Object.values(emoji).map((entry) => ({
    id: entry.id,
    name: entry.name,
    path: mediaPath(entry.source_url, serverOrigin),
    is_deactivated: entry.deactivated ? 1 : 0,
    author_id: entry.author_id,
  }))
}

export const customEmojiSlice = slice({
  name: 'custom_emoji',
  wire: customEmojiWire,
  parts: [customEmoji],
  read: (answer) => customEmojiRows(answer.realm_emoji, answer.realm_uri),
  replace: ({ store }, rows) => {
    store.preferences.replaceEmoji(rows)
    return [changed]
  },
  reducers: {
    /**
     * The event replaces all emoji (O2), or changes one. Deactivated emoji are kept, because old reactions refer to
     * them.
     */
    realm_emoji: ({ store: { preferences }, serverOrigin }, event) => {
      switch (event.op) {
        case 'update':
          preferences.replaceEmoji(customEmojiRows(event.realm_emoji, serverOrigin))
          return [changed]
        case 'add':
          for (const row of customEmojiRows({ [event.emoji.id]: event.emoji }, serverOrigin)) {
            preferences.setEmoji(row)
          }
          return [changed]
        case 'update_one': {
          // The table contains earlier events of the same transaction, which the state in memory still lacks.
          const known = preferences.emoji().find((row) => row.id === event.emoji_id)
          if (known === undefined || event.data.deactivated === undefined) return []
          preferences.setEmoji({ ...known, is_deactivated: event.data.deactivated ? 1 : 0 })
          return [changed]
        }
      }
    },
  },
})

/** Returns the server's names of Unicode emoji, or the standard names if the server sent none. */
export function serverEmojiNames(store: ReadStore): EmojiNames {
  return store.meta.emojiNames()?.names ?? standardNames
}
