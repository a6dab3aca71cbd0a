import { z } from 'zod'
import { groupSettingSchema } from '../../values/people.ts'

const setting = groupSettingSchema.optional().catch(undefined)

/**
 * The settings of a group besides the permission to mention it (newer-servers.md §5), under the names of the protocol;
 * those that the server lacks are absent.
 */
const groupFactsSchema = z.object({
  can_manage_group: setting,
  can_join_group: setting,
  can_add_members_group: setting,
  can_leave_group: setting,
  can_remove_members_group: setting,
  creator_id: z.number().int().nullable().optional().catch(undefined),
  /** UNIX seconds. */
  date_created: z.number().int().nonnegative().nullable().optional().catch(undefined),
})

export type GroupFacts = z.infer<typeof groupFactsSchema>

const none: GroupFacts = {}

/** Serializes the facts of a group object. Equal facts give equal texts. */
export function writeGroupFacts(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(groupFactsSchema.parse(fields))
}

/** The parsed facts by text, because the same objects decide the rights of all groups. */
const known = new Map<string, GroupFacts>()
const mostKnown = 2_000

/** Parses the stored facts of a group. */
export function readGroupFacts(text: string): GroupFacts {
  if (text === '{}') return none
  let facts = known.get(text)
  if (facts === undefined) {
    facts = groupFactsSchema.catch({}).parse(JSON.parse(text))
    if (known.size >= mostKnown) known.clear()
    known.set(text, facts)
  }
  return facts
}
