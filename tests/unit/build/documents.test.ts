import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const folders = ['main', 'preload', 'renderer', 'server', 'shared', 'i18n', 'browser-host', 'build', 'docs', 'tests']

/** Names without a file in the repository, with the reason. */
const elsewhere: ReadonlySet<string> = new Set([
  // Files that Skein or the packaging writes.
  'account.json',
  'bom.cdx.json',
  'export.json',
  'skein.json',
  'running.json',
  // Electron's own types.
  'electron.d.ts',
])

const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  )

const known: readonly string[] = [...readdirSync(root), ...folders.flatMap(below)]

const documents: readonly string[] = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...below('docs').filter((name) => name.endsWith('.md')),
]

const read = (document: string) => readFileSync(join(root, document), 'utf8')

/** Whether a name is the end of a file's path, in whole parts. */
function isKnown(name: string): boolean {
  return elsewhere.has(name) || known.some((path) => path === name || path.endsWith(`/${name}`))
}

/** The anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** The relative links of a document without a target. */
function brokenLinks(document: string): string[] {
  const prose = read(document)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|<img[^>]*src="([^"]+)"/g)].map(
    ([, link, picture]) => link ?? picture ?? '',
  )
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? document : join(dirname(document), path)
    if (!existsSync(join(root, target))) return true
    if (anchor === undefined || !target.endsWith('.md')) return false
    return ![...read(target).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
  })
}

/** The maximum size of a document in bytes; undefined if it has none. */
function limitOf(document: string): number | undefined {
  if (document === 'README.md') return 6_000
  if (document === 'ARCHITECTURE.md') return 2_000
  if (document === 'docs/architecture/README.md') return 12_000
  return document.startsWith('docs/architecture/') ? 8_000 : undefined
}

describe('the documents', () => {
  it('exist', () => {
    expect(documents.length).toBeGreaterThan(30)
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/README.md']),
    )
  })

  it.each(documents)('have existing targets for all links: %s', (document) => {
    expect(brokenLinks(document)).toEqual([])
  })

  it.each(documents.filter((name) => !name.startsWith('docs/protocol/') && name !== 'CHANGELOG.md'))(
    'name only existing files: %s',
    (document) => {
      const named = [...read(document).matchAll(/`([\w./@-]+\.(?:ts|svelte|cjs|mjs|css|json))`/g)].map(
        ([, name = '']) => name,
      )
      expect(named.filter((name) => !isKnown(name))).toEqual([])
    },
  )

  it.each(documents.filter((name) => limitOf(name) !== undefined))('are within their maximum size: %s', (document) => {
    expect(statSync(join(root, document)).size).toBeLessThanOrEqual(limitOf(document) ?? 0)
  })

  it('are all linked from the index', () => {
    const found = new Set(['docs/README.md'])
    for (const document of found) {
      for (const [, link = ''] of read(document).matchAll(/\]\(([^)\s#]+\.md)(?:#[^)]*)?\)/g)) {
        if (!/^[a-z]+:/.test(link)) found.add(join(dirname(document), link))
      }
    }
    expect(below('docs').filter((name) => name.endsWith('.md') && !found.has(name))).toEqual([])
  })
})
