import { english } from '#i18n/en/format.ts'

/** The texts of the section “Network”. */
export const network = {
  proxy: {
    legend: 'Proxy',
    words: ['network', 'internet', 'PAC', 'SOCKS', 'connection', 'firewall', 'office'],
    system: 'Use the system’s settings',
    none: 'No proxy',
    manual: 'Use this proxy',
    script: 'Use a script (PAC)',
    server: 'Server',
    serverExample: 'proxy.example.com:3128',
    serverHint: 'An HTTP proxy, unless you write https://, socks4:// or socks5:// before it.',
    serverProblem: 'Enter a host and a port, such as proxy.example.com:3128.',
    bypass: 'Without the proxy',
    bypassHint: 'Hosts that are reached directly, separated by commas. A star stands for any letters.',
    bypassExample: 'intranet.example.com, *.local, 10.0.0.0/8',
    address: 'Address of the script',
    addressExample: 'https://example.com/proxy.pac',
    addressProblem: 'Enter the address of the script, such as https://example.com/proxy.pac.',
    apply: 'Use it',
    /** The proxy asks for a password when it wants one. */
    password: 'If the proxy needs a password, Skein asks you for it.',
  },
  authorities: {
    legend: 'Certificate authorities',
    words: ['CA', 'TLS', 'SSL', 'HTTPS', 'certificate', 'self-signed', 'root', 'trust', 'company'],
    hint: 'Skein trusts the authorities of your system. Add the one of your organization if its server’s certificate isn’t trusted.',
    add: 'Add…',
    list: 'Your certificate authorities',
    until: (milliseconds: number) => `Valid until ${english.date(milliseconds)}`,
    expired: (milliseconds: number) => `Expired on ${english.date(milliseconds)}`,
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    added: (count: number) => english.plural(count, { one: 'Added.', other: `Added ${count} authorities.` }),
    known: 'You trust this authority already.',
    removed: (name: string) => `${name} is no longer trusted.`,
    tooLarge: 'This file is too large for certificates.',
  },
}
