import type { UserId } from './ids.ts'
import { z } from 'zod'

const reactionSchema = z.object({ type: z.string(), code: z.string(), name: z.string(), users: z.array(z.number()) })

/** One emoji under a message with its users, in the order of reacting. */
export type Reaction = z.infer<typeof reactionSchema>

/** Parses the reactions of a stored row. */
export function readReactions(json: string): Reaction[] {
  return json === '[]' ? [] : z.array(reactionSchema).parse(JSON.parse(json))
}

/** Groups single reactions by emoji. A repeated reaction counts once (M20). */
export function gatherReactions(
  votes: readonly { readonly type: string; readonly code: string; readonly name: string; readonly userId: UserId }[],
): Reaction[] {
  return votes.reduce<Reaction[]>((reactions, vote) => withVote(reactions, vote, 'add'), [])
}

/** Returns the reactions after one was added or removed. A repetition changes nothing. */
export function withVote(
  reactions: readonly Reaction[],
  vote: { readonly type: string; readonly code: string; readonly name: string; readonly userId: UserId },
  op: 'add' | 'remove',
): Reaction[] {
  const known = reactions.find((reaction) => reaction.type === vote.type && reaction.code === vote.code)
  if (known === undefined) {
    if (op === 'remove') return [...reactions]
    return [...reactions, { type: vote.type, code: vote.code, name: vote.name, users: [vote.userId] }]
  }
  const others = known.users.filter((id) => id !== vote.userId)
  const users = op === 'remove' ? others : known.users.includes(vote.userId) ? known.users : [...others, vote.userId]
  return reactions.flatMap((reaction) =>
    reaction !== known ? [reaction] : users.length === 0 ? [] : [{ ...known, users }],
  )
}
