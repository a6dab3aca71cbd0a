import type { Notice, SettingsProblem } from '#contract/app.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { NotificationReason, NotificationText } from '#contract/notifications.ts'
import type { ActionName } from '#contract/outbox.ts'
import { englishCatalogue, type Catalogue } from './en/catalogue.ts'

export type { Catalogue }

/**
 * The texts that the program shows. In the page they are those of its language from the start, so that its modules may
 * keep sections; the main process and threads read a section when they need it, since `speak` changes the language.
 */
export let catalogue: Catalogue = otherLanguage() ?? englishCatalogue

/** The texts that a script of another language has left before the page's own script (`renderer/german.ts`). */
function otherLanguage(): Catalogue | undefined {
  return (globalThis as { readonly skeinCatalogue?: Catalogue }).skeinCatalogue // only that script defines it
}

/** Changes the language of the main process or of a thread. */
export function speak(chosen: Catalogue): void {
  catalogue = chosen
}

/** The sentence of a failure; empty where there is none. */
export function sentenceOf(failure: Failure | null): string {
  if (failure === null) return ''
  return sentenceIn(catalogue.failures, failure)
}

/** The sentence of a notice. */
export function noticeText(notice: Notice): string {
  return sentenceIn(catalogue.notices, notice)
}

/** The name of an action in lists. */
export function actionNameText(name: ActionName): string {
  return sentenceIn(catalogue.actionNames, name)
}

/** The text of a message in a notification. */
export function notificationText(text: NotificationText): string {
  return sentenceIn(catalogue.notificationTexts, text)
}

/** The sentence of a reason for or against a notification. */
export function reasonText(reason: NotificationReason): string {
  return sentenceIn(catalogue.notificationReasons, reason)
}

/**
 * The wording of a code. A failure may come from disk, where another version has stored it: a code that this version does
 * not know, or values that do not fit, give the sentence of `INTERNAL`.
 */
function sentenceIn(
  section: Readonly<Record<string, unknown>>,
  coded: ActionName | Failure | Notice | NotificationReason | NotificationText,
): string {
  const wording = Object.hasOwn(section, coded.code) ? section[coded.code] : undefined
  if (typeof wording === 'string') return wording
  if (typeof wording !== 'function') return catalogue.failures.INTERNAL
  try {
    const { values } = coded as { readonly values?: unknown } // Codes without values have a text, and were answered above.
    const text = (wording as (values: unknown, quoted: typeof sentenceOf) => unknown)(values, sentenceOf) // by `Section`
    return typeof text === 'string' ? text : catalogue.failures.INTERNAL
  } catch {
    return catalogue.failures.INTERNAL
  }
}

/** The sentence about a damaged settings file; null if there is none. */
export function damagedSentence(problem: SettingsProblem | null): string | null {
  if (problem?.kind !== 'damaged') return null
  const { keptAs, nothingRecovered, partRecovered } = catalogue.damagedSettings
  return `${keptAs(problem.keptAs)} ${problem.accounts === 0 ? nothingRecovered : partRecovered}`
}
