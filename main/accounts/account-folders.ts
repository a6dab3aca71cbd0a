import { closeSync, lstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import { accountIdSchema } from '#contract/base/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { StoredAccount } from './state-file.ts'

const ownerSchema = z.object({ origin: z.string(), email: z.string() })

const ownerFile = 'account.json'
/** A longer file was not written by Skein. */
const longestOwner = clientLimits.ownerFile.most
/** The number of folders to which the search is limited. */
const mostFolders = clientLimits.accountFolders.most

/**
 * The folders of the accounts, named by the accounts' ids. `account.json` names the owner of a folder: if the list of
 * accounts is lost, a sign-in finds the user's folder with its drafts and unsent messages.
 */
export class AccountFolders {
  readonly #folder: string
  readonly #log: (level: LogLevel, message: string) => void

  constructor(dataFolder: string, log: (level: LogLevel, message: string) => void) {
    this.#folder = join(dataFolder, 'accounts')
    this.#log = log
  }

  /** @throws RangeError if the text is not an account id, since it could lead out of the folder */
  path(accountId: string): string {
    if (!accountIdSchema.safeParse(accountId).success) throw new RangeError('this is the id of no account')
    return join(this.#folder, accountId)
  }

  /** Writes the owner into a folder without one. A failed write is tolerated: the account works without it. */
  note({ id, origin, email }: StoredAccount): void {
    try {
      const known = this.#ownerOf(id)
      if (known?.origin === origin && known.email === email) return
      writeFileAtomic.sync(join(this.path(id), ownerFile), `${JSON.stringify({ origin, email })}\n`, { mode: 0o600 })
    } catch (error) {
      this.#log('warn', `whose folder ${id} is could not be written: ${String(error)}`)
    }
  }

  /** The user's last used folder that belongs to no listed account; null if there is none. */
  find({ origin, email }: Pick<StoredAccount, 'origin' | 'email'>, listed: ReadonlySet<string>): string | null {
    const found = this.#names().filter((name) => {
      if (listed.has(name)) return false
      const owner = this.#ownerOf(name)
      return owner?.origin === origin && owner.email.toLowerCase() === email.toLowerCase()
    })
    const usedAt = new Map(found.map((name) => [name, this.#usedAt(name)]))
    return found.sort((a, b) => (usedAt.get(b) ?? 0) - (usedAt.get(a) ?? 0))[0] ?? null
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && accountIdSchema.safeParse(entry.name).success)
        .map((entry) => entry.name)
        .slice(0, mostFolders)
    } catch (error) {
      // The folder does not exist before the first sign-in.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      this.#log('warn', `the folders of accounts cannot be listed: ${String(error)}`)
      return []
    }
  }

  /** The owner of a folder; null if its file is missing or unreadable. */
  #ownerOf(name: string): z.infer<typeof ownerSchema> | null {
    const path = join(this.path(name), ownerFile)
    try {
      if (!lstatSync(path).isFile()) return null
      return ownerSchema.parse(JSON.parse(readStart(path)))
    } catch {
      return null
    }
  }

  #usedAt(name: string): number {
    const times = ['cache.sqlite', 'cache.sqlite-wal', ownerFile].map(
      (file) => statSync(join(this.path(name), file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    )
    return Math.max(...times)
  }
}

/** The beginning of a file; files of Skein's are short enough to be read completely. */
function readStart(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(longestOwner)
    return bytes.toString('utf8', 0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}
