import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { EngineCallName, EngineInput, Output } from '#contract/calls.ts'
import type { DraftRef, PictureMetadata } from '#contract/drafts.ts'
import type { MessageId } from './values/ids.ts'

type PageCalls = { readonly [N in EngineCallName]: { readonly input: EngineInput<N>; readonly output: Output<N> } }

/** A file of a draft whose copy is complete or in progress. */
export interface AttachedFile {
  readonly narrow: Narrow
  readonly draftId: string
  readonly attachmentId: string
  readonly name: string
  readonly type: string
  /** The size in bytes. */
  readonly size: number
  readonly metadata?: PictureMetadata | undefined
  readonly isArriving?: boolean | undefined
}

/** Why the system has not shown a notification: it refused it, or its own do-not-disturb is on. */
export type NotShown = 'SYSTEM_REFUSED' | 'SYSTEM_QUIET'

/** All calls of an engine: those of the contract and those that only main makes. */
export interface EngineCalls extends PageCalls {
  /** The last step of `attachments.begin` and `attachments.finish`: adds the file to the draft. */
  readonly 'drafts.attach': { readonly input: AttachedFile; readonly output: DraftRef }
  /** Notes that the system has not shown the notification about these messages. */
  readonly 'notifications.notShown': {
    readonly input: { readonly messageIds: readonly MessageId[]; readonly cause: NotShown }
    readonly output: null
  }
  /** Closes the views of a window that was closed or whose page was replaced. */
  readonly 'views.reset': { readonly input: object; readonly output: null }
  /** Deletes the event queue on the server at sign-out, as far as possible within two seconds. */
  readonly 'queue.release': { readonly input: object; readonly output: null }
}

/** The calls about the views of a window, which only windows make. */
type WindowCallName = Extract<keyof EngineCalls, `views.${string}` | 'app.acknowledge'>

/** Calls an engine from main. */
export type EngineCaller = <N extends Exclude<keyof EngineCalls, WindowCallName>>(
  name: N,
  input: EngineCalls[N]['input'],
) => Promise<Result<EngineCalls[N]['output']>>
