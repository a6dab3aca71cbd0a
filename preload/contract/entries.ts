import type { z } from 'zod'

declare const carried: unique symbol

/** Carries a type through a table of the contract. It exists for the compiler alone; at run time it is an empty object. */
export interface TypeOf<T> {
  readonly [carried]: T
}

/** The type that a carrier carries. */
export type CarriedBy<C extends TypeOf<unknown>> = C[typeof carried]

/** Names the type of a value that is not checked at run time: what the program itself makes, not the page. */
export function typeOf<T>(): TypeOf<T> {
  return {} as TypeOf<T> // no value of the type is needed: only its type is read
}

/** A call that the main process answers. */
interface MainCall {
  readonly to: 'main'
  readonly input: z.ZodType
  readonly output: TypeOf<unknown>
}

/** A call that main passes on to the engine of an account. The engine does not get `accountId`, which has chosen it. */
interface EngineCall {
  readonly to: 'engine'
  readonly input: z.ZodType<{ readonly accountId: string }>
  readonly output: TypeOf<unknown>
}

/** The calls of one resource by name. */
export type CallTable = Readonly<Record<string, MainCall | EngineCall>>

/** The views of a resource by kind, and its calls by name. */
export interface ResourceContract {
  readonly views: Readonly<Record<string, ViewEntry>>
  readonly calls: CallTable
}

/** A view: how the page asks for it, what its list holds, and what it says beside the list. */
export interface ViewEntry {
  readonly query: z.ZodType<{ readonly type: string }> & z.core.$ZodTypeDiscriminable
  readonly item: TypeOf<{ readonly key: string; readonly kind: string }>
  readonly meta: TypeOf<object>
}
