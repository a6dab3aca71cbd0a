import type { FailureValues } from '#contract/base/failures.ts'
import type { NotificationTextValues } from '#contract/notifications.ts'
import type { ActionNameValues } from '#contract/outbox.ts'
import type { Section } from '../section.ts'

type FailureCodes = 'ALERT_WORD_EMPTY' | 'ALERT_WORD_TOO_LONG' | 'ALERT_WORD_KNOWN' | 'ALERT_WORDS_FULL'

export const alertWords = {
  failures: {
    ALERT_WORD_EMPTY: 'Enter a word first.',
    ALERT_WORD_TOO_LONG: ({ most }) => `Alert words can have up to ${most} characters.`,
    ALERT_WORD_KNOWN: ({ word }) => `“${word}” is already an alert word.`,
    ALERT_WORDS_FULL: ({ most }) => `You’ve reached the limit of ${most} alert words. Remove one first.`,
  } satisfies Section<Pick<FailureValues, FailureCodes>>,
  actionNames: {
    ALERT_WORD: ({ isOn }): string => (isOn ? 'Add alert word' : 'Remove alert word'),
  } satisfies Section<Pick<ActionNameValues, 'ALERT_WORD'>>,
  notificationTexts: {
    ALERT_WORD: ({ word, text }) => `Alert word “${word}”: ${text}`,
  } satisfies Section<Pick<NotificationTextValues, 'ALERT_WORD'>>,
}
