import type { Capabilities } from './capabilities.ts'

/**
 * Narrow operators that were renamed (wire-protocol.md §2.12, newer-servers.md §2), in the server's version, because a
 * server refuses operators newer than itself.
 */
export interface OperatorNames {
  readonly stream: string
  /** The operator that selects all public streams with the operand `public`. */
  readonly streams: string
  readonly direct: string
  readonly directIncluding: string
  /** The operand of `is` for all direct messages. */
  readonly isDirect: string
}

export function operatorNames(capabilities: Pick<Capabilities, 'channelOperators' | 'directOperators'>): OperatorNames {
  const { channelOperators, directOperators } = capabilities
  return {
    stream: channelOperators ? 'channel' : 'stream',
    streams: channelOperators ? 'channels' : 'streams',
    direct: directOperators ? 'dm' : 'pm-with',
    directIncluding: directOperators ? 'dm-including' : 'group-pm-with',
    isDirect: directOperators ? 'dm' : 'private',
  }
}
