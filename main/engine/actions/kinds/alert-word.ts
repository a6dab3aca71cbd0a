import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { alertWordKey } from '#shared/alert-words.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { changeAlertWords } from '../../api/resources/user-settings.ts'
import type { Core } from '../../core/core.ts'
import { changeOf } from '../../state/part.ts'
import { alertWords } from '../../state/preferences/alert-words.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { payloadReader } from '../message-payload.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'

const schema = z.object({ word: z.string(), isOn: z.boolean() })
const payloadOf = payloadReader(schema)

/** Adds an alert word or removes it. */
export const alertWordKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'alert_word',
  schema,
  queueKey: { pattern: /^alert_word:./ },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: (core, row, options) => changeAlertWords(core.api, payloadOf(row), options),
    isConfirmed: ({ accountState }, row) => {
      const { word, isOn } = payloadOf(row)
      return accountState.of(alertWords).some((other) => alertWordKey(other) === alertWordKey(word)) === isOn
    },
    applyResponse: ({ store, accountState }, row, since) => {
      if (!since.arePreferencesNewest()) return []
      const { word, isOn } = payloadOf(row)
      const others = accountState.of(alertWords).filter((other) => alertWordKey(other) !== alertWordKey(word))
      store.preferences.replaceAlertWords(isOn ? [...others, word] : others)
      return [changeOf(alertWords)]
    },
    // The user typed the word, so a refused row stays and can be tried again; a word that remains at the server is no
    // loss.
    refused: (context, row, { reason }) => {
      if (!payloadOf(row).isOn) return context.drop(row)
      return context.fail(row, reason)
    },
  },
  describe: (_core, row) => {
    const { word, isOn } = payloadOf(row)
    return { what: { code: 'ALERT_WORD', values: { isOn } }, conversation: null, text: word }
  },
}

/** An alert word in the user's list. */
export interface ShownAlertWord {
  readonly word: string
  /** The part that all spellings of the word have in common. */
  readonly key: string
  /** The action that adds the word; null if the server has it. */
  readonly row: OutboxRow | null
}

/** The server's alert words with the pending actions applied, each once regardless of case, sorted by key. */
export function shownAlertWords({ store, accountState }: ReadCore): ShownAlertWord[] {
  const pending = new Map(
    store.outbox.ofKind(alertWordKind.name).map((row) => [alertWordKey(payloadOf(row).word), row]),
  )
  const shown = new Map<string, ShownAlertWord>()
  for (const word of accountState.of(alertWords)) {
    const key = alertWordKey(word)
    if (!pending.has(key) && !shown.has(key)) shown.set(key, { word, key, row: null })
  }
  for (const [key, row] of pending) {
    const { word, isOn } = payloadOf(row)
    if (isOn) shown.set(key, { word, key, row })
  }
  return [...shown.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Adds an alert word or removes it (wire-protocol.md §2.8); a word that the server would refuse is refused at once. */
function changeAlertWord(
  core: Core,
  change: { readonly word: string; readonly isOn: boolean },
  localId: string,
): Result<null> {
  const word = change.word.trim()
  const key = alertWordKey(word)
  if (change.isOn) {
    const known = shownAlertWords(core).filter(({ row }) => row?.state !== 'failed')
    const longest = clientLimits.alertWord.most
    const most = clientLimits.alertWords.most
    if (word === '') return { ok: false, error: { code: 'ALERT_WORD_EMPTY' } }
    if ([...word].length > longest) {
      return { ok: false, error: { code: 'ALERT_WORD_TOO_LONG', values: { most: longest } } }
    }
    if (known.some((other) => other.key === key)) {
      return { ok: false, error: { code: 'ALERT_WORD_KNOWN', values: { word } } }
    }
    if (known.length >= most) return { ok: false, error: { code: 'ALERT_WORDS_FULL', values: { most } } }
  }
  queueAction(core, alertWordKind, { localId, queueKey: `alert_word:${key}`, payload: { word, isOn: change.isOn } })
  return { ok: true, value: null }
}

export const alertWordCalls = {
  'alertWords.change': (core, change, newId) => changeAlertWord(core, change, newId('alert_word')),
} as const satisfies ActionCalls
