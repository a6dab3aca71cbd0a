import type { CommandId } from '../../shared/command-keys.ts'
import type { MessageId } from '../../shared/ids.ts'
import type { AppState } from './app-state.ts'
import type { CallName, Input, Output } from './calls.ts'
import type { Notice } from './notices.ts'
import type { Narrow, Result } from './values.ts'
import type { ViewUpdate } from './views.ts'

/** What main pushes to the page, as JSON text on the update channel. */
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
  /** A notification was clicked: the conversation opens, at the message where there is one. */
  | { readonly type: 'open'; readonly accountId: string; readonly narrow: Narrow; readonly messageId: MessageId | null }
  /** An entry of the application menu was chosen that the page carries out. */
  | { readonly type: 'command'; readonly command: CommandId }
  /** For the user, about something that happened outside of the window. */
  | { readonly type: 'tell'; readonly notice: Notice }

/** What the preload gives the page as `window.skein`. */
export interface Bridge {
  call<N extends CallName>(name: N, input: Input<N>): Promise<Result<Output<N>>>
  /** Returns the function that ends the subscription. `text` is an `Update` as JSON. */
  onUpdate(listener: (text: string) => void): () => void
}
