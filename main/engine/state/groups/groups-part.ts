import type { Part } from '../part.ts'
import { Groups, groupsOf } from './groups.ts'

/** The organization's user groups. */
export const groupsPart: Part<Groups> = {
  name: 'groups',
  load: (store) => groupsOf(store.organization),
  follows: (change) => change.kind === 'groups' && change.all === undefined,
  apply: (value, change) => (change.kind === 'groups' && change.all !== undefined ? new Groups(change.all) : value),
}
