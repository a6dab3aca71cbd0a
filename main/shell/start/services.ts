import type { BrowserWindow } from 'electron'
import type { News } from '../notifications/attention.ts'
import type { TrayState } from '../tray/tray.ts'

/** The unread counts of all accounts, as the icons show them. */
export type Counts = News & TrayState

/** A part of the program with a place in its life. */
export interface Service {
  /** Begins the part's work, when all parts exist. Nothing is awaited before the window opens. */
  start?(): void
  /** Follows a new window. */
  watch?(window: BrowserWindow): void
  /** Shows the counts of all accounts. */
  showCounts?(counts: Counts): void
  /** Notes whether the user is present. */
  setPresent?(isPresent: boolean): void
  /** Continues after a sleep of the system. */
  resume?(): void
  /** Ends the part's work before the program ends. */
  stop?(): void | Promise<void>
}

/** The parts of the program, walked in the order of their list. */
export class Services {
  readonly #services: readonly Service[]
  #isEnding = false

  constructor(services: readonly Service[]) {
    this.#services = services
  }

  /** Whether the program ends: from then on an ended process is no fault. */
  get isEnding(): boolean {
    return this.#isEnding
  }

  start(): void {
    for (const service of this.#services) service.start?.()
  }

  watch(window: BrowserWindow): void {
    for (const service of this.#services) service.watch?.(window)
  }

  showCounts(counts: Counts): void {
    for (const service of this.#services) service.showCounts?.(counts)
  }

  setPresent(isPresent: boolean): void {
    for (const service of this.#services) service.setPresent?.(isPresent)
  }

  resume(): void {
    for (const service of this.#services) service.resume?.()
  }

  /** Stops the services, the last one first and all in one turn; resolves when each has ended. */
  async stop(): Promise<void> {
    this.#isEnding = true
    await Promise.all(
      this.#services.toReversed().map(async (service) => {
        await service.stop?.()
      }),
    )
  }
}
