import type { z } from 'zod'
import { botSchema, botsWire } from '../../api/resources/bots.ts'
import type { PersonRow } from '../../store/directory.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'
import { listRows, putEntry, readList } from './list-rows.ts'

type WireBot = z.infer<typeof botSchema>

/** The bots that the user may administer; `botsOf` adds the data of the users. */
export const bots: Part<readonly WireBot[]> = {
  name: 'bots',
  load: ({ lists }) => readList(lists, 'bot', botSchema),
}

/** A bot with the data of its entry in the list of bots and of its user. The list takes precedence. */
export interface Bot extends WireBot {
  readonly full_name: string
  readonly is_active: boolean
}

/** Merges the listed bots with their users (newer-servers.md §6, level 474). */
export function botsOf(bots: readonly WireBot[], people: ReadonlyMap<number, PersonRow>): Bot[] {
  return bots.map((bot) => {
    const person = people.get(bot.user_id)
    return {
      ...bot,
      full_name: bot.full_name ?? person?.name ?? '',
      bot_type: bot.bot_type ?? person?.bot_type ?? null,
      is_active: bot.is_active ?? person?.is_active !== 0,
      owner_id: bot.owner_id ?? person?.bot_owner_id ?? null,
    }
  })
}

export const botsSlice = slice({
  name: 'bots',
  wire: botsWire,
  parts: [bots],
  read: (answer) => listRows('bot', answer.realm_bots, (bot) => bot.user_id),
  replace: ({ store }, rows) => {
    store.lists.replace('bot', rows)
    return [changeOf(bots)]
  },
  reducers: {
    /** Changes are merged into the stored bot. Updates of an unknown bot are ignored. */
    realm_bot: ({ store: { lists } }, event) => {
      const key = String(event.bot.user_id)
      switch (event.op) {
        case 'add':
          putEntry(lists, 'bot', key, event.bot)
          break
        case 'update': {
          const known = lists.get('bot', key)
          if (known === undefined) return []
          const merged = botSchema.safeParse({ ...(JSON.parse(known.value) as object), ...event.bot })
          if (merged.success) lists.put({ ...known, value: JSON.stringify(merged.data) })
          break
        }
        case 'delete':
          lists.remove('bot', key)
          break
      }
      return [changeOf(bots)]
    },
  },
})
