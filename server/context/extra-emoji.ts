import { drawPng, type Color } from '../base/png.ts'

/** The names of the only emoji that is neither Unicode nor custom: the service's logo. */
export const extraEmoji: readonly string[] = ['svc', 'zulip']

/** Whether `:name:` is the extra emoji in texts; a stock server knows only its own name. */
export function isExtraEmoji(name: string, dialect: 'svc' | 'zulip'): boolean {
  return extraEmoji.includes(name) && (dialect === 'svc' || name === dialect)
}

/** The path of the table of all emoji names, which clients fetch (wire-protocol.md §2.2.1). */
export const emojiDataPath = '/static/generated/emoji/emoji_api.json'

/** The folder of its pictures: `<name>.png`. */
export const extraEmojiFolder = '/static/generated/emoji/images/emoji/unicode'

/** The address of its picture in rendered texts. */
export function extraEmojiAddress(name: string): string {
  return `${extraEmojiFolder}/${name}.png`
}

const size = 72
const ground: Color = [0x3b, 0x5b, 0xdb]
const thread: Color = [0xff, 0xff, 0xff]
let picture: Buffer | undefined

/** The picture: three threads on a rounded background, as in the icon of the window. */
export function extraEmojiPicture(): Buffer {
  picture ??= drawPng(size, (x, y) => {
    if (distanceOutside(x) ** 2 + distanceOutside(y) ** 2 > corner ** 2) return undefined
    return [0.34, 0.52, 0.69].some((height) => isOnThread(x, y, height)) ? thread : ground
  })
  return picture
}

const corner = 0.23

/** The distance by which a coordinate lies inside the corner zone. */
function distanceOutside(at: number): number {
  return Math.max(corner - at, at - (1 - corner), 0)
}

function isOnThread(x: number, y: number, height: number): boolean {
  if (x < 0.18 || x > 0.82) return false
  const slope = 0.11 * 2 * Math.PI * 1.15 * Math.cos((x - 0.18) * 2 * Math.PI * 1.55)
  const curve = height - 0.11 * Math.sin((x - 0.18) * 2 * Math.PI * 1.55)
  return Math.abs(y - curve) < 0.04 * Math.hypot(1, slope)
}
