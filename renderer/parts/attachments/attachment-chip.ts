import type { AttachmentItem } from '#contract/drafts.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Copying } from '../media/file-copies.svelte.ts'
import type { DraftFiles } from './draft-files.svelte.ts'

/** A file of a draft or of a pending message in the form that the composer displays. */
export interface AttachmentChip extends AttachmentItem {
  /** Whether its copy ended with the page that had the file, so that it cannot continue. */
  readonly isInterrupted?: boolean
  /** The number of processed bytes; null if nothing is in progress. */
  readonly done: number | null
  /** The description of the operation in progress, beside the name; empty without one. */
  readonly doing: string
}

function chipOfCopy({ id, name, type, size, copied }: Copying): AttachmentChip {
  return { id, name, type, size, done: copied, doing: catalogue.screens.attachments.copying }
}

/** Returns the files of a draft in their order, including those that are still being copied to it. */
export function draftChips(
  { ordered }: { readonly ordered: (shown: readonly AttachmentChip[]) => readonly AttachmentChip[] },
  { attached, copying }: { readonly attached: readonly AttachmentItem[]; readonly copying: readonly Copying[] },
): readonly AttachmentChip[] {
  const ofDraft = new Set(attached.map(({ id }) => id))
  const copies = new Map(copying.map((copy) => [copy.id, chipOfCopy(copy)]))
  return ordered([
    ...attached.map((attachment): AttachmentChip => {
      const copy = attachment.isArriving === true ? copies.get(attachment.id) : undefined
      // A file that is arriving without a copy in this page was interrupted when the page that had it closed.
      return copy ?? { ...attachment, done: null, doing: '', isInterrupted: attachment.isArriving === true }
    }),
    ...copying.filter(({ id }) => !ofDraft.has(id)).map(chipOfCopy),
  ])
}

/** Returns the files of a draft from the object that holds them. */
export function chipsOf(files: DraftFiles): readonly AttachmentChip[] {
  return draftChips({ ordered: (shown) => files.ordered(shown) }, files)
}
