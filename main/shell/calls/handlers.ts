import type { BrowserWindow } from 'electron'
import type { MainCallName, Output, ParsedInput } from '../../../preload/contract/calls.ts'
import type { Result } from '../../../preload/contract/values.ts'
import { accountHandlers, type AccountCallParts } from './accounts.ts'
import { appHandlers, type AppCallParts } from './app.ts'
import { attachmentHandlers, type AttachmentCallParts } from './attachments.ts'

/** What answers each of main's calls. The input was checked against the contract; `from` is the window of the page. */
export type MainHandlers = {
  readonly [N in MainCallName]: (
    input: ParsedInput<N>,
    from: BrowserWindow,
  ) => Result<Output<N>> | Promise<Result<Output<N>>>
}

/** What main's calls work with. */
export type MainCallParts = AppCallParts & AccountCallParts & AttachmentCallParts

/** All handlers of main's calls. */
export function mainHandlers(parts: MainCallParts): MainHandlers {
  return { ...appHandlers(parts), ...accountHandlers(parts), ...attachmentHandlers(parts) }
}
