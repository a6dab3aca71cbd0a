import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EncryptionState } from '#contract/storage/encryption.ts'
import type { Failure } from '#contract/base/failures.ts'
import { keyMarkExtension, type FileAccess } from '#engine/values/file-access.ts'
import { FailureError, failureLogText } from '#engine/values/failures.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { Keychain } from '#main/keychain.ts'
import type { StateFile } from './state-file.ts'

/** The entry of the keychain. Those of accounts are UUIDs. */
const keyName = 'database-key'
const keySchema = /^[\da-f]{64}$/
/** Files that need the key: encrypted ones, and damaged ones that were moved aside. */
const needsKey = /^cache\.sqlite\.(?:key$|damaged-)/

function hasKeyMark(database: string): boolean {
  return existsSync(database + keyMarkExtension)
}

/** The file of an account, and its engine. */
export interface EncryptedFile {
  readonly database: string
  /** Starts the engine again, which converts its file first. It settles when the engine runs or has failed. */
  restart(): Promise<void>
}

export interface EncryptionOptions {
  readonly keychain: Pick<Keychain, 'read' | 'write' | 'remove'>
  readonly state: Pick<StateFile, 'state' | 'update'>
  /** The folder that contains those of the accounts. */
  readonly accountsFolder: string
  readonly files: () => readonly EncryptedFile[]
  /** Called when `status` has changed. */
  readonly onChanged: () => void
  readonly log: (level: LogLevel, message: string) => void
}

/**
 * The encryption of the accounts' files with one key of this computer, which only the keychain keeps. Without the key
 * nothing is changed, replaced or removed.
 */
export class Encryption {
  readonly #options: EncryptionOptions
  #key: string | null = null
  /** Why the last attempt to read the key has failed. */
  #failure: Failure | null = null
  #loading: Promise<void> | undefined
  #progress: EncryptionState['progress'] = null
  #isChanging = false

  constructor(options: EncryptionOptions) {
    this.#options = options
  }

  /** The key, once the keychain has returned it. */
  get key(): string | null {
    return this.#key
  }

  get #isWanted(): boolean | null {
    return this.#options.state.state.settings.encryptsFiles
  }

  get status(): EncryptionState {
    const isOn = this.#isWanted === true
    // It is part of each pushed state, so that the disk is asked only after a choice.
    const unfinished = this.#isWanted === null ? 0 : this.#filesBesides(isOn).length
    return { isOn, progress: this.#progress, unfinished }
  }

  /** The files that are not in the wanted form. */
  #filesBesides(isOn: boolean): readonly EncryptedFile[] {
    return this.#options.files().filter(({ database }) => hasKeyMark(database) !== isOn)
  }

  /** What an engine gets that starts now. */
  access(): FileAccess {
    return { key: this.#key, isWanted: this.#isWanted }
  }

  /** Whether the key must be read from the keychain before the engine of a file starts. */
  isKeyNeeded(database: string): boolean {
    return this.#key === null && (this.#isWanted === true || hasKeyMark(database))
  }

  /** Why a file cannot be opened that needs the key. A wrong key is read again at the next attempt. */
  failureFor(failure: Failure): Failure {
    if (failure.code === 'DATABASE_KEY_WRONG') this.#key = null
    return failure.code === 'DATABASE_KEY_MISSING' && this.#failure !== null ? this.#failure : failure
  }

  /** Reads the key from the keychain. `onWaiting` is called when the keychain probably shows a prompt. */
  async load(onWaiting: () => void): Promise<void> {
    // The engines of several accounts share one request.
    this.#loading ??= this.#read(onWaiting).finally(() => {
      this.#loading = undefined
    })
    await this.#loading
  }

  async #read(onWaiting: () => void): Promise<void> {
    if (this.#key !== null) return
    const answer = await this.#options.keychain.read(keyName, onWaiting)
    switch (answer.state) {
      case 'found':
        this.#key = keySchema.test(answer.key) ? answer.key : null
        this.#failure = this.#key === null ? { code: 'DATABASE_KEY_WRONG' } : null
        return
      case 'absent':
        this.#failure = { code: 'DATABASE_KEY_MISSING' }
        return
      case 'unavailable':
        this.#options.log('warn', `keychain: ${failureLogText(answer.reason)}`)
        this.#failure = { code: 'DATABASE_KEY_UNREADABLE' }
    }
  }

  /**
   * Turns the encryption on or off, and converts the files one after the other in the background.
   * @throws FailureError if the keychain cannot keep or return the key, or the setting cannot be stored
   */
  async set(isOn: boolean): Promise<void> {
    if (this.#isChanging) throw new FailureError({ code: 'ENCRYPTION_BUSY' })
    this.#isChanging = true
    try {
      if (isOn) await this.#requireKey()
      const { state } = this.#options
      state.update({ settings: { ...state.state.settings, encryptsFiles: isOn } })
    } catch (error) {
      this.#isChanging = false
      throw error
    }
    void this.#convert(isOn)
  }

  async #requireKey(): Promise<void> {
    await this.load(() => undefined)
    if (this.#key !== null) return
    // A new key beside files that need another one would hide that this one is lost.
    if (this.#failure?.code !== 'DATABASE_KEY_MISSING' || this.#hasKeyedFiles()) {
      throw new FailureError(this.#failure ?? { code: 'DATABASE_KEY_UNREADABLE' })
    }
    const key = randomBytes(32).toString('hex')
    const { keychain } = this.#options
    if (!(await keychain.write(keyName, key))) {
      // The keychain must not keep a key of which nothing knows.
      await keychain.remove(keyName)
      throw new FailureError({ code: 'DATABASE_KEY_NOT_STORED' })
    }
    this.#key = key
    this.#failure = null
  }

  async #convert(isOn: boolean): Promise<void> {
    const { keychain, onChanged, log } = this.#options
    const open = this.#filesBesides(isOn)
    try {
      for (const [done, file] of open.entries()) {
        this.#progress = { done, total: open.length }
        onChanged()
        await file.restart()
      }
      if (!isOn && !this.#hasKeyedFiles()) {
        await keychain.remove(keyName)
        this.#key = null
      }
    } catch (error) {
      log('error', `the files were not converted: ${String(error)}`)
    } finally {
      this.#progress = null
      this.#isChanging = false
      onChanged()
    }
  }

  #hasKeyedFiles(): boolean {
    const { accountsFolder } = this.#options
    try {
      return readdirSync(accountsFolder).some((name) =>
        readdirSync(join(accountsFolder, name)).some((file) => needsKey.test(file)),
      )
    } catch (error) {
      // Unless it is certain that no file needs the key, it is kept.
      return !(error instanceof Error && 'code' in error && error.code === 'ENOENT')
    }
  }
}
