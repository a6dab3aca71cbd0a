import type { FileFilters } from '#contract/attachments.ts'
import { fileKinds } from '#shared/file-name.ts'
import { fileSorts, type FileSort } from '#contract/base/choices.ts'

/** What the user has chosen in the list of files. */
export interface FileChoices {
  readonly text: string
  readonly filters: FileFilters
  readonly sort: FileSort
}

/** The default filters: all files. */
export const noFilters: FileFilters = { kind: null, isUnused: false }

/** Serializes the choices for a visit. */
export function textOf({ text, filters, sort }: FileChoices): string {
  return [filters.kind ?? '', filters.isUnused ? 'unused' : '', sort, text].join(':')
}

/** Parses the choices of a visit; an empty text has the default ones. */
export function readChoices(kept: string): FileChoices {
  const [kind, isUnused, sort, ...text] = kept.split(':')
  return {
    text: text.join(':'),
    filters: { kind: fileKinds.find((each) => each === kind) ?? null, isUnused: isUnused === 'unused' },
    sort: fileSorts.find((each) => each === sort) ?? 'date',
  }
}
