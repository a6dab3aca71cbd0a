import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { laws } from './laws.ts'

const root = resolve(import.meta.dirname, '../../..')
const folders = ['main', 'preload', 'renderer', 'server', 'shared', 'i18n', 'browser-host', 'build', 'docs', 'tests']

/** The files of the repository's folders and those beside them, as paths from the root with slashes. */
export const files: readonly string[] = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  ),
]

/** The files that may contain comments. */
export const sources: readonly string[] = files.filter((file) => /\.(?:ts|svelte|css|html|[cm]?js)$/.test(file))

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** A string, a regular expression or a comment; the first group is a string, the second a comment. */
const piece =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|(?<=[=(,:!&|?{}[;>]\s*|\breturn\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|(\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->|(?:(?<![:\w/])\/\/[^\n]*\s*)+)/g

/** The strings and the comments of a source; each line of a comment is one entry without its marks. */
export function pieces(source: string): { readonly strings: readonly string[]; readonly comments: readonly string[] } {
  const found = [...source.matchAll(piece)]
  return {
    strings: found.flatMap(([, text]) => (text === undefined ? [] : [text])),
    comments: found.flatMap(([, , text]) =>
      text === undefined ? [] : [text.replace(/^\/\*+|\*\/$|<!--|-->/g, '').replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ')],
    ),
  }
}

/** The codes in round or square brackets, such as `(M4, S1)`, that `docs/invariants.md` does not define. */
export function unknownCodes(text: string): string[] {
  return [...text.matchAll(/[([]([^()[\]]*)[)\]]/g)]
    .flatMap(([, inside = '']) => inside.split(/[,;]/))
    .map((item) => item.trim().replaceAll('`', ''))
    .filter((item) => /^[A-Z]\d{1,2}$/.test(item) && !laws.includes(item))
}

/** The references in a comment to pages, or sections of pages, that the repository does not have. */
export function deadReferences(comment: string): string[] {
  const references = comment.matchAll(
    /([\w./-]*\w\.md)\b(?! of Electron)((?:[,;]?\s?(?:and|to|–)?\s?§\d+(?:\.\d+)*)*)/g,
  )
  return [...references].flatMap(([, name = '', sections = '']) => {
    const pages = files.filter((file) => file === name || file.endsWith(`/${name}`))
    if (pages.length === 0) return [name]
    return [...sections.matchAll(/§([\d.]+)/g)]
      .map(([, section = '']) => section)
      .filter((section) => !pages.some((page) => hasSection(page, section)))
      .map((section) => `${name} §${section}`)
  })
}

function hasSection(page: string, section: string): boolean {
  const number = section.replaceAll('.', String.raw`\.`)
  return new RegExp(String.raw`^#+ ${number}\.?\s`, 'm').test(textOf(page))
}
