/**
 * Loaded into a process before its program (`node --import`), and so into each of its threads: at statements chosen by
 * a seed, databases cannot grow (SQLite's error of a full disk), or another connection holds their lock; the fault ends
 * some statements later. SKEIN_DISK_TROUBLE selects it: `full:7`, `locked:7`. Each failure is appended to the file
 * SKEIN_DISK_FAILURES, since the process is killed before it could report it.
 */
import { appendFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type BetterSqlite3 from 'better-sqlite3'
import { SeededRandom } from '#support/random.ts'

type Connection = BetterSqlite3.Database
type Method = (this: unknown, ...input: unknown[]) => unknown
interface MethodHolder {
  pragma: Method
  run: Method
}

const Database = createRequire(import.meta.url)('better-sqlite3') as typeof BetterSqlite3
const [kind = '', seed = '0'] = (process.env.SKEIN_DISK_TROUBLE ?? '').split(':')
const failures = process.env.SKEIN_DISK_FAILURES ?? ''
const random = new SeededRandom(Number(seed))
/** The number of statements without a fault, at the start and between two faults. */
const peaceful = () => 20 + random.below(140)
/** The minimum of statements during a fault; it ends after a failure, since a full database has free pages. */
const troubled = () => 1 + random.below(20)
const unlimitedPages = 4_294_967_294
/** The program's own busy timeout, milliseconds. */
const busyTimeoutMs = 100

const connections = new Set<Connection>()
let left = peaceful()
let endTrouble: (() => void) | null = null
let isPatched = false
let hasFailed = false

/** Counts a statement before it runs. */
function count(): void {
  left -= 1
  if (left > 0) return
  if (endTrouble !== null) {
    if (!hasFailed) return
    endTrouble()
    endTrouble = null
    left = peaceful()
    return
  }
  endTrouble = begin()
  hasFailed = false
  left = endTrouble === null ? 1 : troubled()
}

/** Begins a fault and returns the function that ends it; null if none can begin now. */
function begin(): (() => void) | null {
  const open = [...connections].filter((connection) => connection.open)
  if (kind === 'full') {
    for (const connection of open) limit(connection, Number(pragma.call(connection, 'page_count', { simple: true })))
    return () => {
      for (const connection of open) if (connection.open) limit(connection, unlimitedPages)
    }
  }
  // Only one connection can hold the lock; within a transaction the program itself holds it.
  const [first] = open
  if (first === undefined || first.inTransaction) return null
  const other = new Database(first.name, { timeout: 0 })
  try {
    other.exec('BEGIN IMMEDIATE')
  } catch {
    other.close()
    return null
  }
  return () => {
    other.close()
  }
}

function limit(connection: Connection, pages: number): void {
  pragma.call(connection, `max_page_count = ${pages}`)
}

/** Counts the write statements of every connection of this thread. */
function patchStatements(connection: Connection): void {
  if (isPatched) return
  isPatched = true
  const statements = Object.getPrototypeOf(connection.prepare('SELECT 1')) as MethodHolder // the class is not exported
  const { run } = statements
  statements.run = function (...input) {
    count()
    try {
      return run.apply(this, input)
    } catch (error) {
      if (error instanceof Database.SqliteError) {
        hasFailed = true
        if (failures !== '') appendFileSync(failures, `${error.code}\n`)
      }
      throw error
    }
  }
}

const methods = Database.prototype as unknown as MethodHolder // the types do not permit this assignment
const { pragma } = methods
methods.pragma = function (...input) {
  const connection = this as Connection // the connection of the pragma
  if (!connection.readonly && !connections.has(connection)) {
    connections.add(connection)
    pragma.call(connection, `busy_timeout = ${busyTimeoutMs}`)
    patchStatements(connection)
  }
  return pragma.apply(this, input)
}
