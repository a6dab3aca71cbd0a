import { EventEmitter } from 'node:events'
import type Electron from 'electron'
import { appPart } from './app-part.ts'
import { loud } from './loud.ts'
import { SessionSockets } from './net-sockets.ts'
import { record } from './recorder.ts'

type UsedSession = Pick<
  Electron.Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
  | 'addWordToSpellCheckerDictionary'
  | 'availableSpellCheckerLanguages'
  | 'closeAllConnections'
>

/** A `Session` with sockets of its own. */
export class HostSession extends EventEmitter {
  readonly sockets = new SessionSockets()

  /** A part of Chromium's. */
  readonly availableSpellCheckerLanguages = ['de', 'en-GB', 'en-US', 'fr']

  setPermissionRequestHandler(): void {
    // The browser asks its user itself; the page requests nothing.
  }

  setPermissionCheckHandler(): void {
    // As above.
  }

  setDevicePermissionHandler(): void {
    // As above.
  }

  setSpellCheckerEnabled(isEnabled: boolean): void {
    record.spelling = { ...record.spelling, isEnabled }
  }

  setSpellCheckerLanguages(languages: string[]): void {
    for (const language of languages) {
      if (!this.availableSpellCheckerLanguages.includes(language))
        throw new Error(`Invalid language code provided: "${language}" is not a valid language code`)
    }
    record.spelling = { ...record.spelling, languages }
  }

  addWordToSpellCheckerDictionary(word: string): boolean {
    record.spelling = { ...record.spelling, words: [...record.spelling.words, word] }
    return true
  }

  /**
   * Closes idle and connecting sockets; busy ones are closed after their answer. As in Electron another process does
   * this: callers must await the promise.
   */
  async closeAllConnections(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.sockets.closeAll()
  }
}

export const defaultSession = loud('session.defaultSession', new HostSession() satisfies UsedSession)

const partitions = new Map<string, HostSession>()

/** Returns the same session for the same name. */
export function sessionFromPartition(partition: string, _options?: Electron.FromPartitionOptions): HostSession {
  if (partition.startsWith('persist:')) throw new Error('sessions of Skein live in memory')
  const known = partitions.get(partition)
  if (known !== undefined) return known
  const session = loud('Session', new HostSession() satisfies UsedSession)
  partitions.set(partition, session)
  appPart.emit('session-created', session)
  return session
}
