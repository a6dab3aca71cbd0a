import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { commandIds, isChoosableChord } from '#shared/command-keys.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import type { AccountSummary } from './accounts.ts'
import { ownSounds, skinTones, textSizes } from './base/choices.ts'
import { typeOf, type ResourceContract } from './base/entries.ts'
import type { Failure } from './base/failures.ts'
import { integerSchema, type Coded } from './base/values.ts'
import type { ExportStatus } from './message-exports.ts'
import type { EncryptionState } from './storage/encryption.ts'

/** The state of the application outside the views of its accounts. */
export interface AppState {
  readonly accounts: readonly AccountSummary[]
  readonly settingsProblem: SettingsProblem | null
  readonly settings: Settings
  /** The number of changes of the settings since the start: answers and pushed states can overtake each other. */
  readonly settingsRevision: number
  /** The base address of an account's media: `{mediaBase}{accountId}/{path}`. */
  readonly mediaBase: string
  /** The language of the program's texts, by the choice. */
  readonly language: ProgramLanguage
  /** The language by which names are sorted (BCP 47): also one that the program does not have. */
  readonly sortLanguage: string
  readonly platform: string
  readonly version: string
  readonly updates: UpdateNews
  /** The do-not-disturb that goes on; null for none. */
  readonly quiet: Quiet | null
  /** Whether the user is at the computer; while absent, the user reads no messages. */
  readonly isUserPresent: boolean
  /** A proxy's pending request for credentials; null if there is none. */
  readonly proxyQuestion: ProxyQuestion | null
  /** The certificate authorities that the user trusts beside those of the system. */
  readonly authorities: readonly OwnAuthority[]
  /** The export that runs, or that has ended and is not dismissed; null if there is none. */
  readonly exporting: ExportStatus | null
  readonly encryption: EncryptionState
  readonly spelling: SpellingState
}

/** A problem with the file that stores the accounts and settings. */
export type SettingsProblem =
  /** The file cannot be read: no account is known, and nothing is written. Skein retries. */
  | { readonly kind: 'unreadable'; readonly failure: Failure }
  /** The damaged file was kept under another name; `accounts` is the number of accounts that were recovered from it. */
  | { readonly kind: 'damaged'; readonly keptAs: string; readonly accounts: number }

/** A proxy's request for credentials. */
export interface ProxyQuestion {
  readonly id: number
  /** `host:port` */
  readonly proxy: string
  /** The realm that the proxy names, as one line; may be empty. */
  readonly realm: string
  /** The user name of the previous answer, which the proxy refused; null for the first question. */
  readonly refusedName: string | null
}

/** A certificate authority that the user trusts. */
export interface OwnAuthority {
  /** The SHA-256 of the certificate as hexadecimal numbers with colons. */
  readonly fingerprint: string
  /** The name that the certificate has, as one line. */
  readonly name: string
  /** The end of its validity, UNIX milliseconds. */
  readonly until: number
}

/** The choice about the check of spelling. No languages means those of the system; macOS takes only its own. */
export const spellingChoiceSchema = z.strictObject({
  isOn: z.boolean(),
  languages: z
    .array(z.string().min(1).max(clientLimits.spellingLanguage.most))
    .max(clientLimits.spellingLanguages.most)
    .readonly(),
})

/** The check of spelling. Languages are codes of dictionaries, such as `de` and `en-GB`. */
export interface SpellingState {
  readonly isEnabled: boolean
  /** The checked languages; empty if there is no check, or if macOS decides. */
  readonly languages: readonly string[]
  /** The languages with a dictionary; empty if macOS decides. */
  readonly available: readonly string[]
  /** The user's choice of these; empty for the languages of the system. */
  readonly chosen: readonly string[]
  /** The languages of the system that are checked without a choice; empty if none of them has a dictionary. */
  readonly usual: readonly string[]
}

export interface UpdateNews {
  readonly way: UpdateWay
  readonly step: UpdateStep
  /** The download page; null if the package names none. */
  readonly page: string | null
}

/** Whether and how this installation can update itself. */
export type UpdateWay =
  /** The package has no address of releases, as in copies of the sources. */
  | { readonly kind: 'none'; readonly hindrance: 'no_address' }
  /** Skein can check for releases but not install them. */
  | {
      readonly kind: 'notify'
      readonly hindrance: 'not_signed' | 'not_installed' | 'not_moved' | 'not_writable' | 'system_package'
    }
  | { readonly kind: 'install' }

/** The updater's state. */
export type UpdateStep =
  /** No newer version is known. `checkedAt` is in UNIX milliseconds, null before the first check. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** A newer version exists, and the user decides whether to fetch it. */
  | { readonly kind: 'notified'; readonly version: string }
  /** `part` is the downloaded fraction, 0 to 1. */
  | { readonly kind: 'fetching'; readonly version: string; readonly part: number }
  /** The version is installed when Skein quits. */
  | { readonly kind: 'ready'; readonly version: string }
  /**
   * The version was fetched, but updates were turned off in the meantime: it is installed only at the user's request.
   */
  | { readonly kind: 'kept'; readonly version: string }
  /** The system stages the version; then Skein restarts as that version. */
  | { readonly kind: 'staging'; readonly version: string }
  /** The updater retries automatically. */
  | { readonly kind: 'failed'; readonly failure: Failure }

/** The chosen keys of a command. */
export const chosenKeysSchema = z
  .array(z.string().max(clientLimits.chord.most).refine(isChoosableChord))
  .max(clientLimits.keysOfCommand.most)
/** UNIX milliseconds. */
const momentSchema = z.number().int().min(0).max(8.64e15)
/** Minutes since midnight. */
const minuteSchema = z.number().int().min(0).max(1439)

/** The application's settings on the page, stored in `skein.json`. */
export const settingsSchema = z.strictObject({
  sendKey: z.enum(['enter', 'ctrl+enter']),
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  /** The size of usual text, CSS pixels. */
  textSize: z.number().int().min(textSizes.least).max(textSizes.most),
  /** The space around and between elements. */
  density: z.enum(['comfortable', 'compact']),
  /** Whether do-not-disturb was turned on by hand, and its end in UNIX milliseconds; null without one. */
  doNotDisturb: z.boolean(),
  quietUntil: momentSchema.nullable(),
  /** The moment until which the weekly hours do not apply, because the user ended them early; null for none. */
  quietSkippedUntil: momentSchema.nullable(),
  /** The weekly hours of do-not-disturb (`QuietHours`). */
  quietHours: z.strictObject({
    isOn: z.boolean(),
    days: z.array(z.number().int().min(0).max(6)).max(7).readonly(),
    from: minuteSchema,
    to: minuteSchema,
  }),
  /** The sound of notifications: that of the system, or one that the page plays. */
  sound: z.enum(['system', ...ownSounds]),
  /** The loudness of the page's sounds in percent. */
  soundVolume: z.number().int().min(0).max(200),
  /** Whether location, device and names are removed from pictures before they are attached. */
  cleansPictures: z.boolean(),
  /**
   * The effect of closing the window: `auto` keeps Skein running if a tray icon can bring the window back. macOS always
   * keeps it running.
   */
  closing: z.enum(['auto', 'hide', 'quit']),
  /** New versions are installed when Skein quits, announced, or ignored. */
  updates: z.enum(['install', 'tell', 'never']),
  /** The skin tone of emoji that the user inserts. */
  skinTone: z.enum(skinTones),
  /** Whether long lines of code in messages are wrapped. */
  wrapsCode: z.boolean(),
  /** What comes first in the sidebar, and in the order in which unread conversations are opened. */
  sidebarFirst: z.enum(['streams', 'direct']),
  /** The day with which weeks begin where Skein lists days; `system` is that of the system's language and region. */
  weekStart: z.enum(['system', 'saturday', 'sunday', 'monday']),
  /** The keys that the user has chosen, by command. A command that is missing has its own keys. */
  keys: z.partialRecord(z.enum(commandIds), chosenKeysSchema.readonly()),
  /** How the program reaches the network. */
  proxy: z.strictObject({
    mode: z.enum(['system', 'none', 'manual', 'script']),
    server: z.string().max(clientLimits.proxyServer.most),
    bypass: z.string().max(clientLimits.proxyBypass.most),
    script: z.string().max(clientLimits.proxyScript.most),
  }),
  /**
   * The language of the program's texts: one as its `lang` (BCP 47), that of the system, or the one that the first
   * account has at its server (`default_language`), and that of the system where Skein has no texts in it.
   */
  language: z.enum(['system', 'account', 'en', 'de']),
})

export type Settings = Readonly<z.output<typeof settingsSchema>>

/** The settings after a change, and the revision that it made (`AppState.settingsRevision`). */
export interface ChangedSettings {
  readonly settings: Settings
  readonly revision: number
}

export type SendKey = Settings['sendKey']
export type Theme = Settings['theme']
export type Contrast = Settings['contrast']
export type Closing = Settings['closing']
export type LanguageChoice = Settings['language']
/** A language that the program has, as its `lang` (BCP 47). */
export type ProgramLanguage = Exclude<LanguageChoice, 'system' | 'account'>
export type SidebarFirst = Settings['sidebarFirst']
export type WeekStart = Settings['weekStart']
export type UpdateChoice = Settings['updates']

/** The outcome of a test of notifications. */
export interface NotificationTest {
  /**
   * Whether the system has shown the notification. Do-not-disturb prevents it (`quiet`), the system has none
   * (`unsupported`), refuses it (`failed`), or does not say (`unanswered`).
   */
  readonly notification: 'shown' | 'quiet' | 'unsupported' | 'failed' | 'unanswered'
  /** Whether the system has taken a number for the program's icon, which is there for some seconds. */
  readonly hasBadge: boolean
}

/** An event outside of the window, for the user; `i18n/` makes the sentence. */
export type Notice = Coded<NoticeValues>

/** Every code of a notice, with the values of its sentence; `null` for a sentence without values. */
export interface NoticeValues {
  /** The account of the clicked notification is signed out. `answer` is the user's reply; null for a click. */
  NOTIFICATION_SIGNED_OUT: { readonly answer: string | null }
  /** The message of the clicked notification was not found. */
  NOTIFICATION_GONE: { readonly answer: string | null }
  /** `lost` is the text of a reply that could not be kept as a draft either; null if it is a draft. */
  ANSWER_NOT_SENT: { readonly cause: Failure; readonly lost: string | null }
  NOTIFICATIONS_BLOCKED: { readonly platform: 'darwin' | 'win32' | 'linux' }
  /** `language` is a BCP 47 tag. */
  DICTIONARY_NOT_FETCHED: { readonly language: string }
  NO_DICTIONARY: null
  SPELLING_NOT_STORED: null
  /** A link was not opened from its context menu. */
  LINK_NOT_OPENED: { readonly cause: Failure }
  SANDBOX_OFF: { readonly platform: 'darwin' | 'win32' | 'linux' }
  UNCAUGHT_ERROR: null
  GRAPHICS_FAILED: null
}

/** The application as a whole. */
export const app = {
  views: {},
  calls: {
    'app.state': { to: 'main', input: z.strictObject({}), output: typeOf<AppState>() },
    'app.settings': { to: 'main', input: settingsSchema.partial(), output: typeOf<ChangedSettings>() },
    /**
     * Checks for a newer version of Skein, downloads the announced one, or restarts into the downloaded one. Answers when
     * the action has begun; the progress is part of `AppState`.
     */
    'app.update': {
      to: 'main',
      input: z.strictObject({ action: z.enum(['check', 'fetch', 'restart']) }),
      output: typeOf<null>(),
    },
    /** Shows a notification and a number on the icon, to see whether the system does. */
    'app.testNotification': { to: 'main', input: z.strictObject({}), output: typeOf<NotificationTest>() },
    /** The licence of Skein, with the notices of third-party software. */
    'app.licences': { to: 'main', input: z.strictObject({}), output: typeOf<{ readonly text: string }>() },
    /** Opens a link in the system's program. The user confirms it first, unless it is a plain web or mail address. */
    'app.openLink': {
      to: 'main',
      input: z.strictObject({
        url: z.string().max(clientLimits.pageLink.most),
        /** The text of the link. */
        shown: z.string().max(clientLimits.linkText.most).optional(),
      }),
      output: typeOf<null>(),
    },
    /** Reads unreadable settings again, or hides the notice that damaged settings were replaced. */
    'app.settingsProblem': {
      to: 'main',
      input: z.strictObject({ answer: z.enum(['retry', 'dismiss']) }),
      output: typeOf<null>(),
    },
    /** Writes an error of the page to the log. */
    'app.pageError': {
      to: 'main',
      input: z.strictObject({
        kind: z.enum(['error', 'rejection', 'screen']),
        message: z.string().max(clientLimits.pageErrorText.most),
        stack: z.string().max(clientLimits.pageErrorText.most),
      }),
      output: typeOf<null>(),
    },
    /** Makes an error report for the user to read. */
    'app.report': {
      to: 'main',
      input: z.strictObject({}),
      output: typeOf<{ readonly id: number; readonly text: string }>(),
    },
    /** Saves a report in a file that the user chooses. `path` is null if the user cancelled. */
    'app.saveReport': {
      to: 'main',
      input: z.strictObject({ id: integerSchema }),
      output: typeOf<{ readonly path: string | null }>(),
    },
    /** Shows the log in the system's file manager. */
    'app.showLog': { to: 'main', input: z.strictObject({}), output: typeOf<null>() },
    /** Reloads the page. */
    'app.reload': { to: 'main', input: z.strictObject({}), output: typeOf<null>() },
    /**
     * Trusts the certificate authorities of a file, as PEM or DER, after the system's dialog has asked the user. `added`
     * is the number of new ones; zero if all were known, or if the user cancelled.
     */
    'app.addAuthorities': {
      to: 'main',
      input: z.strictObject({
        /** The file as Base64. */
        file: z.base64().max(Math.ceil(clientLimits.authorityFile.most / 3) * 4),
      }),
      output: typeOf<{ readonly added: number; readonly isCancelled: boolean }>(),
    },
    /** Trusts an authority no longer. */
    'app.removeAuthority': {
      to: 'main',
      input: z.strictObject({ fingerprint: z.string().max(clientLimits.fingerprint.most) }),
      output: typeOf<null>(),
    },
    /** Chooses what is checked for spelling; the system's dialog asks before a download. Answers what applies then. */
    'app.spelling': { to: 'main', input: spellingChoiceSchema, output: typeOf<SpellingState>() },
    'app.focus': { to: 'main', input: z.strictObject({ isFocused: z.boolean() }), output: typeOf<null>() },
    /** Reports an input with the keyboard, the pointer or the wheel: at once after an absence, otherwise occasionally. */
    'app.input': { to: 'main', input: z.strictObject({}), output: typeOf<null>() },
    'app.answerProxy': {
      to: 'main',
      input: z.strictObject({
        /** The id of the `ProxyQuestion`. */
        id: integerSchema,
        /** Null if the user dismisses the question. */
        credentials: z.strictObject({ username: z.string().max(500), password: z.string().max(2000) }).nullable(),
      }),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

/** The failures of checking for and fetching a new version of Skein. */
export interface UpdateFailures {
  NO_RELEASE: null
  NO_RELEASE_ADDRESS: null
  /** `status` is the HTTP status. */
  RELEASE_STATUS: { readonly status: number }
  RELEASE_UNREACHABLE: { readonly cause: Failure }
  FOREIGN_RELEASE: null
  BAD_RELEASE: null
  UPDATE_DAMAGED: null
  UPDATE_NOT_SIGNED: null
  UPDATE_DISK_FULL: null
  UPDATE_NOT_WRITABLE: null
  UPDATE_NOT_FETCHED: null
  UPDATE_NOT_TAKEN: null
}

declare module './base/failures.ts' {
  interface FailureValues extends UpdateFailures {}
}
