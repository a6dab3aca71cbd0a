import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import MarkdownIt from 'markdown-it'
import { draw } from '#server/markdown/drawing/draw.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import { milliseconds, percentile, type Row } from '../rows.ts'

const rounds = 30
const passes = 10

const directory: Directory = {
  user: (name) => (name === 'Noor Haddad' ? { id: 40, fullName: name } : undefined),
  group: (name) => (name === 'crew' ? { id: 57, name } : undefined),
  stream: (name) => (name === 'arm-firmware' ? { id: 334, name } : undefined),
  customEmoji: () => undefined,
  linkify: () => [],
  drawn: (drawing) => draw(drawing) ?? undefined,
}

/**
 * Measures the rendering of the recorded texts, compared with the bare library, which neither sanitizes nor highlights.
 */
export function measureRendering(): Row {
  const file = resolve(import.meta.dirname, '../../recordings/markdown.json')
  const texts = JSON.parse(readFileSync(file, 'utf8')) as readonly { readonly input: string }[] // our own recording
  const bare = new MarkdownIt({ html: false, linkify: true, breaks: true })
  const costs: number[] = []
  const floors: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    costs.push(cost(texts, (input) => renderMarkdown(input, directory)))
    floors.push(cost(texts, (input) => bare.render(input)))
  }
  return {
    what: 'server: rendering a text (median)',
    value: percentile(costs, 0.5),
    unit: 'µs/message',
    floor: percentile(floors, 0.5),
    floorIs: 'bare markdown-it, same texts',
  }
}

function cost(texts: readonly { readonly input: string }[], render: (input: string) => unknown): number {
  const elapsed = milliseconds(() => {
    for (let pass = 0; pass < passes; pass += 1) for (const { input } of texts) render(input)
  })
  return (elapsed * 1000) / (texts.length * passes)
}
