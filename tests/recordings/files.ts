import { drawPng } from '#server/base/png.ts'

/** The files of recorded actions: the recording contains their names and sizes. */
const sent: Readonly<Record<string, { readonly name: string; readonly size: number }>> = {
  'a file': { name: 'Notes – übersicht.txt', size: 600 },
  'a picture': { name: 'sunset.png', size: 123_089 },
}

/** Name and bytes of the file that an action uploads; a small picture if the recording lacks them. */
export function fileOf(action: string): { readonly name: string; readonly bytes: Buffer } | undefined {
  if (action === 'a file missing') return undefined
  if (action === 'an emoji that is no picture') return { name: 'nopic.png', bytes: Buffer.from('no picture') }
  const { name, size } = sent[action] ?? { name: 'picture.png', size: 0 }
  if (!name.endsWith('.png')) return { name, bytes: Buffer.alloc(size, 'text ') }
  const [width, height] = size > 0 ? [400, 300] : [64, 64]
  const picture = drawPng(width, (_x, y) => [200, Math.floor(y * 255), 80], height)
  // Readers stop at the end of the picture, so it can be padded to the recorded length.
  return { name, bytes: Buffer.concat([picture, Buffer.alloc(Math.max(0, size - picture.length))]) }
}
