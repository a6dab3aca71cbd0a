import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { AppState } from '../app-state.ts'
import { typeOf, type CallTable } from '../entries.ts'
import { settingsSchema, type Settings } from '../settings.ts'
import { integerSchema } from '../values.ts'

/** Calls about the application as a whole. */
export const appCalls = {
  'app.state': { to: 'main', input: z.strictObject({}), output: typeOf<AppState>() },
  'app.settings': { to: 'main', input: settingsSchema.partial(), output: typeOf<Settings>() },
  /**
   * Checks for a newer version of Skein, downloads the announced one, or restarts into the downloaded one. Answers when
   * the action has begun; the progress is part of `AppState`.
   */
  'app.update': {
    to: 'main',
    input: z.strictObject({ action: z.enum(['check', 'fetch', 'restart']) }),
    output: typeOf<null>(),
  },
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
} as const satisfies CallTable
