import type { AlertWordItem, AlertWordsMeta } from '../../../preload/contract.ts'
import type { Core } from '../core.ts'
import type { Change } from '../model/changes.ts'
import type { AlertWord, ShownPreferences } from './shown-preferences.ts'
import type { View } from './view-host.ts'

/** The words that the user is alerted to, in the order of their letters. */
export class AlertWordsView implements View {
  readonly #core: Core
  readonly #preferences: ShownPreferences

  constructor(core: Core, preferences: ShownPreferences) {
    this.#core = core
    this.#preferences = preferences
  }

  isAffected(change: Change): boolean {
    if (change.kind === 'outbox') return change.conversation.startsWith('alert_word:')
    return change.kind === 'preferences' || change.kind === 'organization'
  }

  compute(): { items: AlertWordItem[]; meta: AlertWordsMeta } {
    return {
      items: this.#preferences.alertWords().map(itemOf),
      meta: { isReady: this.#core.world.organization !== undefined },
    }
  }
}

function itemOf({ word, key, row }: AlertWord): AlertWordItem {
  const item = { key: `alert_word:${key}`, kind: 'alert_word', word } as const
  if (row === null) return { ...item, localId: null, state: 'saved', detail: '' }
  if (row.state !== 'failed') return { ...item, localId: row.local_id, state: 'saving', detail: '' }
  return { ...item, localId: row.local_id, state: 'failed', detail: row.error ?? 'The server refused this word.' }
}
