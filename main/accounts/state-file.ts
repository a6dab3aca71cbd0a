import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import type { Failure, FileFault } from '../../preload/contract/failures.ts'
import { FailureError, failureLogText } from '../engine/failure-error.ts'
import type { SettingsProblem } from '../../preload/contract/app-state.ts'
import { settingsSchema as pageSettingsSchema, type Settings } from '../../preload/contract/settings.ts'
import { accountIdSchema } from '../../preload/contract/values.ts'
import type { LogLevel } from '../engine/ports.ts'
import { isServerOrigin } from '../network/server-address.ts'

/** The id names a folder, and the key goes to the origin: neither is taken as it stands in a file (X5). */
const accountSchema = z.object({
  id: accountIdSchema,
  origin: z.string().refine(isServerOrigin),
  email: z.string(),
  organization: z.string(),
})

const { sendKey, theme, doNotDisturb, closing, updates } = pageSettingsSchema.shape

/** A setting that cannot be read is as at the first start. */
const settingsSchema = z.object({
  sendKey: sendKey.catch('enter'),
  theme: theme.catch('system'),
  doNotDisturb: doNotDisturb.catch(false),
  closing: closing.catch('auto'),
  updates: updates.catch('install'),
  spelling: z
    .object({ isOn: z.boolean().nullable(), languages: z.array(z.string().min(1).max(20)).max(50) })
    .catch({ isOn: null, languages: [] }),
})

/** How spelling is checked: by the user's choice, null until there is one, in these languages, or in the system's. */
export interface SpellingChoice {
  readonly isOn: boolean | null
  readonly languages: readonly string[]
}

/** The settings that the page shows, and those that menus change. */
export type StoredSettings = Settings & { readonly spelling: SpellingChoice }

const currentVersion = 1
const initialSettings: StoredSettings = {
  sendKey: 'enter',
  theme: 'system',
  doNotDisturb: false,
  closing: 'auto',
  updates: 'install',
  spelling: { isOn: null, languages: [] },
}

/** The file as a whole; what it holds is judged part by part. */
const fileSchema = z.object({
  version: z.number(),
  accounts: z.array(z.unknown()),
  settings: settingsSchema.catch({ ...initialSettings, spelling: { isOn: null, languages: [] } }),
})

export type StoredAccount = z.infer<typeof accountSchema>
export interface StoredState {
  readonly accounts: readonly StoredAccount[]
  readonly settings: StoredSettings
}

/** The file cannot be read now, or not be written. */
export class StateFileError extends FailureError {}

/** A file that cannot be read is tried again after this, then less and less often. */
const firstRetryMs = 250
const slowestRetryMs = 30_000

export interface StateFileOptions {
  readonly log: (level: LogLevel, message: string) => void
  /** It was read, later than at the start: the accounts are known now. */
  readonly onRead: () => void
  /** What is said of it has changed. */
  readonly onProblem: () => void
}

/**
 * `skein.json`: the accounts in their order and the application's settings. Written atomically; holds no secret.
 *
 * Only a file that is not there is empty (C6). One that cannot be read now is tried again, and nothing is written until it
 * was read. A damaged one is kept under another name; accounts in it that can be read are used.
 */
export class StateFile {
  readonly #path: string
  readonly #options: StateFileOptions
  #state: StoredState = { accounts: [], settings: initialSettings }
  #problem: SettingsProblem | null = null
  #retries = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(path: string, options: StateFileOptions) {
    this.#path = path
    this.#options = options
    this.#read()
  }

  /** Nothing while the file cannot be read. */
  get state(): StoredState {
    return this.#state
  }

  /** What the user is told of the file; null where nothing is wrong. */
  get problem(): SettingsProblem | null {
    return this.#problem
  }

  /** The user has seen that the file was damaged. */
  dismissProblem(): void {
    if (this.#problem?.kind !== 'damaged') return
    this.#problem = null
    this.#options.onProblem()
  }

  /** Reads the file again at once, where it could not be read. */
  retry(): void {
    if (this.#problem?.kind !== 'unreadable') return
    this.#read()
    // It was read, for better or worse; the handlers of `onRead` start the accounts.
    if (!this.#isUnreadable()) this.#options.onRead()
    this.#options.onProblem()
  }

  /** Ends the waiting for a better time. */
  close(): void {
    clearTimeout(this.#timer)
  }

  /** @throws StateFileError while the file cannot be read: what it holds must not be overwritten. */
  requireRead(): void {
    if (this.#problem?.kind === 'unreadable') throw new StateFileError(this.#problem.failure)
  }

  /** On disk when this returns. @throws StateFileError when it cannot be stored; then nothing has changed. */
  update(change: Partial<StoredState>): void {
    this.requireRead()
    const state = { ...this.#state, ...change }
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      const text = `${JSON.stringify({ version: currentVersion, ...state }, null, 2)}\n`
      writeFileAtomic.sync(this.#path, text, { mode: 0o600 })
    } catch (error) {
      throw new StateFileError({ code: 'SETTINGS_NOT_STORED', values: { cause: faultOf(error, 'write') } }, error)
    }
    this.#state = state
  }

  #isUnreadable(): boolean {
    return this.#problem?.kind === 'unreadable'
  }

  #read(): void {
    clearTimeout(this.#timer)
    let text: string
    try {
      text = readFileSync(this.#path, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') this.#take({ accounts: [], settings: initialSettings }, null)
      else {
        const values = { path: this.#path, cause: faultOf(error, 'read') }
        this.#refuse({ code: 'SETTINGS_UNREADABLE', values }, error)
      }
      return
    }
    const parsed = fileSchema.safeParse(parseOrNull(text))
    if (parsed.success && parsed.data.version > currentVersion) {
      this.#refuse({ code: 'SETTINGS_NEWER', values: { path: this.#path } })
      return
    }
    const listed = parsed.success ? parsed.data.accounts.map((account) => accountSchema.safeParse(account)) : []
    const accounts = withoutTwins(listed.flatMap((account) => account.data ?? []))
    const settings = parsed.data?.settings ?? initialSettings
    if (parsed.success && accounts.length === listed.length) {
      this.#take({ accounts, settings }, null)
      return
    }
    try {
      const keptAs = this.#freeName()
      // Where something of it can be used, the file itself stays until it is written anew.
      if (parsed.success) copyFileSync(this.#path, keptAs)
      else renameSync(this.#path, keptAs)
      this.#options.log('error', `skein.json was damaged and is kept as ${keptAs}`)
      this.#take({ accounts, settings }, { kind: 'damaged', keptAs, accounts: accounts.length })
    } catch (error) {
      const values = { path: this.#path, cause: faultOf(error, 'keep_aside') }
      this.#refuse({ code: 'SETTINGS_DAMAGED', values }, error)
    }
  }

  #take(state: StoredState, problem: SettingsProblem | null): void {
    this.#state = state
    this.#problem = problem
    this.#retries = 0
  }

  #refuse(failure: Failure, error?: unknown): void {
    if (!this.#isUnreadable()) {
      this.#options.log('error', `${failureLogText(failure)} ${error instanceof Error ? error.message : ''}`)
    }
    this.#problem = { kind: 'unreadable', failure }
    const delayMs = Math.min(slowestRetryMs, firstRetryMs * 2 ** this.#retries)
    this.#retries += 1
    this.#timer = setTimeout(() => {
      this.retry()
    }, delayMs)
    // It keeps no program alive that wants to end.
    this.#timer.unref()
  }

  /** A name that tells when the file was found damaged, and that no other file has. */
  #freeName(): string {
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    const base = `${this.#path}.damaged-${time}`
    let name = base
    for (let count = 2; existsSync(name); count += 1) name = `${base}-${count}`
    return name
  }
}

/** One account of each id, the first: two would share a folder and a key. */
function withoutTwins(accounts: readonly StoredAccount[]): StoredAccount[] {
  return accounts.filter(({ id }, index) => accounts.findIndex((other) => other.id === id) === index)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Why something could not be done with a file. */
function faultOf(error: unknown, act: 'read' | 'write' | 'keep_aside'): FileFault {
  const code = codeOf(error)
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return { kind: 'permission' }
    case 'EBUSY':
    case 'ETXTBSY':
      return { kind: 'in_use' }
    case 'EIO':
      return { kind: 'disk_fault' }
    case 'ENOSPC':
    case 'EDQUOT':
      return { kind: 'disk_full' }
    case 'EISDIR':
      return { kind: 'is_folder' }
    default:
      return { kind: 'other', act, code }
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
