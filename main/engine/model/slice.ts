import type { UserId } from '../values/ids.ts'
import type { RegisterBase } from '../api/register.ts'
import type { EventIn, RegisteredIn, Wire } from '../api/wire.ts'
import type { Change } from './changes.ts'
import type { ReducerContext } from './context.ts'
import type { Part } from './part.ts'

/** The context of storing a registration: `world` is the state after the batches. */
export type RegistrationContext = Pick<ReducerContext, 'store' | 'accountState' | 'now'> & { readonly selfId: UserId }

/** The reducers of a resource's events, by type. Each is idempotent: every event may be delivered twice (Q2). */
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
  /** Its parts held in memory. */
  readonly parts?: readonly Part[]
  /** The rows of a registration: plain data, since another thread may read them. */
  readonly read?: (answer: RegisterBase & RegisteredIn<W>) => Rows
  /** Replaces the stored state by the rows (Q6), inside the current transaction. */
  readonly replace?: (context: RegistrationContext, rows: Rows) => readonly Change[]
  /** Whether it is replaced before the long lists, since the navigation needs it. */
  readonly isFirst?: true
  readonly reducers: Reducers<W>
  /** Types of events that tell of the user's own choices: the answer to a change of one must not overwrite a newer event. */
  readonly choices?: readonly EventIn<W>['type'][]
}

/**
 * One piece of the account's state: its wire format, its part of the world in memory, its rows in a registration, and
 * its event reducers. `slices.ts` lists each in one line.
 */
export interface Slice<W extends Wire = Wire> {
  readonly name: string
  readonly wire: W
  readonly parts: readonly Part[]
  /** Undefined if a registration does not contain it, or its rows come in batches. */
  readonly registered: Registered | undefined
  readonly reducers: ReadonlyMap<string, Reducer>
  readonly choices: readonly string[]
}

interface Registered {
  readonly isFirst: boolean
  readonly read: (answer: RegisterBase) => unknown
  readonly replace: (context: RegistrationContext, rows: unknown) => readonly Change[]
}

/** Reduces the events of one type, which the decoder has validated. */
type Reducer = (context: ReducerContext, event: never) => readonly Change[]

/** Checks that the pieces of a concern fit together, and hides their types. */
export function slice<const W extends Wire, Rows>(definition: Definition<W, Rows>): Slice<W> {
  const { name, wire, parts = [], read, replace, isFirst = false, reducers, choices = [] } = definition
  return {
    name,
    wire,
    parts,
    registered:
      read === undefined || replace === undefined
        ? undefined
        : {
            isFirst,
            read: (answer) => read(answer as RegisterBase & RegisteredIn<W>), // read by its schema
            replace: (context, rows) => replace(context, rows as Rows), // made by `read`
          },
    choices,
    reducers: new Map(Object.entries<Reducer>(reducers)),
  }
}

/** A concern of which nothing is stored: its events are known, and change nothing. */
export function notKept<const W extends Wire>(name: string, wire: W): Slice<W> {
  return { name, wire, parts: [], registered: undefined, choices: [], reducers: new Map() }
}
