/** Schemes of links in texts. */
export const schemes = ['http', 'https', 'mailto', 'tel', 'ftp', 'sftp', 'xmpp', 'magnet', 'matrix']

/** Addresses with these schemes become links; others stay text. */
export const allowedSchemes = new RegExp(`^(?:${schemes.join('|')}):`, 'i')

/** The typed address of a link, completed as the family does: without a scheme it is a host or an e-mail address. */
export function linkAddress(typed: string): string {
  const address = typed.trim().replaceAll(' ', '%20')
  if (/^[/\\]{2}/.test(address)) return `http://${address.slice(2)}`
  if (/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(address)) return address
  return /^[^/?#]*@/.test(address) ? `mailto:${address}` : `http://${address}`
}
