import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { channels } from '#contract/bridge.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import {
  calls,
  type CallName,
  type EngineCallName,
  type MainCallName,
  type Output,
  type ParsedInput,
} from '#contract/calls.ts'
import { FailureError } from '#engine/values/failures.ts'
import { failed, type MainHandlers } from './handlers.ts'
import type { PageWindow, PageWindows } from '../window/page-windows.ts'
import { appOrigin } from '../protocols/app-protocol.ts'
import { accountHandlers, type AccountCallParts } from './accounts.ts'
import { ownAccountHandlers, type OwnAccountCallParts } from './own-account.ts'
import { organizationHandlers, type OrganizationCallParts } from './organization.ts'
import { appHandlers, type AppCallParts } from './app.ts'
import { attachmentHandlers, type AttachmentCallParts } from './attachments.ts'
import { exportHandlers, type ExportCallParts } from './exports.ts'
import { storageHandlers, type StorageCallParts } from './storage.ts'

/** The parts that main's calls use. */
type MainCallParts = AppCallParts &
  AccountCallParts &
  OwnAccountCallParts &
  OrganizationCallParts &
  AttachmentCallParts &
  ExportCallParts &
  StorageCallParts

export type IpcOptions = MainCallParts & {
  readonly windows: Pick<PageWindows, 'of'>
}

/** Answers the calls of the pages, each for the window that sent it, after validating the frame and the input. */
export function handleCalls(options: IpcOptions): void {
  const handlers: MainHandlers = {
    ...appHandlers(options),
    ...accountHandlers(options),
    ...ownAccountHandlers(options),
    ...organizationHandlers(options),
    ...attachmentHandlers(options),
    ...exportHandlers(options),
    ...storageHandlers(options),
  }
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    const from = options.windows.of(event.sender)
    if (from === undefined || !isOwnFrame(event)) {
      options.log('warn', 'a call from a foreign frame was refused')
      return failed({ code: 'FOREIGN_FRAME' })
    }
    if (!isCallName(name)) {
      options.log('warn', `an unknown call was refused: ${String(name).slice(0, 60)}`)
      return failed({ code: 'UNKNOWN_CALL' })
    }
    const parsed = calls[name].input.safeParse(input)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      options.log('warn', `bad parameters of ${name}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
      return failed({ code: 'BAD_PARAMETERS' })
    }
    try {
      // `parsed` is the output of the schema of this name; the compiler loses the connection between the two.
      if (isMainCall(name)) return await answer(handlers, name, parsed.data as ParsedInput<typeof name>, from)
      return await passOn(options.accounts, name, parsed.data as ParsedInput<typeof name>, from)
    } catch (error) {
      return { ok: false, error: failureOf(error, options) }
    }
  })
}

function isOwnFrame({ senderFrame: frame }: IpcMainInvokeEvent): boolean {
  return frame !== null && frame.parent === null && frame.url.startsWith(`${appOrigin}/`)
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name)
}

function isMainCall(name: CallName): name is MainCallName {
  return calls[name].to === 'main'
}

async function answer<N extends MainCallName>(
  handlers: MainHandlers,
  name: N,
  input: ParsedInput<N>,
  from: PageWindow,
): Promise<Result<Output<N>>> {
  return handlers[name](input, from)
}

async function passOn<N extends EngineCallName>(
  accounts: MainCallParts['accounts'],
  name: N,
  { accountId, ...input }: ParsedInput<N>,
  from: PageWindow,
): Promise<Result<Output<N>>> {
  return accounts.call(accountId, name, input, from.id)
}

function failureOf(error: unknown, { log }: Pick<MainCallParts, 'log'>): Failure {
  if (error instanceof FailureError) return error.failure
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return { code: 'ENOSPC' }
  }
  log('error', error instanceof Error ? (error.stack ?? error.message) : String(error))
  return { code: 'INTERNAL' }
}
