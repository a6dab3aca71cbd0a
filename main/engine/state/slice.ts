import type { UserId } from '../values/ids.ts'
import type { RegisterBase } from '../api/register.ts'
import type { EventIn, RegisteredIn, Wire } from '../api/wire.ts'
import type { Change } from './changes.ts'
import type { ReducerContext } from './context.ts'
import type { Part } from './part.ts'

/** The context in which a registration is stored. `accountState` is the state after the batches. */
export type RegistrationContext = Pick<ReducerContext, 'store' | 'accountState' | 'now'> & { readonly selfId: UserId }

/**
 * The reducers of a resource's events, by type. Each is idempotent, because every event may be delivered twice (Q2).
 */
type Reducers<W extends Wire> = {
  readonly [T in EventIn<W>['type']]: (
    context: ReducerContext,
    event: Extract<EventIn<W>, { readonly type: T }>,
  ) => readonly Change[]
}

interface Definition<W extends Wire, Rows> {
  /** The name is also the key of the slice's rows in a registration. */
  readonly name: string
  readonly wire: W
  /** The parts of the slice in memory. */
  readonly parts?: readonly Part[]
  /** Reads the rows of a registration. They are plain data, because another thread may read them. */
  readonly read?: (answer: RegisterBase & RegisteredIn<W>) => Rows
  /** Replaces the stored state by the rows (Q6), inside the current transaction. */
  readonly replace?: (context: RegistrationContext, rows: Rows) => readonly Change[]
  /** The slice is replaced before the long lists, because the navigation needs it. */
  readonly isFirst?: true
  readonly reducers: Reducers<W>
  /**
   * Events of these types report the user's own choices. The answer to a change of a choice must not overwrite a
   * newer event.
   */
  readonly choices?: readonly EventIn<W>['type'][]
}

/**
 * One piece of the account's state: its wire format, its parts in memory, its rows in a registration and its event
 * reducers. `slices.ts` lists all slices.
 */
export interface Slice<W extends Wire = Wire> {
  readonly name: string
  readonly wire: W
  readonly parts: readonly Part[]
  /** It is undefined if a registration lacks the slice, or contains its rows as a long list. */
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

/** Checks that the types of a slice's pieces match, and hides them. */
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
            read: (answer) => read(answer as RegisterBase & RegisteredIn<W>), // its schema read it
            replace: (context, rows) => replace(context, rows as Rows), // `read` made them
          },
    choices,
    reducers: new Map(Object.entries<Reducer>(reducers)),
  }
}

/** Defines a slice of which nothing is stored: its events are known and change nothing. */
export function ignoredSlice<const W extends Wire>(name: string, wire: W): Slice<W> {
  return { name, wire, parts: [], registered: undefined, choices: [], reducers: new Map() }
}
