import { describe, expect, it } from 'vitest'
import { developmentSwitches } from '#shell/start/switches.ts'
import { safeLink } from '#shell/security/links/safe-links.ts'

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
