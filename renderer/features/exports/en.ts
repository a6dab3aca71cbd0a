import type { ExportForm } from '#contract/base/choices.ts'
import type { ExportFailures } from '#contract/message-exports.ts'
import { english, word } from '#i18n/en/format.ts'
import type { Section } from '#i18n/section.ts'

const messages = (count: number) =>
  `${english.number(count)} ${english.plural(count, { one: 'message', other: 'messages' })}`
const files = (count: number) => `${english.number(count)} ${english.plural(count, { one: 'file', other: 'files' })}`

/** What an export contains, as readers of its pages are told. */
interface Summary {
  readonly organization: string
  readonly messages: number
  readonly files: number
}

/** The messages around a gap, as moments; null if there is none. */
interface GapMoments {
  readonly after: string | null
  readonly before: string | null
}

const failures = {
  EXPORT_RUNNING: 'Another export is running. Wait until it’s finished, or cancel it.',
  EXPORT_DISK_FULL: 'The disk is full. Free up some space, then export again.',
  EXPORT_NOT_WRITABLE: 'You don’t have permission to write to this folder. Choose another one.',
  EXPORT_FOLDER_GONE: 'The folder is no longer available.',
  EXPORT_INTERRUPTED: 'Skein was closed before the export was finished.',
  EXPORT_FAILED: ({ detail }) => `The export failed: ${detail}`,
  EXPORT_TOO_MANY_FILES: 'There are more files than an export can contain.',
} satisfies Section<ExportFailures>

/** Exports of messages: the dialog, the progress, and the exported pages themselves. */
export const exporting = {
  failures,
  page: {
    /** The title of the command. */
    command: 'Export messages',
    /** The entry in the menu of a conversation or stream. */
    menu: 'Export…',
    title: 'Export messages',
    what: 'What to export',
    /** The choices, by what they export. `name` is that of the conversation or stream. */
    scopes: {
      topic: (name: string) => `This topic: ${name}`,
      direct: (name: string) => `This conversation: ${name}`,
      stream: (name: string) => `This ${word.one}: #${name}`,
      organization: (name: string) => `The whole organization: ${name}`,
    },
    get organizationMeaning() {
      return `All your ${word.many} and direct messages`
    },
    form: 'Format',
    forms: { html: 'Web pages', json: 'Data (JSON)' } satisfies Record<ExportForm, string>,
    formMeanings: {
      html: 'To read and search in any browser',
      json: 'For other programs',
    } satisfies Record<ExportForm, string>,
    withFiles: 'Include images and files',
    withFilesMeaning: 'Files that aren’t on this computer are downloaded if you’re online.',
    /** Says which messages are exported. */
    note: 'Skein exports the messages that are saved on this computer, and lists the periods that may be incomplete.',
    start: 'Choose folder…',
    /** The title of the system’s dialog. */
    chooseFolder: 'Choose where to save the export',
    /** The name of the folder. `day` is as in 2026-11-30. */
    folderName: ({ title, day }: { title: string; day: string }) => `${title} – ${day}`,
    /** The line about a running or ended export. */
    line: {
      label: 'Export',
      preparing: (title: string) => `Exporting ${title}…`,
      files: ({ title, done, total }: { title: string; done: number; total: number }) =>
        `Exporting ${title}: ${english.number(done)} of ${files(total)}`,
      messages: ({ title, done, total }: { title: string; done: number; total: number }) =>
        `Exporting ${title}: ${english.number(done)} of ${messages(total)}`,
      /** The accessible name of the bar. */
      progress: 'Progress of the export',
      done: ({ title, messages: count, files: copied }: { title: string; messages: number; files: number }) =>
        copied === 0
          ? `Exported ${title}: ${messages(count)}.`
          : `Exported ${title}: ${messages(count)} and ${files(copied)}.`,
      incomplete: 'Some of it wasn’t on this computer. The export lists what may be missing.',
      failed: (title: string) => `Couldn’t export ${title}.`,
      remains: (folder: string) => `The unfinished folder is “${folder}”.`,
      show: 'Show in folder',
    },
    /** The exported pages. */
    document: {
      /** The form of dates in the results of the search, as a language with its region (BCP 47). */
      locale: 'en-GB',
      search: 'Search the export',
      find: 'Search',
      results: 'Search results',
      searching: 'Searching…',
      nothingFound: 'No matches.',
      /** `#` is replaced by a number. */
      found: 'Messages found: #.',
      onlyNewest: 'The newest # are shown.',
      searchFailed: 'The search failed because a file of this export is missing.',
      summary: ({ organization, messages: count, files: copied }: Summary) =>
        copied === 0
          ? `${organization} · ${messages(count)}`
          : `${organization} · ${messages(count)} · ${files(copied)}`,
      exported: ({ when, version, zone }: { when: string; version: string; zone: string }) =>
        `Exported by Skein ${version} on ${when}. Times are in the time zone ${zone}.`,
      knownUntil: (when: string) => `Skein was last connected on ${when}. Later messages aren’t included.`,
      stream: (name: string) => `#${name}`,
      directMessages: 'Direct messages',
      messages,
      /** From the first day to the last. */
      period: ({ first, last }: { first: string; last: string }) => `${first} – ${last}`,
      /** The mark of a conversation with gaps. */
      incomplete: 'may be incomplete',
      /** The navigation between the pages of a conversation or list. */
      parts: 'Pages',
      edited: 'Edited',
      moved: 'Moved',
      starred: 'Starred',
      reactions: 'Reactions',
      missingPicture: (name: string) => `Image not included: ${name}`,
      missingFile: (name: string) => `File not included: ${name}`,
      /** In place of formatting that was not kept, by how much of the message is kept. */
      unformatted: {
        whole: 'This message is shown without formatting because it’s too large.',
        cut: 'This message is shown without formatting and shortened because it’s too large.',
      },
      /** Between two messages. */
      gapHere: 'Messages may be missing here, because they weren’t on this computer.',
      gapsTitle: 'What may be missing',
      gapsMeaning: 'This computer didn’t have all messages of these periods.',
      gap({ after, before }: GapMoments): string {
        if (after === null) return before === null ? 'all messages' : `before ${before}`
        return before === null ? `after ${after}` : `from ${after} to ${before}`
      },
      missingTitle: 'Files that aren’t included',
      moreInManifest: (count: number) => `manifest.json lists ${english.number(count)} more.`,
    },
  },
}
