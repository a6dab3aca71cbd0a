import type { AttachmentItem } from '#contract/values.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Copying } from '../../media/file-copies.svelte.ts'
import type { AttachmentChip } from './attachment-chip.ts'
import type { DraftFiles } from './draft-files.svelte.ts'

function chipOfCopy({ id, name, type, size, copied }: Copying): AttachmentChip {
  return { id, name, type, size, done: copied, doing: catalogue.screens.attachments.copying }
}

/** The files of a draft in their order, also those that do not belong to it yet. */
export function draftChips(
  { ordered }: { readonly ordered: (shown: readonly AttachmentChip[]) => readonly AttachmentChip[] },
  { attached, copying }: { readonly attached: readonly AttachmentItem[]; readonly copying: readonly Copying[] },
): readonly AttachmentChip[] {
  const ofDraft = new Set(attached.map(({ id }) => id))
  const copies = new Map(copying.map((copy) => [copy.id, chipOfCopy(copy)]))
  return ordered([
    ...attached.map((attachment): AttachmentChip => {
      const copy = attachment.isArriving === true ? copies.get(attachment.id) : undefined
      // No copy of this page: it was interrupted together with the page that had the file.
      return copy ?? { ...attachment, done: null, doing: '', isInterrupted: attachment.isArriving === true }
    }),
    ...copying.filter(({ id }) => !ofDraft.has(id)).map(chipOfCopy),
  ])
}

/** The same of what holds them. */
export function chipsOf(files: DraftFiles): readonly AttachmentChip[] {
  return draftChips({ ordered: (shown) => files.ordered(shown) }, files)
}
