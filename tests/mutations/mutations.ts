import { messageMutations } from './messages.ts'
import type { Mutation } from './mutation.ts'
import { otherMutations } from './other-state.ts'
import { queueMutations } from './queue.ts'
import { rangeMutations } from './ranges.ts'
import { sendingMutations } from './sending.ts'
import { unreadMutations } from './unread.ts'

/** All mutations, in the order of the trials. */
export const mutations: readonly Mutation[] = [
  ...queueMutations,
  ...sendingMutations,
  ...unreadMutations,
  ...otherMutations,
  ...messageMutations,
  ...rangeMutations,
]
