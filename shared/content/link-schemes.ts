/** The kind of program that takes addresses of a scheme. */
export type LinkProgram =
  | 'phone'
  | 'call'
  | 'text_message'
  | 'map'
  | 'chat'
  | 'torrent'
  | 'file_transfer'
  | 'terminal'
  | 'calendar'
  | 'news'

/** Schemes whose addresses open without a confirmation, unless the address is suspicious. */
export const plainSchemes: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/**
 * Schemes of other programs, whose addresses open after a confirmation. Addresses of all other schemes do not become
 * links.
 */
export const programOfScheme: ReadonlyMap<string, LinkProgram> = new Map([
  ['tel:', 'phone'],
  ['callto:', 'phone'],
  ['sip:', 'call'],
  ['sips:', 'call'],
  ['skype:', 'call'],
  ['sms:', 'text_message'],
  ['smsto:', 'text_message'],
  ['geo:', 'map'],
  ['xmpp:', 'chat'],
  ['irc:', 'chat'],
  ['ircs:', 'chat'],
  ['matrix:', 'chat'],
  ['magnet:', 'torrent'],
  ['ftp:', 'file_transfer'],
  ['ftps:', 'file_transfer'],
  ['sftp:', 'file_transfer'],
  ['ssh:', 'terminal'],
  ['webcal:', 'calendar'],
  ['news:', 'news'],
  ['nntp:', 'news'],
])

/** Whether addresses of a scheme are shown as links. */
export function isLinkScheme(scheme: string): boolean {
  return plainSchemes.has(scheme) || programOfScheme.has(scheme)
}

/** Why a link is opened only after a confirmation. */
export type LinkDoubt =
  | { readonly kind: 'program'; readonly program: LinkProgram }
  | { readonly kind: 'user_name'; readonly name: string; readonly host: string }
  | { readonly kind: 'lookalike'; readonly host: string; readonly written: string }
  | { readonly kind: 'other_text'; readonly shown: string; readonly host: string }
