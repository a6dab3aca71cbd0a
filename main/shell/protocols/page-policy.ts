/** The placeholder of the nonce in the page's markup (`renderer/index.html`). */
const noncePlaceholder = '__STYLE_NONCE__'

/** The page's markup with the nonce of its policy, which permits the editor's style element and no other. */
export function withNonce(markup: string, nonce: string): string {
  return markup.replace(noncePlaceholder, nonce)
}

/** The scripts of the languages other than English, in the built page and on Vite's server, by the `lang` of the page. */
const languageScripts: Readonly<Record<string, { readonly built: string; readonly served: string }>> = {
  de: { built: './assets/german.js', served: './german.ts' },
}

/**
 * The page's markup in a language. The script of a language runs before the page's own.
 * @param tag BCP 47
 */
export function inLanguage(markup: string, tag: string, from: 'built' | 'served' = 'built'): string {
  const script = languageScripts[tag]?.[from]
  if (script === undefined) return markup
  return markup
    .replace('<html lang="en">', `<html lang="${tag}">`)
    .replace(
      '<script type="module"',
      `<script type="module" crossorigin src="${script}"></script>\n    <script type="module"`,
    )
}

/**
 * The page's content security policy. Pictures are loaded from the media base only. The worker that renders formulas is
 * a script of the page and needs no directive.
 * @param nonce the nonce of the editor's style element, new for each load
 */
export function contentSecurityPolicy(mediaBase: string, nonce: string): string {
  const media = mediaBase.startsWith('media:') ? 'media:' : new URL(mediaBase).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
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
