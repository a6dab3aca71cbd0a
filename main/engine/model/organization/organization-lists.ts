import type { z } from 'zod'
import { botSchema, domainSchema, playgroundSchema, streamGroupSchema } from '../../api/lists.ts'
import type { PersonRow } from '../../store/directory.ts'
import type { ListKind } from '../../store/lists.ts'
import type { ReadStore } from '../../store/store.ts'

export type Playground = z.infer<typeof playgroundSchema>

export type Domain = z.infer<typeof domainSchema>

export type StreamGroup = z.infer<typeof streamGroupSchema>

/** A bot by its own list and by what is known of it as a user; the former wins where it says something. */
export interface Bot extends z.infer<typeof botSchema> {
  readonly full_name: string
  readonly is_active: boolean
}

/** The small lists of the organization. */
export interface OrganizationLists {
  readonly playgrounds: readonly Playground[]
  readonly domains: readonly Domain[]
  readonly streamGroups: readonly StreamGroup[]
  /** Those that the user may administer, as their own list has them. */
  readonly bots: readonly z.infer<typeof botSchema>[]
}

export function readLists(tables: ReadStore['lists']): OrganizationLists {
  const read = <T>(kind: ListKind, schema: z.ZodType<T>) =>
    tables.all(kind).flatMap((row) => schema.safeParse(JSON.parse(row.value)).data ?? [])
  return {
    playgrounds: read('playground', playgroundSchema),
    domains: read('domain', domainSchema),
    streamGroups: read('stream_group', streamGroupSchema),
    bots: read('bot', botSchema),
  }
}

/** The user's bots, joined with the people that they are (newer-servers.md §6, level 474). */
export function botsOf(bots: OrganizationLists['bots'], people: ReadonlyMap<number, PersonRow>): Bot[] {
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
