import type { AlertWordItem, AlertWordsMeta } from '#contract/notifications.ts'
import { alertWordKind, shownAlertWords, type ShownAlertWord } from '../actions/kinds/alert-word.ts'
import type { Change } from '../state/changes.ts'
import { alertWords } from '../state/preferences/alert-words.ts'
import type { ReadCore } from '../core/read-core.ts'
import { readStoredFailure } from '../values/failures.ts'
import type { View } from './view.ts'

/** The view of the user's alert words, in alphabetical order. */
export class AlertWordsView implements View<'alert_words'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'outbox') return alertWordKind.queueKey.pattern.test(change.queueKey)
    return change.kind === 'organization' || (change.kind === 'part' && change.part === alertWords)
  }

  compute(): { items: AlertWordItem[]; meta: AlertWordsMeta } {
    return {
      items: shownAlertWords(this.#core).map(itemOf),
      meta: { isReady: this.#core.accountState.organization !== undefined },
    }
  }
}

function itemOf({ word, key, row }: ShownAlertWord): AlertWordItem {
  const item = { key: `alert_word:${key}`, kind: 'alert_word', word, failure: null } as const
  if (row === null) return { ...item, localId: null, state: 'saved' }
  if (row.state !== 'failed') return { ...item, localId: row.local_id, state: 'saving' }
  const failure = readStoredFailure(row.error) ?? { code: 'SERVER_REFUSED' }
  return { ...item, localId: row.local_id, state: 'failed', failure }
}
