import type { CommandId } from '#shared/command-keys.ts'
import type { MessageId } from '#shared/ids.ts'
import type { AppState, Notice } from './app.ts'
import type { OwnSound } from './base/choices.ts'
import type { Result } from './base/failures.ts'
import type { Narrow } from './base/values.ts'
import type { CallName, Input, Output } from './calls.ts'
import type { ViewUpdate } from './views.ts'

/**
 * The two channels between a page and the main process. All imports of this file are types, so that the preload contains
 * no schemas.
 */
export const channels = { call: 'skein:call', update: 'skein:update' } as const

/** A message from main to the page, sent as JSON text on the update channel. */
export type Update =
  | { readonly type: 'app'; readonly state: AppState }
  | {
      readonly type: 'views'
      readonly accountId: string
      readonly batch: number
      readonly updates: readonly ViewUpdate[]
    }
  /** The account's engine was restarted: its views must be opened again. */
  | { readonly type: 'engine_restarted'; readonly accountId: string }
  /** A notification was clicked: the conversation opens, at `messageId` if it is set. */
  | { readonly type: 'open'; readonly accountId: string; readonly narrow: Narrow; readonly messageId: MessageId | null }
  /** The user chose a command of the page in the application menu. */
  | { readonly type: 'command'; readonly command: CommandId }
  /** A notification is shown whose sound the page plays. `volume` is in percent. */
  | { readonly type: 'sound'; readonly sound: OwnSound; readonly volume: number }
  /** A notice for the user about an event outside of the window. */
  | { readonly type: 'notify'; readonly notice: Notice }

/** The API of the preload for the page, `window.skein`. */
export interface Bridge {
  call<N extends CallName>(name: N, input: Input<N>): Promise<Result<Output<N>>>
  /** Subscribes to updates, each an `Update` as JSON text. Returns the function that ends the subscription. */
  onUpdate(listener: (text: string) => void): () => void
}
