import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron'
import { channels } from '../../preload/channels.ts'
import type { AppState } from '../../preload/contract/app-state.ts'
import { calls, type CallName, type Input } from '../../preload/contract/calls.ts'
import type { Failure, Result } from '../../preload/contract/values.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { AddressError } from '../network/server-address.ts'
import type { CredentialService } from '../network/credentials.ts'
import type { ProxyLogins } from '../network/proxy-login.ts'
import { SignInError } from '../network/sign-in-refusal.ts'
import type { LogLevel } from '../engine/ports.ts'
import { OutgoingError, type Outgoing } from '../accounts/outgoing.ts'
import { StateFileError, type StateFile } from '../accounts/state-file.ts'
import type { CrashDesk } from './crash-desk.ts'
import { desktopPlatform } from './desktop-platform.ts'
import { saveFile } from './save-file.ts'
import { openExternal } from './links.ts'
import { appOrigin } from './protocols.ts'
import type { Updates } from './updates/updates.ts'

export interface IpcOptions {
  readonly accounts: Accounts
  readonly state: StateFile
  readonly credentials: CredentialService
  readonly proxies: Pick<ProxyLogins, 'answer'>
  /** Somebody tries again: what they were asked and did not answer may be asked again. */
  readonly onRetry: () => void
  readonly appState: () => AppState
  readonly onThemeChanged: () => void
  /** The page says whether the user looks at it. */
  readonly onFocus: (isFocused: boolean) => void
  readonly licences: () => Promise<Result<{ readonly text: string }>>
  readonly updates: Pick<Updates, 'check' | 'fetch' | 'restart' | 'choiceChanged'>
  readonly crash: Pick<CrashDesk, 'pageError' | 'report' | 'saveReport' | 'showLog' | 'reload'>
  readonly window: () => BrowserWindow | null
  readonly log: (level: LogLevel, message: string) => void
}

/** Answers the page's calls: the frame and the parameters are checked before anything happens. */
export function handleCalls(options: IpcOptions): void {
  ipcMain.handle(channels.call, async (event, name: unknown, input: unknown): Promise<Result<unknown>> => {
    if (!isOwnFrame(event, options.window())) {
      options.log('warn', 'a call from a foreign frame was refused')
      return failed('FOREIGN_FRAME', 'This page may not call Skein.')
    }
    if (typeof name !== 'string' || !Object.hasOwn(calls, name)) {
      options.log('warn', `an unknown call was refused: ${String(name).slice(0, 60)}`)
      return failed('UNKNOWN_CALL', 'Skein does not know this call.')
    }
    const callName = name as CallName // one of the map's own keys, checked in the line before
    const parsed = calls[callName].safeParse(input)
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      options.log('warn', `bad parameters of ${callName}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
      return failed('BAD_PARAMETERS', 'Skein was called in a way it does not understand.')
    }
    try {
      return await answer(options, callName, parsed.data)
    } catch (error) {
      return { ok: false, error: failureOf(error, options) }
    }
  })
}

function isOwnFrame(event: IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame
  if (frame === null || window === null || event.sender !== window.webContents) return false
  return frame.parent === null && frame.url.startsWith(`${appOrigin}/`)
}

async function answer(options: IpcOptions, name: CallName, input: unknown): Promise<Result<unknown>> {
  const { accounts, credentials } = options
  switch (name) {
    case 'app.state':
      // A page that asks this has just been loaded.
      accounts.resetViews()
      return { ok: true, value: options.appState() }
    case 'app.settings': {
      const change = input as Input<'app.settings'> // parsed by the schema of this name
      const settings = accounts.changeSettings(change)
      options.onThemeChanged()
      if (change.updates !== undefined) options.updates.choiceChanged()
      return { ok: true, value: settings }
    }
    case 'app.licences':
      return options.licences()
    case 'app.update': {
      const { action } = input as Input<'app.update'> // parsed by the schema of this name
      // How it goes is in the state that is pushed.
      void options.updates[action]()
      return { ok: true, value: null }
    }
    case 'app.openLink': {
      const { url } = input as Input<'app.openLink'> // parsed by the schema of this name
      return (await openExternal(url))
        ? { ok: true, value: null }
        : failed('UNSAFE_LINK', 'Skein opens web and mail addresses only; this link is neither.')
    }
    case 'app.settingsProblem': {
      const { answer } = input as Input<'app.settingsProblem'> // parsed by the schema of this name
      if (answer === 'retry') options.state.retry()
      else options.state.dismissProblem()
      return { ok: true, value: null }
    }
    case 'app.focus': {
      const { isFocused } = input as Input<'app.focus'> // parsed by the schema of this name
      options.onFocus(isFocused)
      return { ok: true, value: null }
    }
    case 'app.pageError':
      options.crash.pageError(input as Input<'app.pageError'>) // parsed by the schema of this name
      return { ok: true, value: null }
    case 'app.report':
      return { ok: true, value: options.crash.report() }
    case 'app.saveReport': {
      const { id } = input as Input<'app.saveReport'> // parsed by the schema of this name
      return options.crash.saveReport(id)
    }
    case 'app.showLog':
      options.crash.showLog()
      return { ok: true, value: null }
    case 'app.reload':
      options.crash.reload()
      return { ok: true, value: null }
    case 'app.answerProxy': {
      const { id, credentials: given } = input as Input<'app.answerProxy'> // parsed by the schema of this name
      options.proxies.answer(id, given)
      return { ok: true, value: null }
    }
    case 'attachments.begin': {
      const { accountId, attachmentId, size } = input as Input<'attachments.begin'> // parsed by the schema of this name
      return withOutgoing(accounts, accountId, (outgoing) => {
        outgoing.begin(attachmentId, size)
      })
    }
    case 'attachments.append': {
      const { accountId, attachmentId, offset, data } = input as Input<'attachments.append'> // parsed by the schema of this name
      return withOutgoing(accounts, accountId, (outgoing) => {
        outgoing.append(attachmentId, offset, Buffer.from(data, 'base64'))
      })
    }
    case 'attachments.abort': {
      const { accountId, attachmentId } = input as Input<'attachments.abort'> // parsed by the schema of this name
      return withOutgoing(accounts, accountId, (outgoing) => {
        outgoing.abort(attachmentId)
      })
    }
    case 'attachments.finish': {
      const { accountId, ...rest } = input as Input<'attachments.finish'> // parsed by the schema of this name
      const finished = withOutgoing(accounts, accountId, (outgoing) => {
        outgoing.finish(rest.attachmentId)
      })
      return finished.ok ? accounts.call(accountId, name, rest) : finished
    }
    case 'media.save': {
      const { accountId, path } = input as Input<'media.save'> // parsed by the schema of this name
      const source = accounts.media(accountId)
      const window = options.window()
      if (source === undefined || window === null) return noAccount()
      return saveFile(window, source, path, { platform: desktopPlatform(process.platform), log: options.log })
    }
    case 'accounts.discover': {
      const { server } = input as Input<'accounts.discover'> // parsed by the schema of this name
      options.onRetry()
      return { ok: true, value: await credentials.discover(server) }
    }
    case 'accounts.signIn': {
      const { server, email, secret, secretKind } = input as Input<'accounts.signIn'> // parsed by the schema of this name
      options.onRetry()
      const signedIn =
        secretKind === 'password'
          ? await credentials.withPassword(server, email, secret)
          : await credentials.withApiKey(server, email, secret)
      return { ok: true, value: await accounts.signIn(signedIn) }
    }
    case 'accounts.signOut': {
      const { accountId } = input as Input<'accounts.signOut'> // parsed by the schema of this name
      return (await accounts.signOut(accountId)) ? { ok: true, value: null } : noAccount()
    }
    case 'accounts.retry': {
      const { accountId } = input as Input<'accounts.retry'> // parsed by the schema of this name
      options.onRetry()
      const outcome = await accounts.retry(accountId)
      return outcome === null ? noAccount() : { ok: true, value: outcome }
    }
    default: {
      const { accountId, ...rest } = input as { accountId: string } & Record<string, unknown> // all others name an account
      return accounts.call(accountId, name, rest)
    }
  }
}

function noAccount(): Result<never> {
  return failed('NO_ACCOUNT', 'This account is not signed in any more.')
}

function withOutgoing(accounts: Accounts, accountId: string, action: (outgoing: Outgoing) => void): Result<null> {
  const outgoing = accounts.media(accountId)?.outgoing
  if (outgoing === undefined) return noAccount()
  action(outgoing)
  return { ok: true, value: null }
}

function failed(code: string, message: string): Result<never> {
  return { ok: false, error: { code, message } }
}

function failureOf(error: unknown, options: IpcOptions): Failure {
  if (
    error instanceof AddressError ||
    error instanceof SignInError ||
    error instanceof OutgoingError ||
    error instanceof StateFileError
  ) {
    return { code: error.code, message: error.message }
  }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
    return { code: 'ENOSPC', message: 'The disk is full. Free some space, then add the file again.' }
  }
  options.log('error', error instanceof Error ? (error.stack ?? error.message) : String(error))
  return { code: 'INTERNAL', message: 'Something went wrong inside Skein. The log has the details.' }
}
