import type { Core } from './core.ts'
import type { Service } from './service.ts'

/**
 * The services of an engine. Each is isolated: its failure is logged under its name, and the others go on. All walks
 * follow the order of the list except `stop`, which goes backwards: what started last stops first. After it, the
 * services hear of nothing but commits.
 */
export class Services {
  readonly #core: Pick<Core, 'isolate' | 'onCommit'>
  readonly #services: readonly (readonly [string, Service])[]
  #isStopped = false

  /** Subscribes the services to commits. */
  constructor(core: Pick<Core, 'isolate' | 'onCommit'>, services: Readonly<Record<string, Service>>) {
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
    this.#isStopped = true
    this.#walk((service) => service.stop?.(), this.#services.toReversed())
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

  #each(work: (service: Service) => void): void {
    if (!this.#isStopped) this.#walk(work, this.#services)
  }

  #walk(work: (service: Service) => void, services: readonly (readonly [string, Service])[]): void {
    for (const [name, service] of services) {
      this.#core.isolate(name, () => {
        work(service)
      })
    }
  }
}
