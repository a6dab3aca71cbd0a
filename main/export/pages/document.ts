import { escapeAttribute, escapeText } from '#engine/state/content/markup.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** The texts of the export, in the language that its thread speaks. */
const t = () => catalogue.exporting.document

/**
 * The policy of every page: nothing is fetched from elsewhere, and only the program of the export runs. Browsers differ
 * in whether `'self'` includes files, so the scheme is named, too.
 */
const policy = [
  "default-src 'none'",
  "img-src 'self' file:",
  "media-src 'self' file:",
  "style-src 'self' file:",
  "script-src 'self' file:",
  "base-uri 'none'",
  "form-action 'self' file:",
].join('; ')

/** What a page of the export shows around its contents. */
export interface PageFrame {
  /** The title of the page. */
  readonly title: string
  /** The name of the whole export. */
  readonly exportTitle: string
  /** The way from the page to the top of the folder: empty or `../`. */
  readonly top: string
}

/** Returns the beginning of a page, up to its contents. */
export function pageStart({ title, exportTitle, top }: PageFrame): string {
  const { tag, direction } = catalogue.language
  const whole = title === exportTitle ? title : `${title} – ${exportTitle}`
  return `<!doctype html>
<html lang="${tag}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeText(whole)}</title>
<link rel="stylesheet" href="${top}assets/style.css">
</head>
<body>
<header class="bar">
<a class="home" href="${top}index.html"><bdi>${escapeText(exportTitle)}</bdi></a>
<form class="search" role="search" action="${top}index.html" method="get">
<label><span>${escapeText(t().search)}</span><input type="search" name="q" maxlength="200" autocomplete="off" placeholder="${escapeAttribute(t().search)}"></label>
<button type="submit">${escapeText(t().find)}</button>
</form>
</header>
<main>
`
}

/** Returns the end of a page after its contents. `scripts` are addresses of programs of the export. */
export function pageEnd(scripts: readonly string[] = []): string {
  const loaded = scripts.map((address) => `<script src="${escapeAttribute(address)}"></script>\n`).join('')
  return `</main>\n${loaded}</body>\n</html>\n`
}

/** Returns a name that keeps its own direction. */
export function nameHtml(name: string): string {
  return `<bdi>${escapeText(name)}</bdi>`
}

/** Returns the links to the parts of a divided list or conversation; empty if there is only one part. */
export function partsHtml(
  parts: readonly { readonly address: string; readonly label: string }[],
  current: number,
): string {
  if (parts.length < 2) return ''
  const links = parts.map(({ address, label }, index) =>
    index === current
      ? `<li><a href="${escapeAttribute(address)}" aria-current="page">${escapeText(label)}</a></li>`
      : `<li><a href="${escapeAttribute(address)}">${escapeText(label)}</a></li>`,
  )
  return `<nav class="parts" aria-label="${escapeAttribute(t().parts)}"><ol>${links.join('')}</ol></nav>\n`
}
