import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from '../../../../main/shell/page-policy.ts'

describe("the page's policy", () => {
  it('lets the page load its own files and the pictures of the media base, and nothing else', () => {
    expect(contentSecurityPolicy('http://127.0.0.1:4000/secret/')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; " +
        "img-src 'self' http://127.0.0.1:4000; media-src http://127.0.0.1:4000; connect-src 'none'; base-uri 'none'; " +
        "form-action 'none'; frame-ancestors 'none'",
    )
    expect(contentSecurityPolicy('media://')).toContain("img-src 'self' media:;")
  })
})
