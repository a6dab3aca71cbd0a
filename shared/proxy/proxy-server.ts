/** How the program reaches the network. The texts of the other modes are kept, so that a change of mode loses none. */
export interface ProxyChoice {
  readonly mode: ProxyMode
  /** The server of the mode `manual`, as the user wrote it: `proxy.example:3128`, `socks5://10.0.0.1:1080`. */
  readonly server: string
  /** The hosts that are reached without the proxy, separated by commas or lines. */
  readonly bypass: string
  /** The address of the script of the mode `script` (PAC). */
  readonly script: string
}

/** `system` follows the system's settings, and `none` uses no proxy. */
export type ProxyMode = 'system' | 'none' | 'manual' | 'script'

export const systemProxy: ProxyChoice = { mode: 'system', server: '', bypass: '', script: '' }

const usualPorts: Readonly<Record<string, string>> = { http: '80', https: '443', socks4: '1080', socks5: '1080' }

/** Names, IPv4 addresses and IPv6 addresses in brackets. */
const hostPattern = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?|\[[0-9a-f:.]+\])$/iu

/**
 * Returns the server of a proxy as Chromium's rules write it, `scheme://host:port`; null if the text is no such server.
 * Without a scheme it is an HTTP proxy. A user name and a password are not part of it: the proxy asks for them.
 */
export function proxyRuleOf(text: string): string | null {
  const match = /^(?:([a-z][a-z0-9]*):\/\/)?(\[[^\]]*\]|[^:/?#@\s[\]]+)(?::(\d{1,5}))?\/?$/i.exec(text.trim())
  if (match === null) return null
  const [, scheme = 'http', host = '', port = usualPorts[scheme.toLowerCase()] ?? ''] = match
  const isPort = /^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535
  if (!(scheme.toLowerCase() in usualPorts) || !isPort || !hostPattern.test(host)) return null
  return `${scheme.toLowerCase()}://${host.toLowerCase()}:${Number(port)}`
}

/** Returns the address of a script (PAC) in its normal form; null if the text is none. */
export function proxyScriptOf(text: string): string | null {
  try {
    const { protocol, href } = new URL(text.trim())
    return ['http:', 'https:', 'file:'].includes(protocol) ? href : null
  } catch {
    return null
  }
}

/** Returns the hosts without a proxy as one line. */
export function proxyBypassOf(text: string): string {
  return text
    .split(/[\s,;]+/)
    .filter((host) => host !== '')
    .join(',')
}

/** Whether a choice can be applied: its mode has what it needs. */
export function isWholeProxy({ mode, server, script }: ProxyChoice): boolean {
  switch (mode) {
    case 'system':
    case 'none':
      return true
    case 'manual':
      return proxyRuleOf(server) !== null
    case 'script':
      return proxyScriptOf(script) !== null
  }
}
