import { z } from 'zod'
import { lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** The ids of the starred messages, the newest of them; later changes are events about flags (wire-protocol.md §2.3). */
export const starredWire = {
  fetches: ['starred_messages'],
  shape: { starred_messages: lenientArray(z.number().int()).catch([]) },
  events: [],
} as const satisfies Wire
