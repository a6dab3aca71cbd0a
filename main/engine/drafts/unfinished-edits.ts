import type { Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { EditFiles, EditSetAside, UnfinishedEdit } from '#contract/drafts.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Core } from '../core/core.ts'
import { draftAttachments, editDraftId } from '../store/drafts.ts'
import { attachmentItem } from './editing.ts'

/** The prefix of the key of an edit that was set aside; no key of the page begins with it. */
const setAsidePrefix = 'aside:'

const done: Result<null> = { ok: true, value: null }

/** The calls for unfinished edits, which are kept on disk so that closing the window loses nothing. */
export function editCalls(core: Core) {
  return {
    'edits.keep'({ narrowJson, messageId, original, isAgain, text }: EngineInput<'edits.keep'>): Result<null> {
      const row = { narrow: narrowJson, message_id: messageId, original, is_again: isAgain ? 1 : 0, text }
      core.commit(() => {
        core.store.edits.put(row, clientLimits.keptEdits.most)
        return []
      })
      return done
    },
    'edits.drop'({ narrowJson }: EngineInput<'edits.drop'>): Result<null> {
      core.commit(() => {
        core.store.edits.remove(narrowJson)
        return []
      })
      return done
    },
    'edits.list'(): Result<readonly UnfinishedEdit[]> {
      const rows = core.store.edits.all().filter(({ narrow }) => !narrow.startsWith(setAsidePrefix))
      const value = rows.map((row) => ({
        narrowJson: row.narrow,
        messageId: row.message_id,
        original: row.original,
        isAgain: row.is_again === 1,
        text: row.text,
      }))
      return { ok: true, value }
    },
    'edits.setAside'({ messageId, original, text }: EngineInput<'edits.setAside'>): Result<null> {
      const row = { narrow: `${setAsidePrefix}${messageId}`, message_id: messageId, original, is_again: 0, text }
      core.commit(() => {
        core.store.edits.put(row, clientLimits.keptEdits.most)
        return []
      })
      return done
    },
    'edits.aside'({ messageId }: EngineInput<'edits.aside'>): Result<EditSetAside | null> {
      const row = core.store.edits.get(`${setAsidePrefix}${messageId}`)
      return { ok: true, value: row === undefined ? null : { original: row.original, text: row.text } }
    },
    'edits.files'({ messageId }: EngineInput<'edits.files'>): Result<EditFiles> {
      const row = core.store.drafts.get(editDraftId(messageId))
      const attachments = row === undefined || row.is_deleted === 1 ? [] : draftAttachments(row).map(attachmentItem)
      const maxUploadBytes = core.accountState.organization?.maxUploadBytes ?? 0
      return { ok: true, value: { revision: core.draftRevision, attachments, maxUploadBytes } }
    },
    'edits.dropAside'({ messageId }: EngineInput<'edits.dropAside'>): Result<null> {
      core.commit(() => {
        core.store.edits.remove(`${setAsidePrefix}${messageId}`)
        return []
      })
      return done
    },
  }
}
