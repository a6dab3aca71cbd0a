/**
 * The page's content security policy (design.md §8); pictures come from the media base only. The worker that renders formulas
 * is a script of the page and needs no directive.
 */
export function contentSecurityPolicy(mediaBase: string): string {
  const media = mediaBase.startsWith('media:') ? 'media:' : new URL(mediaBase).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' ${media}`,
    `media-src ${media}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
