import type { FailureValues } from '#contract/base/failures.ts'
import { english } from '#i18n/en/format.ts'
import type { Section } from '#i18n/section.ts'
import type { FileKind } from '#shared/file-name.ts'
import type { FileSort } from '#contract/base/choices.ts'

const fileCount = (count: number) => english.plural(count, { one: 'one file', other: `${english.number(count)} files` })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const messageCount = (count: number) =>
  english.plural(count, { one: 'one message', other: `${english.number(count)} messages` })

const sized = ({ count, size }: { readonly count: number; readonly size: string }) =>
  count === 0 ? 'No files' : `${capital(fileCount(count))}, ${size}`

/** The list of the files that the user has uploaded. */
export const files = {
  page: {
    title: 'My files',
    notShown: 'Couldn’t load your files',
    none: 'No files yet. Files that you attach to messages are listed here.',
    /** The list on this computer is empty, and the server has not been asked yet. */
    notFetched: 'Go online to load the list of your files.',
    loading: 'Loading your files…',
    /** Nothing passes the filters and the search. */
    noMatches: 'No matches.',
    search: 'Find files by name',
    /** The group of the search and the filters. */
    filters: 'Filter files',
    clear: 'Clear filters',
    kindLabel: 'Kind',
    anyKind: 'Any kind',
    kinds: {
      picture: 'Images',
      video: 'Videos',
      sound: 'Audio',
      document: 'Documents',
      other: 'Other files',
    } satisfies Record<FileKind, string>,
    unused: 'Not in a message',
    sortLabel: 'Sort',
    sortedBy: { date: 'Sort: date', size: 'Sort: size', name: 'Sort: name' } satisfies Record<FileSort, string>,
    sorts: { date: 'Newest first', size: 'Largest first', name: 'By name' } satisfies Record<FileSort, string>,
    /** The listed files and their size. */
    found: sized,
    /** The space of all files of the organization. `most` is the limit, and `percent` the used part of it. */
    space: ({ used, limit }: { readonly used: string; readonly limit: { most: string; percent: number } | null }) =>
      limit === null
        ? `Your organization uses ${used} for files.`
        : `Your organization uses ${used} of ${limit.most} for files (${limit.percent}%).`,
    spaceLabel: 'Space for files',
    /** The list is that of the last contact. `moment` stands in the middle of a sentence. */
    asOf: (moment: string) => `List as of ${moment}.`,
    updating: 'Updating…',
    /** The second line of a row. */
    facts: ({ kind, size, day }: { readonly kind: string; readonly size: string; readonly day: string | null }) =>
      [kind, size, ...(day === null ? [] : [day])].join(' · '),
    notUsed: 'Not in a message',
    /** A message that is not stored on this computer. */
    unknownMessage: 'A message',
    /** The place of a message in a stream. */
    place: ({ stream, title }: { readonly stream: string | null; readonly title: string }) =>
      stream === null ? title : `#${stream} › ${title}`,
    /** Opens the message in this place. */
    goTo: (place: string) => `Go to message: ${place}`,
    moreUses: (count: number) => `+${english.number(count)}`,
    moreUsesOf: ({ count, name }: { readonly count: number; readonly name: string }) =>
      `${capital(messageCount(count))} more with ${name}`,
    usesOf: (name: string) => `Messages with ${name}`,
    choose: (name: string) => `Select ${name}`,
    actionsOf: (name: string) => `Actions for ${name}`,
    open: 'Open',
    save: 'Save as…',
    copyLink: 'Copy link',
    /** The key that selects. */
    spaceKey: 'Space',
    select: 'Select',
    deselect: 'Deselect',
    remove: 'Delete…',
    deleting: 'Deleting…',
    /** The bar of the selection. */
    selection: 'Selection',
    chosen: ({ count, size }: { readonly count: number; readonly size: string }) =>
      `${capital(fileCount(count))} selected, ${size}`,
    /** `most` is the largest number of files that can be selected; null if all were selected. */
    chooseAll: (most: number | null) => (most === null ? 'Select all' : `Select the first ${english.number(most)}`),
    chooseNone: 'Clear selection',
    full: (most: number) => `You can delete up to ${english.number(most)} files at once.`,
    question: {
      one: (name: string) => `Delete “${name}”?`,
      several: (count: number) => `Delete ${english.number(count)} files?`,
      /** What is lost. */
      lost: ({ count, size }: { readonly count: number; readonly size: string }) =>
        count === 1
          ? `The file (${size}) will be deleted from the server. You can’t undo this.`
          : `The files (${size}) will be deleted from the server. You can’t undo this.`,
      unused: (count: number): string => (count === 1 ? 'No message links to it.' : 'No message links to them.'),
      /** `count` is the number of files. */
      used: ({ count, messages }: { readonly count: number; readonly messages: number }) => {
        const them = count === 1 ? 'it' : 'them'
        return english.plural(messages, {
          one: `One message links to ${them}, and that link will no longer work.`,
          other: `${english.number(messages)} messages link to ${them}, and those links will no longer work.`,
        })
      },
      /** A line of the list of files; `uses` is the number of messages. */
      file: ({ name, uses }: { readonly name: string; readonly uses: number }) =>
        uses === 0 ? name : `${name} (in ${messageCount(uses)})`,
      more: (count: number) => `and ${english.number(count)} more`,
      confirm: 'Delete',
      deleting: 'Deleting…',
    },
    /** The outcome of a deletion. */
    report: {
      deleted: (count: number) => `${capital(fileCount(count))} deleted.`,
      kept: (count: number) =>
        english.plural(count, {
          one: 'Couldn’t delete one file:',
          other: `Couldn’t delete ${english.number(count)} files:`,
        }),
      /** A notice after the screen was left; `reason` is the sentence of the first failure. */
      keptBecause: ({ count, reason }: { readonly count: number; readonly reason: string }) =>
        `${english.plural(count, {
          one: 'One file wasn’t deleted.',
          other: `${english.number(count)} files weren’t deleted.`,
        })} ${reason}`,
      reason: ({ name, reason }: { readonly name: string; readonly reason: string }) => `${name}: ${reason}`,
      more: (count: number) => `and ${english.number(count)} more`,
    },
  },
  failures: {
    FILES_OFFLINE: 'Skein can’t reach the server to delete files. Try again when you’re online.',
    FILE_NOT_DELETED: 'The server didn’t delete the file.',
    FILE_OUTCOME_UNKNOWN:
      'The connection was lost before the server could confirm that the file was deleted. It’s safe to try again when you’re online.',
  } satisfies Section<Pick<FailureValues, 'FILES_OFFLINE' | 'FILE_NOT_DELETED' | 'FILE_OUTCOME_UNKNOWN'>>,
}
