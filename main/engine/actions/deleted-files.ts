import type { FileOutcome } from '#contract/attachments.ts'
import type { Failure, Result } from '#contract/base/failures.ts'
import { failureKind, isProvenUndelivered } from '../api/request-failures.ts'
import { getAttachmentIds } from '../api/resources/attachments.ts'
import { deleteAttachment } from '../api/uploads.ts'
import type { Core } from '../core/core.ts'
import { isRefused, waitedFor } from '../streams/server-change.ts'

/** The outcome of the requests: the deleted files, and the failures of those that may still exist. */
interface Requested {
  readonly deleted: readonly number[]
  /** Files of which the server's list tells more, with the failure if it still has them and if it cannot be fetched. */
  readonly open: ReadonlyMap<number, { readonly ifPresent: Failure; readonly ifUnknown: Failure }>
  /** Files that were certainly not deleted. */
  readonly kept: ReadonlyMap<number, Failure>
}

/**
 * Deletes files of the user at the server, one by one, since the server has no call for several. A file that the
 * server does not have any more counts as deleted. Refusals and outcomes without a response are compared with the
 * server's list once, at the end. After a failure of the connection the rest is not requested.
 */
export async function deleteFiles(
  core: Core,
  wanted: readonly number[],
  isOnline: () => boolean,
): Promise<Result<readonly FileOutcome[]>> {
  if (!isOnline()) return { ok: false, error: { code: 'FILES_OFFLINE' } }
  const fileIds = [...new Set(wanted)]
  const { deleted, open, kept } = await requestAll(core, fileIds)
  const present = open.size === 0 ? new Set<number>() : await presentFiles(core)
  const found = present === null ? [] : [...open.keys()].filter((id) => !present.has(id))
  const gone = new Set([...deleted, ...found])
  forget(core, found)
  return {
    ok: true,
    value: fileIds.map((fileId) => {
      const asked = open.get(fileId)
      const failure = present === null ? asked?.ifUnknown : asked?.ifPresent
      return { fileId, failure: gone.has(fileId) ? null : (failure ?? kept.get(fileId) ?? { code: 'FILES_OFFLINE' }) }
    }),
  }
}

async function requestAll(core: Core, fileIds: readonly number[]): Promise<Requested> {
  const deleted: number[] = []
  const open = new Map<number, { readonly ifPresent: Failure; readonly ifUnknown: Failure }>()
  const kept = new Map<number, Failure>()
  let ended: Failure | null = null
  for (const id of fileIds) {
    if (ended !== null) {
      kept.set(id, ended)
      continue
    }
    try {
      await deleteAttachment(core.api, id, waitedFor)
      deleted.push(id)
      forget(core, [id])
    } catch (error) {
      const failure = failureOf(error)
      if (isProvenUndelivered(error)) kept.set(id, failure)
      else if (isRefused(error)) open.set(id, { ifPresent: failure, ifUnknown: failure })
      else open.set(id, { ifPresent: failure, ifUnknown: { code: 'FILE_OUTCOME_UNKNOWN' } })
      if (endsAll(error)) ended = failure
    }
  }
  return { deleted, open, kept }
}

/** Removes deleted files from the stored list at once. Their events, which come later, change nothing then. */
function forget(core: Core, ids: readonly number[]): void {
  if (ids.length === 0) return
  core.commit(() => {
    for (const id of ids) core.store.lists.removeAttachment(id)
    return [{ kind: 'attachments' }]
  })
}

/** Returns the ids of the server's files; null if it does not answer. */
async function presentFiles({ api, ports }: Core): Promise<ReadonlySet<number> | null> {
  try {
    return await getAttachmentIds(api, waitedFor)
  } catch (error) {
    ports.log('info', `whether files were deleted is unknown: ${failureKind(error).kind}`)
    return null
  }
}

/** Whether a failure is not about a single file, so that the others would fail, too. */
function endsAll(error: unknown): boolean {
  const failure = failureKind(error)
  if (failure.kind === 'refused') return false
  return failure.kind !== 'transient' || failure.cause.kind !== 'server_trouble'
}

/** The failure of a request that deleted nothing. */
function failureOf(error: unknown): Failure {
  const failure = failureKind(error)
  switch (failure.kind) {
    case 'refused':
      return failure.reason ?? { code: 'FILE_NOT_DELETED' }
    case 'transient':
      return failure.cause.kind === 'network' || failure.cause.kind === 'server_away'
        ? { code: 'FILES_OFFLINE' }
        : failure.reason
    case 'aborted':
    case 'signed_out':
    case 'queue_lost':
    case 'no_key':
      return { code: 'FILES_OFFLINE' }
  }
}
