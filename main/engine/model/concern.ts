import type { RegisterBase } from '../api/register.ts'
import type { EventIn, RegisteredIn, Wire } from '../api/wire.ts'
import type { Change } from './changes.ts'
import type { ReducerContext } from './context.ts'
import type { Part } from './part.ts'

/** What storing a registration works with: `world` is as the batches have left it. */
export type RegistrationContext = Pick<ReducerContext, 'store' | 'world' | 'now'> & { readonly selfId: number }

/** The reducers of a resource's events, by type. Each is idempotent: every event may come twice (Q2, P5). */
type Reducers<W extends Wire> = {
  readonly [T in EventIn<W>['type']]: (
    context: ReducerContext,
    event: Extract<EventIn<W>, { readonly type: T }>,
  ) => readonly Change[]
}

interface Definition<W extends Wire, Rows> {
  /** The key of its rows in a registration. */
  readonly name: string
  readonly wire: W
  /** What of it is held in memory. */
  readonly parts?: readonly Part[]
  /** The rows of a registration: plain data, since another thread may read them. */
  readonly read?: (answer: RegisterBase & RegisteredIn<W>) => Rows
  /** Replaces what is stored by the rows (Q6), inside the running transaction. */
  readonly replace?: (context: RegistrationContext, rows: Rows) => readonly Change[]
  /** It is replaced before the long lists are stored: the navigation needs it. */
  readonly isFirst?: true
  readonly reducers: Reducers<W>
}

/**
 * All that one piece of the account's state is: what it reads on the wire, its part of the world in memory, its rows in a
 * registration, and the reducers of its events. Each is one line in the list of `concerns.ts`.
 */
export interface Concern<W extends Wire = Wire> {
  readonly name: string
  readonly wire: W
  readonly parts: readonly Part[]
  /** Undefined where a registration says nothing of it, or its rows are long and come in batches. */
  readonly registered: Registered | undefined
  readonly reducers: ReadonlyMap<string, Reducer>
}

interface Registered {
  readonly isFirst: boolean
  readonly read: (answer: RegisterBase) => unknown
  readonly replace: (context: RegistrationContext, rows: unknown) => readonly Change[]
}

/** Takes the events of one type; the decoder has seen to their form. */
type Reducer = (context: ReducerContext, event: never) => readonly Change[]

/** Checks that the pieces of a concern fit each other; from then on its rows and events are its own matter. */
export function concern<const W extends Wire, Rows>(definition: Definition<W, Rows>): Concern<W> {
  const { name, wire, parts = [], read, replace, isFirst = false, reducers } = definition
  return {
    name,
    wire,
    parts,
    registered:
      read === undefined || replace === undefined
        ? undefined
        : {
            isFirst,
            read: (answer) => read(answer as RegisterBase & RegisteredIn<W>), // its schema has read it
            replace: (context, rows) => replace(context, rows as Rows), // `read` has made them
          },
    reducers: new Map(Object.entries<Reducer>(reducers)),
  }
}
