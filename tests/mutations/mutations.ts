import { messageMutations } from './messages.ts'
import type { Mutation } from './mutation.ts'
import { otherMutations } from './other-state.ts'
import { queueMutations } from './queue.ts'
import { rangeMutations } from './ranges.ts'
import { sendingMutations } from './sending.ts'
import { unreadMutations } from './unread.ts'

/** In the order in which they are tried. */
export const mutations: readonly Mutation[] = [
  ...queueMutations,
  ...sendingMutations,
  ...unreadMutations,
  ...otherMutations,
  ...messageMutations,
  ...rangeMutations,
]
