import type Electron from 'electron'
import { loud } from './loud.ts'
import { SessionSockets } from './net-sockets.ts'

type UsedSession = Pick<Electron.Session, 'setPermissionRequestHandler' | 'closeAllConnections'>

/** A `Session`: sockets that no other session uses. */
export class HostSession {
  readonly sockets = new SessionSockets()

  setPermissionRequestHandler(): void {
    // The browser asks its user by itself; the page asks for nothing.
  }

  /**
   * Closes what is idle or connects; what is busy has its answer first. As in Electron another process does it: only
   * who waits for the promise may count on it.
   */
  async closeAllConnections(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve))
    this.sockets.closeAll()
  }
}

export const defaultSession = loud('session.defaultSession', new HostSession() satisfies UsedSession)

const partitions = new Map<string, HostSession>()

/** The same name is the same session. */
export function sessionFromPartition(partition: string, _options?: Electron.FromPartitionOptions): HostSession {
  if (partition.startsWith('persist:')) throw new Error('sessions of Skein live in memory')
  const session = partitions.get(partition) ?? loud('Session', new HostSession() satisfies UsedSession)
  partitions.set(partition, session)
  return session
}
