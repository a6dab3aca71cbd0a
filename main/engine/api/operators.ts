import type { Capabilities } from './capabilities.ts'

/**
 * Operators of narrows that were renamed (wire-protocol.md §2.12, newer-servers.md §2), as the server at hand knows them:
 * a server refuses a narrow with an operator that is newer than itself.
 */
export interface OperatorNames {
  readonly stream: string
  /** With `public`: what is written in all public streams. */
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
