import type { z } from 'zod'

declare const carried: unique symbol

/** Carries a type through a table of the contract. Only the compiler uses it; at run time it is an empty object. */
export interface TypeOf<T> {
  readonly [carried]: T
}

/** The type that a carrier carries. */
export type CarriedBy<C extends TypeOf<unknown>> = C[typeof carried]

/** A carrier for the type of a value that needs no validation at run time, since the program itself creates it. */
export function typeOf<T>(): TypeOf<T> {
  return {} as TypeOf<T> // only the type is used, never a value
}

/** A call that the main process answers. */
interface MainCall {
  readonly to: 'main'
  readonly input: z.ZodType
  readonly output: TypeOf<unknown>
}

/** A call that main forwards to the engine of an account. The engine does not get `accountId`, which selects it. */
interface EngineCall {
  readonly to: 'engine'
  readonly input: z.ZodType<{ readonly accountId: string }>
  readonly output: TypeOf<unknown>
}

/** The calls of one resource by name. */
export type CallTable = Readonly<Record<string, MainCall | EngineCall>>

/** A view: the type of its query, of its items, and of its meta. */
export interface ViewEntry {
  readonly query: z.ZodType<{ readonly type: string }> & z.core.$ZodTypeDiscriminable
  readonly item: TypeOf<{ readonly key: string; readonly kind: string }>
  readonly meta: TypeOf<object>
}

/** The views of a resource by kind, and its calls by name. */
export interface ResourceContract {
  readonly views: Readonly<Record<string, ViewEntry>>
  readonly calls: CallTable
}
