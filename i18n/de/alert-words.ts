import type { alertWords as english } from '../en/alert-words.ts'

export const alertWords: typeof english = {
  failures: {
    ALERT_WORD_EMPTY: 'Gib erst ein Wort ein.',
    ALERT_WORD_TOO_LONG: ({ most }) => `Signalwörter können bis zu ${most} Zeichen haben.`,
    ALERT_WORD_KNOWN: ({ word }) => `„${word}“ ist schon ein Signalwort.`,
    ALERT_WORDS_FULL: ({ most }) => `Du hast die Grenze von ${most} Signalwörtern erreicht. Entferne erst eins.`,
  },
  actionNames: {
    ALERT_WORD: ({ isOn }) => (isOn ? 'Signalwort hinzufügen' : 'Signalwort entfernen'),
  },
  notificationTexts: {
    ALERT_WORD: ({ word, text }) => `Signalwort „${word}“: ${text}`,
  },
}
