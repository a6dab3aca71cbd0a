import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Accounts } from '#accounts/accounts.ts'
import { done, noAccount, type MainHandlers } from './handlers.ts'

export interface StorageCallParts {
  readonly accounts: Pick<Accounts, 'media' | 'summaries' | 'folderOf'> & {
    readonly encryption: Pick<Accounts['encryption'], 'set'>
  }
}

/** The folders of an account's folder are at most this deep. */
const deepest = 3

/** Answers the calls about the space that accounts use on this computer. */
export function storageHandlers({
  accounts,
}: StorageCallParts): Pick<MainHandlers, Extract<keyof MainHandlers, `storage.${string}`>> {
  return {
    async 'storage.disk'({ accountId }) {
      const cache = accounts.media(accountId)?.cache
      if (cache === undefined) return noAccount()
      const folders = accounts.summaries().map(({ id }) => accounts.folderOf(id))
      let allBytes = 0
      for (const folder of folders) allBytes += await bytesOf(folder)
      return { ok: true, value: { files: await cache.used(), allBytes, accounts: folders.length } }
    },
    async 'storage.encrypt'({ isOn }) {
      await accounts.encryption.set(isOn)
      return done
    },
    async 'storage.freeFiles'({ accountId }) {
      const cache = accounts.media(accountId)?.cache
      return cache === undefined ? noAccount() : { ok: true, value: { bytes: await cache.clear() } }
    },
  }
}

/** Returns the bytes of a folder's files. What cannot be read counts as empty. */
async function bytesOf(folder: string, depth = 1): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isFile()) bytes += (await stat(path).catch(() => undefined))?.size ?? 0
    else if (entry.isDirectory() && depth < deepest) bytes += await bytesOf(path, depth + 1)
  }
  return bytes
}
