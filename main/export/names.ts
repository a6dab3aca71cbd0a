import { fileNameAt } from '#shared/file-name.ts'

/** The number of characters of a title that a file's name keeps. Long paths do not open on every system. */
const longestSlug = 40
/** The longest ending of a file that is kept, with its dot. */
const longestEnding = 10

/** The part of a file's name that readers recognize: letters and digits of a title, joined by hyphens. */
export function slugOf(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  let slug = ''
  for (const { segment } of new Intl.Segmenter('en').segment(words.join('-').slice(0, 4 * longestSlug))) {
    // A base with many marks is one segment.
    if (segment.length > 8 || slug.length + segment.length > longestSlug) break
    slug += segment
  }
  return slug.replace(/-+$/, '')
}

/**
 * A name in the export that is valid on every system: the number distinguishes it from all others, even where case
 * does not, and keeps it from being a device of Windows.
 */
export function numberedName(number: number, title: string): string {
  const slug = slugOf(title)
  const digits = String(number).padStart(4, '0')
  return slug === '' ? digits : `${digits}-${slug}`
}

/** Endings that a browser would run or draw as a page with scripts. */
const active =
  /^\.(?:[a-z]?html?|xht|xhtm|xml|xsl|xslt|rdf|svgz?|mht|mhtml|htc|hta|[cm]?js|jse|vb[es]?|ws[cfh]?|swf|url|lnk|webloc|desktop)$/i

/**
 * The name of a copied file: its number, the words of its name and its ending. The ending of a page that could run
 * scripts is followed by another one, so that no browser opens the file as a page.
 */
export function copiedFileName(number: number, path: string, knownEnding: string | null): string {
  const name = fileNameAt(path)
  const dot = name.lastIndexOf('.')
  const own = dot > 0 ? name.slice(dot) : ''
  const isEnding = own.length <= longestEnding && /^\.[a-z0-9]+$/i.test(own)
  const stem = isEnding ? name.slice(0, dot) : name
  const ending = knownEnding ?? (isEnding ? own : '')
  return `${numberedName(number, stem)}${ending}${active.test(ending) ? '.download' : ''}`
}

/** The address of a file of the export, relative to the top of its folder. */
export function addressOf(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/')
}
