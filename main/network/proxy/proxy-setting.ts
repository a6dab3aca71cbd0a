import type { App, ProxyConfig, Session } from 'electron'
import type { LogLevel } from '#engine/ports.ts'
import { EverySession } from '../every-session.ts'
import { proxyBypassOf, proxyRuleOf, proxyScriptOf, type ProxyChoice } from '#shared/proxy/proxy-server.ts'

/**
 * Returns the configuration of a choice; null if the choice lacks what its mode needs, as in a settings file that
 * somebody has written.
 */
export function proxyConfigOf({ mode, server, bypass, script }: ProxyChoice): ProxyConfig | null {
  switch (mode) {
    case 'system':
      return { mode: 'system' }
    case 'none':
      return { mode: 'direct' }
    case 'manual': {
      const proxyRules = proxyRuleOf(server)
      return proxyRules === null ? null : { mode: 'fixed_servers', proxyRules, proxyBypassRules: proxyBypassOf(bypass) }
    }
    case 'script': {
      const pacScript = proxyScriptOf(script)
      return pacScript === null ? null : { mode: 'pac_script', pacScript }
    }
  }
}

export interface ProxySettingPorts {
  /** The user's choice; read on each use. */
  readonly choice: () => ProxyChoice
  readonly log: (level: LogLevel, message: string) => void
}

/** The proxy of all sessions, by the choice of the user. */
export class ProxySetting {
  readonly #ports: ProxySettingPorts
  readonly #sessions = new EverySession()

  constructor(ports: ProxySettingPorts) {
    this.#ports = ports
  }

  /**
   * Sets the proxy of all present and future sessions. Call it once after `ready`, before the first request.
   * @param existing the present sessions
   */
  start(app: App, existing: readonly Session[]): void {
    this.#sessions.start(app, existing, (session) => {
      // A new session follows the system.
      if (this.#ports.choice().mode !== 'system') void this.#apply(session)
    })
  }

  /** Applies a changed choice. Connections through the proxy before are closed, and requests under way may fail. */
  async changed(): Promise<void> {
    await this.#sessions.change(
      (session) => this.#apply(session),
      (error) => {
        this.#ports.log('warn', `connections by an earlier proxy stay open: ${String(error)}`)
      },
    )
  }

  async #apply(session: Session): Promise<void> {
    const config = proxyConfigOf(this.#ports.choice())
    if (config === null) this.#ports.log('warn', 'the chosen proxy is incomplete; the one of the system is used')
    try {
      await session.setProxy(config ?? { mode: 'system' })
    } catch (error) {
      this.#ports.log('warn', `the proxy could not be set: ${String(error)}`)
    }
  }
}
