import type { App, Session } from 'electron'

/** All sessions of the program, for what each of them gets and what may change while the program runs. */
export class EverySession {
  readonly #sessions = new Set<Session>()

  /**
   * Sets up all present and future sessions. Call it once after `ready`, before the first request.
   * @param existing the present sessions
   */
  start(app: App, existing: readonly Session[], setUp: (session: Session) => void): void {
    const add = (session: Session) => {
      this.#sessions.add(session)
      setUp(session)
    }
    existing.forEach(add)
    app.on('session-created', add)
  }

  /**
   * Applies a change to all sessions, and closes their connections from before it; requests under way may fail.
   * `onOpen` is told why the connections of a session stay open.
   */
  async change(apply: (session: Session) => void | Promise<void>, onOpen: (error: unknown) => void): Promise<void> {
    await Promise.all(
      [...this.#sessions].map(async (session) => {
        await apply(session)
        await session.closeAllConnections().catch(onOpen)
      }),
    )
  }
}
