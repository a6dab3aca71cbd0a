import type { Change } from '../state/changes.ts'
import type { Core } from './core.ts'

/** A part of the engine that works by itself. The composition lists the services in their order. */
export interface Service {
  /** Begins to work; views are served before and without it. */
  start?(): void
  /** Ends all work with the engine: no timer fires and no answer is handled from now on. */
  stop?(): void
  /** Handles the changes of a commit, after the account state has them. */
  onCommit?(changes: readonly Change[]): void
  /** Handles a new state of the connection, also of one that stays away. */
  onConnection?(): void
  /** Continues what waits for the network. */
  onOnline?(): void
  /** Ends the engine's own pauses at the user's request; those that the server requested do not end. */
  onRetry?(): void
  /** Notes that the user has switched to Skein or away from it. */
  onFocus?(isFocused: boolean): void
}

/**
 * The services of an engine. Each is isolated: its failure is logged under its name, and the others go on. All walks
 * follow the order of the list except `stop`, which goes backwards: what started last stops first.
 */
export class Services {
  readonly #core: Core
  readonly #services: readonly (readonly [string, Service])[]

  /** Subscribes the services to commits. */
  constructor(core: Core, services: Readonly<Record<string, Service>>) {
    this.#core = core
    this.#services = Object.entries(services)
    for (const [name, service] of this.#services) {
      if (service.onCommit === undefined) continue
      core.onCommit(name, (changes) => {
        service.onCommit?.(changes)
      })
    }
  }

  start(): void {
    this.#each((service) => service.start?.())
  }

  stop(): void {
    this.#each((service) => service.stop?.(), this.#services.toReversed())
  }

  onConnection(): void {
    this.#each((service) => service.onConnection?.())
  }

  onOnline(): void {
    this.#each((service) => service.onOnline?.())
  }

  onRetry(): void {
    this.#each((service) => service.onRetry?.())
  }

  onFocus(isFocused: boolean): void {
    this.#each((service) => service.onFocus?.(isFocused))
  }

  #each(work: (service: Service) => void, services = this.#services): void {
    for (const [name, service] of services) {
      this.#core.isolate(name, () => {
        work(service)
      })
    }
  }
}
