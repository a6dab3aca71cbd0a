import { alertWordsWire } from '../../api/resources/user-settings.ts'
import type { Store } from '../../store/store.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'

/** The user's alert words. */
export const alertWords: Part<readonly string[]> = {
  name: 'alert words',
  load: ({ preferences }) => preferences.alertWords(),
}

/** Replaces all alert words (O2). */
function replace({ store }: { readonly store: Store }, words: readonly string[]) {
  store.preferences.replaceAlertWords(words)
  return [changeOf(alertWords)]
}

export const alertWordsSlice = slice({
  name: 'alert_words',
  wire: alertWordsWire,
  parts: [alertWords],
  read: (answer) => answer.alert_words,
  replace,
  choices: ['alert_words'],
  reducers: { alert_words: (context, event) => replace(context, event.alert_words) },
})
