import { describe, expect, it } from 'vitest'
import { judgeLink, safeLink } from '#shell/security/links/link-judgement.ts'
import { programOfScheme } from '#shared/content/link-schemes.ts'
import { developmentSwitches } from '#shell/start/switches.ts'

const judge = (address: string, shown: string | null = null) => judgeLink(address, 'linux', shown)
const doubtOf = (address: string, shown: string | null = null) => {
  const judged = judge(address, shown)
  return judged.kind === 'ask' ? judged.doubt : judged.kind
}

describe('a link of a message', () => {
  it.each([
    ['https://example.com/a?b#c', null],
    ['http://example.com/', 'the page'],
    ['mailto:ada@example.com?subject=Hi', 'Ada'],
    ['mailto:ada@example.com', 'Ada@Example.com'],
    ['https://example.com/a', 'https://example.com/b'],
    ['https://www.example.com/a', 'example.com/…'],
    ['https://docs.example.com/', 'www.example.com'],
    ['https://github.com/x/README.md', 'README.md'],
    ['https://github.com/x/setup.py', 'setup.py'],
    ['https://tickets.example/1', 'ABC-1'],
    ['https://example.com/', 'version 2.0.com is out'],
    ['https://münchen.de/', null],
    ['https://пример.рф/', null],
    ['https://例え.jp/', null],
    ['https://zürich-例.com/', null],
  ])('opens %s at once (its text is %s)', (address, shown) => {
    expect(judge(address, shown)).toEqual({ kind: 'open', address: new URL(address).href })
  })

  it.each([
    ['tel:+47%2022', 'phone'],
    ['TEL:+4722', 'phone'],
    ['ftp://files.example/a.txt', 'file_transfer'],
    ['sftp://ada@files.example/', 'file_transfer'],
    ['magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a', 'torrent'],
    ['sms:+14155551234?body=hi', 'text_message'],
    ['sip:ada@example.com', 'call'],
    ['geo:-37.78,144.9?q=x', 'map'],
    ['xmpp:ada@example.com?message', 'chat'],
    ['irc://irc.example/rooms', 'chat'],
    ['ssh://ada@host.example:22', 'terminal'],
    ['webcal://example.com/team.ics', 'calendar'],
    ['news:comp.lang.ada', 'news'],
  ])('needs a question by the kind of program for %s', (address, program) => {
    expect(judge(address)).toEqual({ kind: 'ask', address: new URL(address).href, doubt: { kind: 'program', program } })
  })

  it('cannot hide text in its address or end an argument of a program', () => {
    for (const scheme of programOfScheme.keys()) {
      const judged = judge(`${scheme}1" --run='x' \`y\` \\ \u202e z`)
      if (judged.kind === 'refuse') continue
      expect(judged.address, scheme).toMatch(/^[\x21-\x7e]*$/)
      expect(judged.address, scheme).not.toMatch(/["'`<>\\\s]/)
    }
  })

  it.each([
    ['javascript:alert(1)', 'code'],
    ['java\tscript:alert(1)', 'code'],
    [' JaVaScRiPt:alert(1)', 'code'],
    ['vbscript:x', 'code'],
    ['data:text/html,x', 'code'],
    ['blob:https://example.com/1', 'code'],
    ['file:///etc/passwd', 'file'],
    ['smb://host/share', 'file'],
    ['dav://host/share', 'file'],
    ['ms-msdt:/id PCWDiagnostic', 'program'],
    ['ms-word:ofe|u|https://example.com/a.docm', 'program'],
    ['search-ms:query=x', 'program'],
    ['app://skein/', 'program'],
    ['skein:x', 'program'],
    ['zoommtg://x', 'program'],
    ['mailto:ada@example.com?attach=/etc/passwd', 'attachment'],
    ['mailto:ada@example.com%0D%0ABcc:all@example.com', 'unreadable'],
    ['tel:1%0d%0aX', 'unreadable'],
    ['ssh://-oProxyCommand=calc/x', 'unreadable'],
    ['ssh://%2doProxyCommand=calc/x', 'unreadable'],
    ['ssh://-l@host/', 'unreadable'],
    ['\\\\host\\share', 'unreadable'],
    ['', 'unreadable'],
    ['no address', 'unreadable'],
    [`https://example.com/${'a'.repeat(40_000)}`, 'too_long'],
    [`tel:${'1'.repeat(40_000)}`, 'too_long'],
  ])('is refused if it is %s', (address, reason) => {
    expect(judge(address)).toEqual({ kind: 'refuse', reason })
  })

  it.each([
    ['https://user@example.com/', { name: 'user', host: 'example.com' }],
    ['https://bank.example%2Flogin@evil.example/', { name: 'bank.example/login', host: 'evil.example' }],
    ['https://user:secret@example.com/', { name: 'user', host: 'example.com' }],
    ['http://:secret@example.com/', { name: '', host: 'example.com' }],
  ])('with a user name before its host needs a question: %s', (address, doubt) => {
    expect(judge(address)).toEqual({
      kind: 'ask',
      address: new URL(address).href,
      doubt: { kind: 'user_name', ...doubt },
    })
  })

  it.each([
    ['https://аррӏе.com/', 'аррӏе.com'],
    ['https://раypal.com/', 'раypal.com'],
    ['https://gооgle.com/', 'gооgle.com'],
    ['https://οροο.net/', 'οροο.net'],
    ['https://example.com.evil\u2044login.net/', null],
  ])('to a host with lookalike letters needs a question: %s', (address, written) => {
    if (written === null) {
      expect(judge(address).kind).not.toBe('open')
      return
    }
    expect(doubtOf(address)).toEqual({ kind: 'lookalike', host: new URL(address).hostname, written })
  })

  it.each([
    ['https://evil.example/', 'https://bank.example/login', 'bank.example'],
    ['https://evil.example/', 'www.bank.example', 'www.bank.example'],
    ['https://evil.example/', 'bank.com', 'bank.com'],
    ['https://evil.example/', 'bank.com/login?a=b', 'bank.com'],
    ['https://evil.example/', ' \u202ehttps://bank.com\u202c ', 'bank.com'],
    ['https://evil.example/', 'http\u200bs://bank.com', 'bank.com'],
    ['https://example.com/', 'https://mail.example.com/', 'mail.example.com'],
    ['https://notexample.com/', 'https://example.com/', 'example.com'],
  ])('to a host other than the one in its text needs a question: %s, “%s”', (address, shown, named) => {
    expect(doubtOf(address, shown)).toEqual({ kind: 'other_text', shown: named, host: new URL(address).hostname })
  })

  it('to a mail address other than the one in its text needs a question', () => {
    expect(doubtOf('mailto:eve@evil.example', 'ada@example.com')).toEqual({
      kind: 'other_text',
      shown: 'ada@example.com',
      host: 'eve@evil.example',
    })
  })
})

describe('an address for the system', () => {
  it.each(['https://example.com/a?b#c', 'http://example.com/', 'mailto:ada@example.com?subject=Hi'])(
    'is safe: %s',
    (address) => {
      for (const platform of ['win32', 'darwin', 'linux'] as const) expect(safeLink(address, platform)).toBe(address)
    },
  )

  it.each([
    'file:///etc/passwd',
    'smb://host/share',
    'ms-msdt:/id PCWDiagnostic',
    'search-ms:query=x',
    'javascript:alert(1)',
    'data:text/html,x',
    'app://skein/',
    'skein:x',
    '\\\\host\\share',
    'https://user:password@example.com/',
    'mailto:ada@example.com?attach=/etc/passwd',
    'mailto:ada@example.com?Subject=x&ATTACHMENT=C:\\secret',
    'mailto:ada@example.com?x-attach=a',
    'mailto:ada@example.com%0D%0ABcc:all@example.com',
    '',
    'no address',
  ])('is not safe: %s', (address) => {
    for (const platform of ['win32', 'darwin', 'linux'] as const) expect(safeLink(address, platform)).toBeNull()
  })

  it('does not exceed the system’s limit', () => {
    const long = (length: number) => `https://example.com/${'a'.repeat(length - 'https://example.com/'.length)}`
    expect(safeLink(long(2_081), 'win32')).toHaveLength(2_081)
    expect(safeLink(long(2_082), 'win32')).toBeNull()
    expect(safeLink(long(2_082), 'linux')).toHaveLength(2_082)
    expect(safeLink(long(40_000), 'darwin')).toBeNull()
  })
})

describe('the development switches', () => {
  const env = {
    SKEIN_MEDIA_BASE: 'http://127.0.0.1:9/',
    SKEIN_DEMO_ACCOUNT: '{}',
    SKEIN_PAGE_SERVER: 'http://127.0.0.1:8',
  }

  it('work in a run from the sources', () => {
    expect(developmentSwitches(false, env)).toEqual({
      mediaBase: 'http://127.0.0.1:9/',
      demoAccount: '{}',
      pageServer: 'http://127.0.0.1:8',
    })
    expect(developmentSwitches(false, { SKEIN_MEDIA_BASE: '', SKEIN_DEMO_ACCOUNT: '' })).toEqual(
      developmentSwitches(false, {}),
    )
  })

  it('do nothing in a package', () => {
    expect(developmentSwitches(true, env)).toEqual({ mediaBase: 'media://', demoAccount: null, pageServer: null })
  })
})
