import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { DraftRef } from '#contract/drafts.ts'
import { orderedBy } from '#shared/ordered-by.ts'
import type { Core } from '../core/core.ts'
import { conversationKey } from '../values/conversation.ts'
import { draftAttachments, isOfEdit, newDraft, type Attachment } from '../store/drafts.ts'
import { dropDraft, emptied } from './editing.ts'

/**
 * Attaches a file to the composer's draft, while it is being copied or when its copy is on disk. A file with a known id
 * replaces the earlier entry in its position.
 */
export function attach(core: Core, narrow: Narrow, draftId: string, attachment: Attachment): Result<DraftRef> {
  const now = core.ports.clock.now()
  core.commit(() => {
    const { drafts } = core.store
    const topic = narrow.kind === 'topic' ? narrow.topic : ''
    const conversation = isOfEdit(draftId) ? draftId : conversationKey(narrow)
    const row =
      emptied(drafts.get(draftId)) ?? newDraft({ id: draftId, conversation, topic, content: '', updated_at: now })
    const known = draftAttachments(row)
    const files = known.some(({ id }) => id === attachment.id)
      ? known.map((other) => (other.id === attachment.id ? attachment : other))
      : [...known, attachment]
    drafts.put({ ...row, attachments: JSON.stringify(files), is_deleted: 0, updated_at: now })
    return [{ kind: 'drafts', conversation: row.conversation }]
  })
  return refOf(core)
}

/** Removes a file from a draft; a draft that becomes empty is deleted. */
export function detach(core: Core, draftId: string, attachmentId: string): Result<DraftRef> {
  const row = core.store.drafts.get(draftId)
  if (row !== undefined) {
    core.commit(() => {
      const rest = draftAttachments(row).filter((attachment) => attachment.id !== attachmentId)
      if (rest.length === 0 && row.content === '' && row.topic === '') {
        return dropDraft(core.store, { ...row, attachments: '[]' }, core.ports.clock.now())
      }
      core.store.drafts.put({ ...row, attachments: JSON.stringify(rest) })
      return [{ kind: 'drafts', conversation: row.conversation }]
    })
  }
  return refOf(core)
}

/** Renames and describes a file. A file that the server has under another name is uploaded again. */
export function describeFile(
  core: Core,
  draftId: string,
  attachmentId: string,
  description: { readonly name: string; readonly alt: string },
): Result<DraftRef> {
  return change(core, draftId, (files) =>
    files.map((file) =>
      file.id === attachmentId ? { ...renamed(file, description.name), alt: description.alt || undefined } : file,
    ),
  )
}

/** Orders the files. Files that are not listed, such as new ones, follow at the end. */
export function orderFiles(core: Core, draftId: string, attachmentIds: readonly string[]): Result<DraftRef> {
  return change(core, draftId, (files) => orderedBy(files, attachmentIds))
}

function renamed({ uri, ...file }: Attachment, name: string): Attachment {
  return { ...file, name, ...(uri === undefined || name !== file.name ? {} : { uri }) }
}

/** Changes the files of a draft; a draft that was sent or deleted in the meantime stays unchanged. */
function change(core: Core, draftId: string, next: (files: Attachment[]) => Attachment[]): Result<DraftRef> {
  const row = core.store.drafts.get(draftId)
  if (row !== undefined && row.is_deleted === 0) {
    core.commit(() => {
      core.store.drafts.put({ ...row, attachments: JSON.stringify(next(draftAttachments(row))) })
      return [{ kind: 'drafts', conversation: row.conversation }]
    })
  }
  return refOf(core)
}

function refOf(core: Core): Result<DraftRef> {
  return { ok: true, value: { revision: core.draftRevision } }
}
