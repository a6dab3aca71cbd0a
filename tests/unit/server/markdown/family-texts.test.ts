import { describe, expect, it } from 'vitest'
import { linkifyWith } from '#server/markdown/inline/linkifiers.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { treeOf } from '#tests/recordings/trees.ts'
import { familyTexts } from './family-texts.ts'

const linkifiers = [{ pattern: '#(?P<id>[0-9]{2,8})', url_template: 'https://git.example/issues/{id}' }]
const directory: Directory = {
  user: (name, id) =>
    (name === '' || name.toLowerCase() === 'ada brandt') && (id === undefined || id === 9)
      ? { id: 9, fullName: 'Ada Brandt' }
      : undefined,
  stream: (name) => (name === 'general' ? { id: 5, name: 'general' } : undefined),
  customEmoji: () => undefined,
  group: (name) => (name === 'crew' ? { id: 12, name: 'crew' } : undefined),
  linkify: linkifyWith(() => linkifiers),
  drawn: (drawing) => {
    if (drawing.type !== 'formula') return undefined
    const formula = `<span class="katex">${drawing.source}</span>`
    return drawing.isBlock ? `<span class="katex-display">${formula}</span>` : formula
  },
}

describe.each(Object.entries(familyTexts))('the server renders as a stock server: %s', (_, texts) => {
  it.each(texts)('%j', (text, html) => {
    expect(treeOf(renderMarkdown(text, directory).html)).toEqual(treeOf(html))
  })
})
