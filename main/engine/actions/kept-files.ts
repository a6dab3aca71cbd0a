import type { Store } from '../store/store.ts'
import { namesWhere } from './kinds.ts'
import { filesNamedIn } from './kinds/unreadable.ts'
import { writtenPayload } from './message-payload.ts'

/** Ids of the copies of files that rows of the outbox still need; every id in an unreadable row counts. */
export function filesOfActions({ outbox }: Store): string[] {
  return [
    ...outbox
      .ofKind('edit')
      .filter(({ payload }) => payload.includes('"attachments":[{'))
      .flatMap((row) => writtenPayload(row).attachments.map(({ id }) => id)),
    ...outbox.withFiles().flatMap((row) => writtenPayload(row).attachments.map(({ id }) => id)),
    ...namesWhere((kind) => kind.isUnreadable === true)
      .flatMap((name) => outbox.ofKind(name))
      .flatMap((row) => filesNamedIn(row.payload)),
  ]
}
