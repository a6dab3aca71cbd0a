import { chmodSync, closeSync, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { createCache } from '../migrations/0010-create-cache.ts'
import { dailyWork } from '../migrations/0030-daily-work.ts'
import { search } from '../migrations/0050-search.ts'
import { feeds } from '../migrations/0060-feeds.ts'
import { indexMerging } from '../migrations/0070-index-merging.ts'
import { lists } from '../migrations/0080-lists.ts'
import { facts } from '../migrations/0090-facts.ts'
import { outboxLines } from '../migrations/0100-outbox-lines.ts'
import { undecidedFlags } from '../migrations/0110-undecided-flags.ts'
import { renewal } from '../migrations/0120-renewal.ts'
import { freshRanges } from '../migrations/0130-fresh-ranges.ts'
import { containerReads } from '../migrations/0140-container-reads.ts'
import { streamJoins } from '../migrations/0150-stream-joins.ts'
import { draftEchoes } from '../migrations/0160-draft-echoes.ts'
import { previews } from '../migrations/0180-previews.ts'
import { edits, snippets } from '../migrations/0190-own-texts.ts'
import { formerSubscriptions } from '../migrations/0220-former-subscriptions.ts'
import { sharedSnippets } from '../migrations/0230-shared-snippets.ts'
import { topicLinks } from '../migrations/0240-topic-links.ts'
import { leftForms } from '../migrations/0250-left-forms.ts'
import { queueKeys } from '../migrations/0260-queue-keys.ts'
import { unfinishedEdits } from '../migrations/0270-unfinished-edits.ts'
import { subscriberLists } from '../migrations/0310-subscriber-lists.ts'
import { notificationLog } from '../migrations/0350-notification-log.ts'
import { moreUserSettings } from '../migrations/0340-more-user-settings.ts'
import { keptHistory } from '../migrations/0360-kept-history.ts'
import { copiedHistories } from '../migrations/0370-copied-histories.ts'
import { emojiAuthors } from '../migrations/0395-emoji-authors.ts'
import { wholeOrganization } from '../migrations/0380-whole-organization.ts'
import { groupFacts } from '../migrations/0280-group-facts.ts'
import { starred } from '../migrations/0200-starred.ts'
import { newerServers } from '../migrations/0170-newer-servers.ts'
import { wholeModel } from '../migrations/0040-whole-model.ts'
import { messageActions } from '../migrations/0020-message-actions.ts'
import { storeError, StoreError } from '../../values/store-error.ts'
import type { FileKey } from '../../values/file-access.ts'
import { useKey } from './file-key.ts'
import { watchSlowStatements, type SlowStatementPorts } from './slow-statements.ts'

/** A connection to the account's database. */
export type EngineDatabase = Database.Database

/** The migrations in order, numbered in steps of ten. A released one is never edited. */
export const migrations: readonly { readonly version: number; readonly sql: string }[] = [
  { version: 10, sql: createCache },
  { version: 20, sql: messageActions },
  { version: 30, sql: dailyWork },
  { version: 40, sql: wholeModel },
  { version: 50, sql: search },
  { version: 60, sql: feeds },
  { version: 70, sql: indexMerging },
  { version: 80, sql: lists },
  { version: 90, sql: facts },
  { version: 100, sql: outboxLines },
  { version: 110, sql: undecidedFlags },
  { version: 120, sql: renewal },
  { version: 130, sql: freshRanges },
  { version: 140, sql: containerReads },
  { version: 150, sql: streamJoins },
  { version: 160, sql: draftEchoes },
  { version: 170, sql: newerServers },
  { version: 180, sql: previews },
  { version: 190, sql: snippets },
  { version: 200, sql: starred },
  { version: 210, sql: edits },
  { version: 220, sql: formerSubscriptions },
  { version: 230, sql: sharedSnippets },
  { version: 240, sql: topicLinks },
  { version: 250, sql: leftForms },
  { version: 260, sql: queueKeys },
  { version: 270, sql: unfinishedEdits },
  { version: 280, sql: groupFacts },
  { version: 310, sql: subscriberLists },
  { version: 340, sql: moreUserSettings },
  { version: 350, sql: notificationLog },
  { version: 360, sql: keptHistory },
  { version: 370, sql: copiedHistories },
  { version: 380, sql: wholeOrganization },
  { version: 395, sql: emojiAuthors },
]

/**
 * Opens the account's database, and creates or migrates it. Commits are durable (`synchronous=FULL`). The bytes of a
 * file instead of a path are opened in memory. `key` is that of an encrypted file.
 * @throws StoreError if the file is damaged, was written by a newer Skein, or cannot be opened
 */
export function openDatabase(
  path: string | Buffer,
  slow?: SlowStatementPorts,
  key: FileKey | null = null,
): EngineDatabase {
  let database: EngineDatabase
  try {
    if (typeof path === 'string') createPrivately(path)
    database = new Database(path)
    if (key !== null) useKey(database, key)
    if (slow !== undefined) watchSlowStatements(database, slow)
  } catch (error) {
    throw storeError(error)
  }
  try {
    // This precedes every write, also that of the journal mode, because a newer file must stay as it is.
    refuseNewer(database)
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.pragma('fullfsync = ON')
    database.pragma('foreign_keys = ON')
    database.pragma('temp_store = MEMORY')
    database.pragma('cache_size = -16000')
    migrate(database)
    return database
  } catch (error) {
    database.close()
    throw storeError(error)
  }
}

function refuseNewer(database: EngineDatabase): void {
  const version = Number(database.pragma('user_version', { simple: true }))
  if (version > (migrations.at(-1)?.version ?? 0)) {
    throw new StoreError('NEWER_DATABASE', 'a newer version of Skein has written the file')
  }
}

function migrate(database: EngineDatabase): void {
  const version = Number(database.pragma('user_version', { simple: true }))
  for (const migration of migrations) {
    if (migration.version <= version) continue
    database.transaction(() => {
      database.exec(migration.sql)
      database.pragma(`user_version = ${migration.version}`)
    })()
  }
}

/** Returns the statement that inserts a row or replaces it by its `key`. Parameters are named like the columns. */
export function upsert(table: string, columns: readonly string[], key = 'id'): string {
  const others = columns.filter((column) => column !== key)
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `@${column}`).join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${others.map((column) => `${column} = @${column}`).join(', ')}`
}

const others = 0o077

/**
 * Creates an empty file that only its owner can access, or removes other users' access to an existing one; SQLite's
 * additional files (`-wal`, `-shm`, `-journal`) take its mode. An existing file is never opened, because closing it
 * would end the locks that this process has on it. Windows has no modes. Failures are left to SQLite, which reports
 * their reason.
 */
export function createPrivately(path: string): void {
  if (process.platform === 'win32' || path === ':memory:') return
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch {
    closeToOthers(path)
  }
}

function closeToOthers(path: string): void {
  try {
    const { mode } = statSync(path)
    if ((mode & others) !== 0) chmodSync(path, mode & 0o700)
  } catch {
    return
  }
}
