import { accountHandlers, type AccountCallParts } from './accounts.ts'
import { appHandlers, type AppCallParts } from './app.ts'
import { attachmentHandlers, type AttachmentCallParts } from './attachments.ts'
import type { MainHandlers } from './handlers.ts'

/** The parts that main's calls use. */
export type MainCallParts = AppCallParts & AccountCallParts & AttachmentCallParts

/** All handlers of main's calls. */
export function mainHandlers(parts: MainCallParts): MainHandlers {
  return { ...appHandlers(parts), ...accountHandlers(parts), ...attachmentHandlers(parts) }
}
