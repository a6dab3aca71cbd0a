import type { Result } from '#contract/base/failures.ts'
import type { Accounts } from '#accounts/accounts.ts'
import type { Outgoing } from '#accounts/outgoing.ts'
import type { LogLevel } from '#engine/ports.ts'
import { desktopPlatform } from '../system/desktop-platform.ts'
import { saveFile } from '../files/save-file.ts'
import { done, noAccount, type MainHandlers } from './handlers.ts'

export interface AttachmentCallParts {
  readonly accounts: Pick<Accounts, 'media' | 'call'>
  readonly log: (level: LogLevel, message: string) => void
}

type Names = Extract<keyof MainHandlers, `attachments.${string}` | `media.${string}`>

/** Answers the calls about files. Main writes and reads them, because no path crosses the contract. */
export function attachmentHandlers({ accounts, log }: AttachmentCallParts): Pick<MainHandlers, Names> {
  const change = (accountId: string, action: (outgoing: Outgoing) => void): Result<null> => {
    const outgoing = accounts.media(accountId)?.outgoing
    if (outgoing === undefined) return noAccount()
    action(outgoing)
    return done
  }
  return {
    'attachments.begin': ({ accountId, ...file }, from) => {
      const begun = change(accountId, (outgoing) => {
        outgoing.begin(file.attachmentId, file.size)
      })
      return begun.ok ? accounts.call(accountId, 'drafts.attach', { ...file, isArriving: true }, from.id) : begun
    },
    'attachments.append': ({ accountId, attachmentId, offset, data }) =>
      change(accountId, (outgoing) => {
        outgoing.append(attachmentId, offset, Buffer.from(data, 'base64'))
      }),
    'attachments.abort': ({ accountId, ...file }, from) => {
      const aborted = change(accountId, (outgoing) => {
        outgoing.abort(file.attachmentId)
      })
      return aborted.ok ? accounts.call(accountId, 'attachments.remove', file, from.id) : aborted
    },
    'attachments.finish': ({ accountId, ...file }, from) => {
      const finished = change(accountId, (outgoing) => {
        outgoing.finish(file.attachmentId)
      })
      return finished.ok ? accounts.call(accountId, 'drafts.attach', file, from.id) : finished
    },
    'media.save': ({ accountId, path, name }, from) => {
      const source = accounts.media(accountId)
      if (source === undefined) return noAccount()
      return saveFile(from.window, source, path, { platform: desktopPlatform(process.platform), log }, name)
    },
    'media.tooLarge': ({ accountId, path }) => {
      const source = accounts.media(accountId)
      return source === undefined ? noAccount() : { ok: true, value: source.missing.tooLarge(path) }
    },
  }
}
