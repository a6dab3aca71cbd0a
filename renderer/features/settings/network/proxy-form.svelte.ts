import type { ProxyChoice, ProxyMode } from '#shared/proxy/proxy-server.ts'
import { isWholeProxy } from '#shared/proxy/proxy-server.ts'
import type { AccountsModel } from '#renderer/state/accounts-model.svelte.ts'

/** The parts of the page that the form uses. */
export interface ProxyPorts {
  readonly accounts: Pick<AccountsModel, 'settings' | 'changeSettings'>
}

/**
 * The choice of a proxy. A mode that needs no text applies at once. The texts of the others are kept while the user
 * tries modes, and apply when they are submitted.
 */
export class ProxyForm {
  readonly #ports: ProxyPorts
  /** The mode whose fields are shown before it applies; null for the stored one. */
  #tried = $state.raw<ProxyMode | null>(null)
  server = $state('')
  bypass = $state('')
  script = $state('')
  /** Whether the last submission had a text that is none. */
  hasProblem = $state.raw(false)

  constructor(ports: ProxyPorts) {
    this.#ports = ports
    const { server, bypass, script } = ports.accounts.settings.proxy
    this.server = server
    this.bypass = bypass
    this.script = script
  }

  get mode(): ProxyMode {
    return this.#tried ?? this.#ports.accounts.settings.proxy.mode
  }

  /** Whether the fields differ from what applies. */
  get isChanged(): boolean {
    const stored = this.#ports.accounts.settings.proxy
    return (['mode', 'server', 'bypass', 'script'] as const).some((part) => stored[part] !== this.#choice[part])
  }

  choose(mode: ProxyMode): void {
    this.#tried = mode
    this.hasProblem = false
    if (isWholeProxy(this.#choice)) void this.#store()
  }

  submit(): void {
    this.hasProblem = !isWholeProxy(this.#choice)
    if (!this.hasProblem) void this.#store()
  }

  get #choice(): ProxyChoice {
    return { mode: this.mode, server: this.server.trim(), bypass: this.bypass.trim(), script: this.script.trim() }
  }

  async #store(): Promise<void> {
    const proxy = this.#choice
    await this.#ports.accounts.changeSettings({ proxy })
    if (this.#tried === proxy.mode) this.#tried = null
  }
}
