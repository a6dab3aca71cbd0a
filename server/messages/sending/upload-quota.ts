import type { ServerContext } from '../../context/context.ts'
import { ServiceError } from '../../base/errors.ts'
import { organizationSettings } from '../../context/organization-settings.ts'

const mib = 1024 * 1024

/** Enforces the organization's upload quota (`upload_quota_mib`). */
export function uploadQuota(context: ServerContext) {
  /** The size of running uploads in bytes. */
  let arriving = 0

  return {
    /**
     * Stores a file with `save`, and counts its bytes as they arrive.
     * @throws ServiceError `REALM_UPLOAD_QUOTA` (wire-protocol.md §2.10) as soon as the quota is exceeded
     */
    async reserve(source: AsyncIterable<Uint8Array>, save: (bytes: AsyncIterable<Uint8Array>) => Promise<number>) {
      let own = 0
      async function* counted(): AsyncGenerator<Uint8Array> {
        const stored = context.tables.attachments.usedBytesOfAll()
        for await (const chunk of source) {
          own += chunk.byteLength
          arriving += chunk.byteLength
          const most = uploadQuotaMib(context)
          if (most !== null && stored + arriving > most * mib) throw quotaExceeded()
          yield chunk
        }
      }
      try {
        return await save(counted())
      } finally {
        arriving -= own
      }
    },
  }
}

/** The quota for all files of the organization in MiB, set by the operator; null if there is none. */
export function uploadQuotaMib(context: ServerContext): number | null {
  return context.options.uploadQuotaMib ?? organizationSettings(context).upload_quota_mib
}

/** The rest of the file is not read. */
function quotaExceeded(): ServiceError {
  return new ServiceError('REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.", {
    headers: { connection: 'close' },
  })
}
