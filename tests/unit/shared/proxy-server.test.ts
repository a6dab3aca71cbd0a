import { describe, expect, it } from 'vitest'
import { isWholeProxy, proxyBypassOf, proxyRuleOf, proxyScriptOf, systemProxy } from '#shared/proxy/proxy-server.ts'

describe('the server of a proxy', () => {
  it.each([
    ['proxy.example.com:3128', 'http://proxy.example.com:3128'],
    ['  Proxy.Example.com:3128/ ', 'http://proxy.example.com:3128'],
    ['proxy', 'http://proxy:80'],
    ['10.0.0.1:8080', 'http://10.0.0.1:8080'],
    ['https://proxy.example.com', 'https://proxy.example.com:443'],
    ['SOCKS5://10.0.0.1', 'socks5://10.0.0.1:1080'],
    ['socks4://[::1]:9050', 'socks4://[::1]:9050'],
    ['prüfung.example:1', 'http://prüfung.example:1'],
  ])('%s is %s', (text, rule) => {
    expect(proxyRuleOf(text)).toBe(rule)
  })

  it.each([
    '',
    ' ',
    'proxy:0',
    'proxy:65536',
    'proxy:port',
    'ftp://proxy:21',
    'http://name:secret@proxy:80',
    'proxy:80/path',
    'proxy.example.com;direct://',
    'proxy.example.com,other',
    'one two:80',
    '-proxy:80',
    'javascript:alert(1)',
    '::1',
  ])('%j is none', (text) => {
    expect(proxyRuleOf(text)).toBeNull()
  })
})

describe('the script of a proxy', () => {
  it('has an address of the web or of a file', () => {
    expect(proxyScriptOf(' https://example.com/proxy.pac ')).toBe('https://example.com/proxy.pac')
    expect(proxyScriptOf('file:///etc/proxy.pac')).toBe('file:///etc/proxy.pac')
    for (const text of ['', 'example.com/proxy.pac', 'data:text/plain,x', 'javascript:0']) {
      expect(proxyScriptOf(text)).toBeNull()
    }
  })
})

describe('the choice of a proxy', () => {
  it('needs what its mode uses', () => {
    expect(isWholeProxy(systemProxy)).toBe(true)
    expect(isWholeProxy({ ...systemProxy, mode: 'none' })).toBe(true)
    expect(isWholeProxy({ ...systemProxy, mode: 'manual' })).toBe(false)
    expect(isWholeProxy({ ...systemProxy, mode: 'manual', server: 'proxy:80' })).toBe(true)
    expect(isWholeProxy({ ...systemProxy, mode: 'script', server: 'proxy:80' })).toBe(false)
    expect(isWholeProxy({ ...systemProxy, mode: 'script', script: 'https://example.com/p' })).toBe(true)
  })

  it('has hosts without a proxy on one line', () => {
    expect(proxyBypassOf(' *.local,\nintranet ; 10.0.0.0/8,, ')).toBe('*.local,intranet,10.0.0.0/8')
  })
})
