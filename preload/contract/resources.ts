import { alertWords } from './resources/alert-words.ts'
import { edits } from './resources/edits.ts'
import { forms } from './resources/forms.ts'
import { groups } from './resources/groups.ts'
import { mentions } from './resources/mentions.ts'
import { moves } from './resources/moves.ts'
import { people } from './resources/people.ts'
import { reactions } from './resources/reactions.ts'
import { scheduled } from './resources/scheduled.ts'
import { snippets } from './resources/snippets.ts'
import { streams } from './resources/streams.ts'
import { writing } from './resources/writing.ts'

/** The resources whose views and calls are in one file each. */
const resources = [
  alertWords,
  edits,
  forms,
  groups,
  mentions,
  moves,
  people,
  reactions,
  scheduled,
  snippets,
  streams,
  writing,
] as const

type Joined<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never

/** The views of all resources, by kind. */
export const resourceViews = join(resources.map(({ views }) => views))

/** The calls of all resources, by name. */
export const resourceCalls = join(resources.map(({ calls }) => calls))

function join<T extends object>(tables: readonly T[]): Joined<T> {
  return Object.assign({}, ...tables) as Joined<T> // names are unique
}
