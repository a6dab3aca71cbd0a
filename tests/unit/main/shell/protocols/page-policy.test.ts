import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { contentSecurityPolicy, withNonce } from '#shell/protocols/page-policy.ts'

describe("the page's policy", () => {
  it('permits the page’s own files and media of the media base only', () => {
    expect(contentSecurityPolicy('http://127.0.0.1:4000/secret/', 'abc')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-abc'; style-src-attr 'unsafe-inline'; font-src 'self'; " +
        "img-src 'self' http://127.0.0.1:4000; media-src http://127.0.0.1:4000; connect-src 'none'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
    )
    expect(contentSecurityPolicy('media://', 'abc')).toContain("img-src 'self' media:;")
  })

  it('permits one style element by a nonce in the page’s markup', () => {
    const markup = readFileSync(new URL('../../../../../renderer/index.html', import.meta.url), 'utf8')
    expect(withNonce(markup, 'abc')).toContain('<meta property="csp-nonce" nonce="abc" />')
    expect(withNonce(markup, 'abc')).not.toContain('__STYLE_NONCE__')
  })
})
