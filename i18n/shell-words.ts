import type { LinkProgram } from '#shared/content/link-schemes.ts'

/** What the shell shows by itself, outside of the page: menus, dialogs of the system, the tray, notifications. */
export interface ShellWords {
  readonly menus: MenuWords
  readonly dialogs: DialogWords
  readonly tray: TrayWords
  readonly notifications: NotificationWords
  readonly report: ReportWords
}

export interface MenuWords {
  /** `&` stands before the letter that opens the menu. */
  readonly file: string
  readonly view: string
  /** The menu of places to go to. */
  readonly go: string
  readonly help: string
  /** The entry that opens the list of commands with their keys. */
  readonly keys: string
  readonly settings: string
  readonly actualSize: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly quit: (program: string) => string
  readonly about: (program: string) => string
  readonly hide: (program: string) => string
  readonly noSuggestions: string
  readonly addToDictionary: string
  readonly checkSpelling: string
  readonly pasteWithoutFormatting: string
  readonly speech: string
  readonly languages: string
  /** `tag` is a BCP 47 tag, which is the name where the language is not known. */
  readonly languageName: (tag: string) => string
  readonly writeMail: string
  readonly copyAddress: string
  readonly openLink: string
  /** Opens a link after a question. */
  readonly openAsked: string
  readonly copyLink: string
  readonly copyImage: string
  readonly lookUp: (text: string) => string
}

/** Why the user is asked before a link opens: `LinkDoubt` of the shell. */
export type LinkDoubt =
  | { readonly kind: 'program'; readonly program: LinkProgram }
  | { readonly kind: 'user_name'; readonly name: string; readonly host: string }
  | { readonly kind: 'lookalike'; readonly host: string; readonly written: string }
  | { readonly kind: 'other_text'; readonly shown: string; readonly host: string }

export interface DialogWords {
  readonly certificateWanted: (host: string) => string
  readonly certificateDetail: string
  readonly certificateNone: string
  /** `until` is a day as `2026-01-31`. */
  readonly certificateLabel: (certificate: { subject: string; issuer: string; until: string }) => string
  readonly windowNotStarted: string
  readonly windowFileRefused: string
  readonly windowFileDamaged: string
  readonly windowFailed: (times: number) => string
  readonly windowOutOfMemory: (times: number) => string
  readonly windowFaultDetail: string
  readonly tryAgain: string
  readonly saveReport: string
  readonly quit: string
  readonly windowSilent: string
  readonly windowSilentDetail: string
  readonly wait: string
  readonly loadAgain: string
  readonly reportSaved: (path: string) => string
  readonly reportTitle: string
  readonly ok: string
  readonly dictionaryQuestion: string
  /** `languages` are BCP 47 tags. */
  readonly dictionaryDetail: (languages: readonly string[]) => string
  readonly fetch: string
  readonly cancel: string
  readonly links: {
    readonly question: (doubt: LinkDoubt) => string
    /** `address` is the true address. */
    readonly detail: (values: { doubt: LinkDoubt; address: string }) => string
    readonly open: string
    readonly copy: string
  }
  readonly startFailed: string
  /** `logFile` is null if the log could not be written. */
  readonly startFailedDetail: (reason: string, logFile: string | null) => string
}

export interface TrayWords {
  readonly open: string
  readonly doNotDisturb: string
  readonly quit: string
  readonly toolTip: (state: { unread: number; mentions: number; doNotDisturb: boolean }) => string
  /** Of the mark on the taskbar button. */
  readonly unread: (count: number) => string
}

export interface NotificationWords {
  readonly reply: string
  readonly topicTitle: (message: { sender: string; stream: string; topic: string }) => string
  readonly groupTitle: (sender: string) => string
  readonly summaryTitle: (summary: { count: number; organization: string }) => string
  /** `others` counts the senders beside those whose names are given. */
  readonly summaryText: (summary: { senders: readonly string[]; others: number }) => string
}

export interface ReportWords {
  readonly title: string
  readonly holds: string
  readonly notSent: string
  readonly made: string
  readonly started: string
  readonly version: string
  readonly system: string
  readonly accounts: string
  readonly failures: string
  readonly lastFailures: string
  readonly lastLines: (count: number) => string
  readonly none: string
  /** `day` is a day as `2026-01-31`. */
  readonly fileName: (day: string) => string
}
