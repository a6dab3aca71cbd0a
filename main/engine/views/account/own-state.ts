import type { OwnState } from '#contract/people/own-account.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { readStoredFailure } from '../../values/failures.ts'

/** Returns whether the server has a value. @param row the action that sets the value; null for none */
export function ownStateOf(row: OutboxRow | null): OwnState {
  if (row === null) return { kind: 'saved' }
  if (row.state !== 'failed') return { kind: 'saving', localId: row.local_id }
  return { kind: 'failed', localId: row.local_id, failure: readStoredFailure(row.error) ?? { code: 'SERVER_REFUSED' } }
}
