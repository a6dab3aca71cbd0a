import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { z } from 'zod'
import {
  chosenKeysSchema,
  settingsSchema as pageSettingsSchema,
  spellingChoiceSchema,
  type Settings,
  type SettingsProblem,
} from '#contract/app.ts'
import type { Failure, FileFault } from '#contract/base/failures.ts'
import { accountIdSchema } from '#contract/base/values.ts'
import { FailureError, failureLogText } from '#engine/values/failures.ts'
import type { LogLevel } from '#engine/ports.ts'
import { textSizes } from '#contract/base/choices.ts'
import { systemProxy } from '#shared/proxy/proxy-server.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { commandIds, type ChosenKeys } from '#shared/command-keys.ts'
import { usualQuietHours } from '#shared/time/quiet-time.ts'
import { isServerOrigin } from '#network/server-address.ts'

/** The id names a folder and the key is sent to the origin, so both are validated. */
const accountSchema = z.object({
  id: accountIdSchema,
  origin: z.string().refine(isServerOrigin),
  email: z.string(),
  organization: z.string(),
  /** The language of the account at its server, as the server writes it; missing until it is known. */
  language: z.string().max(clientLimits.accountLanguage.most).optional().catch(undefined),
})

const {
  sendKey,
  theme,
  contrast,
  textSize,
  density,
  doNotDisturb,
  quietUntil,
  quietSkippedUntil,
  quietHours,
  sound,
  soundVolume,
  cleansPictures,
  closing,
  updates,
  skinTone,
  wrapsCode,
  sidebarFirst,
  weekStart,
  language,
  proxy,
} = pageSettingsSchema.shape

/** Reads the chosen keys. A command of another version, and keys that are no chords, leave the others in place. */
function readChosenKeys(stored: Readonly<Record<string, unknown>>): ChosenKeys {
  const read = commandIds.flatMap((id) => {
    const { success, data } = chosenKeysSchema.safeParse(stored[id])
    return success ? [[id, data] as const] : []
  })
  return Object.fromEntries(read)
}

/** Each unreadable setting falls back to its default. */
const settingsSchema = z.object({
  sendKey: sendKey.catch('enter'),
  theme: theme.catch('system'),
  contrast: contrast.catch('system'),
  textSize: textSize.catch(textSizes.usual),
  density: density.catch('comfortable'),
  doNotDisturb: doNotDisturb.catch(false),
  quietUntil: quietUntil.catch(null),
  quietSkippedUntil: quietSkippedUntil.catch(null),
  quietHours: quietHours.catch(usualQuietHours),
  sound: sound.catch('system'),
  soundVolume: soundVolume.catch(100),
  cleansPictures: cleansPictures.catch(true),
  closing: closing.catch('auto'),
  updates: updates.catch('install'),
  skinTone: skinTone.catch('none'),
  wrapsCode: wrapsCode.catch(false),
  sidebarFirst: sidebarFirst.catch('streams'),
  weekStart: weekStart.catch('system'),
  keys: z.record(z.string(), z.unknown()).transform(readChosenKeys).catch({}),
  language: language.catch('system'),
  proxy: proxy.catch(systemProxy),
  encryptsFiles: z.boolean().nullable().catch(null),
  spelling: z
    .object({ isOn: z.boolean().nullable(), languages: spellingChoiceSchema.shape.languages })
    .catch({ isOn: null, languages: [] }),
})

/** The choices about spell checking. `isOn` is null before the first choice; no languages means those of the system. */
export interface SpellingChoice {
  readonly isOn: boolean | null
  readonly languages: readonly string[]
}

/**
 * The settings of the page, of the menus and of the encryption. `encryptsFiles` is null before the first choice: files
 * stay as they are then.
 */
export type StoredSettings = Settings & {
  readonly spelling: SpellingChoice
  readonly encryptsFiles: boolean | null
}

const currentVersion = 1
const initialSettings: StoredSettings = {
  sendKey: 'enter',
  theme: 'system',
  contrast: 'system',
  textSize: textSizes.usual,
  density: 'comfortable',
  doNotDisturb: false,
  quietUntil: null,
  quietSkippedUntil: null,
  quietHours: usualQuietHours,
  sound: 'system',
  soundVolume: 100,
  cleansPictures: true,
  closing: 'auto',
  updates: 'install',
  skinTone: 'none',
  wrapsCode: false,
  sidebarFirst: 'streams',
  weekStart: 'system',
  keys: {},
  language: 'system',
  proxy: systemProxy,
  encryptsFiles: null,
  spelling: { isOn: null, languages: [] },
}

/** The outline of the file; its parts are validated separately. */
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

/** The file cannot be read or written now. */
export class StateFileError extends FailureError {}

/** The first delay before an unreadable file is read again, with exponential backoff, milliseconds. */
const firstRetryMs = 250
const slowestRetryMs = 30_000

export interface StateFileOptions {
  readonly log: (level: LogLevel, message: string) => void
  /** Called when the file was read after a failed first attempt: the accounts are known from then on. */
  readonly onRead: () => void
  /** Called when `problem` has changed. */
  readonly onProblem: () => void
}

/**
 * `skein.json`: the accounts in their order and the application's settings. It is written atomically and contains no
 * secret.
 *
 * Only a missing file counts as empty. An unreadable file is read again later, and nothing is written before that. A
 * damaged file is kept under another name; its readable accounts are used.
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

  /** The stored state; empty while the file cannot be read. */
  get state(): StoredState {
    return this.#state
  }

  /** The file's problem, for the user; null if there is none. */
  get problem(): SettingsProblem | null {
    return this.#problem
  }

  /** Notes that the user has seen the notice about the damaged file. */
  dismissProblem(): void {
    if (this.#problem?.kind !== 'damaged') return
    this.#problem = null
    this.#options.onProblem()
  }

  /** Reads an unreadable file again immediately. */
  retry(): void {
    if (this.#problem?.kind !== 'unreadable') return
    this.#read()
    // This follows the attempt, since the handlers of `onRead` start the accounts.
    if (!this.#isUnreadable()) this.#options.onRead()
    this.#options.onProblem()
  }

  /** Cancels the pending retry. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  /** @throws StateFileError while the file cannot be read, since its content must not be overwritten */
  requireRead(): void {
    if (this.#problem?.kind === 'unreadable') throw new StateFileError(this.#problem.failure)
  }

  /**
   * Stores the state durably before it returns.
   * @throws StateFileError if it cannot be stored; nothing has changed then
   */
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
      // A partly readable file stays in place until the next write.
      if (parsed.success) copyFileSync(this.#path, keptAs)
      else renameSync(this.#path, keptAs)
      chmodSync(keptAs, 0o600)
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
    // The timer does not keep the process alive.
    this.#timer.unref()
  }

  /** An unused name that contains the time of the discovery. */
  #freeName(): string {
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-')
    const base = `${this.#path}.damaged-${time}`
    let name = base
    for (let count = 2; existsSync(name); count += 1) name = `${base}-${count}`
    return name
  }
}

/** The first account of each id: two of them would share a folder and a key. */
function withoutTwins(accounts: readonly StoredAccount[]): StoredAccount[] {
  return accounts.filter(({ id }, index) => accounts.findIndex((other) => other.id === id) === index)
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** The reason of a failed file operation. */
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
