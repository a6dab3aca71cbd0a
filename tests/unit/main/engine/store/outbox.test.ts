import { expect, it } from 'vitest'
import { openStore } from '../../../../../main/engine/store/store.ts'
import type { OutboxKind } from '../../../../../main/engine/store/outbox.ts'

it('[S4] a row becomes the message of its number, and what is scheduled under the same number does not', () => {
  const store = openStore(':memory:')
  const acknowledged = (localId: string, kind: OutboxKind) => {
    store.outbox.insert({ local_id: localId, kind, conversation: 'topic:1:a', payload: '{}', created_at: 1 })
    const row = store.outbox.get(localId)
    if (row !== undefined) store.outbox.update({ ...row, state: 'acknowledged', message_id: 5 })
  }
  acknowledged('later', 'schedule')
  expect(store.outbox.byMessage(5)).toBeUndefined()
  acknowledged('now', 'send')
  expect(store.outbox.byMessage(5)?.local_id).toBe('now')
  store.close()
})
