import type { Change } from '../state/changes.ts'

/** A part of the engine that works by itself. The composition lists the services in their order. */
export interface Service {
  /** Begins to work; views are served before and without it. */
  start?(): void
  /** Ends all work with the engine: no timer fires and no answer is handled from now on. */
  stop?(): void
  /** Handles the changes of a commit, after the account state has them. */
  onCommit?(changes: readonly Change[]): void
  /** Handles a new state of the connection. */
  onConnection?(): void
  /** Continues what waits for the network. */
  onOnline?(): void
  /** Ends the engine's own pauses at the user's request; those that the server requested do not end. */
  onRetry?(): void
  /** Notes that the user has switched to Skein or away from it. */
  onFocus?(isFocused: boolean): void
}
