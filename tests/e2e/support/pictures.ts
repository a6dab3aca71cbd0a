import { extraEmojiPicture } from '#server/context/extra-emoji.ts'
import { drawPng } from '#server/base/png.ts'

const photograph = drawPng(96, (x, y) =>
  Math.hypot(x - 0.6, y - 0.35) < 0.15 ? [250, 240, 200] : [Math.round(70 + y * 80), 110, 190],
)

/** A custom emoji: a head with two eyes on eight arms. */
const octopus = drawPng(64, (x, y) => {
  if ([0.4, 0.6].some((eye) => Math.hypot(x - eye, y - 0.42) < 0.06)) return [255, 255, 255]
  if (Math.hypot(x - 0.5, y - 0.4) < 0.32) return [178, 74, 160]
  const isArm = y > 0.4 && y < 0.85 + Math.sin(x * 40) * 0.05 && Math.abs(x - 0.5) < 0.42 && (x * 8) % 1 < 0.6
  return isArm ? [155, 58, 140] : undefined
})

/** The picture of a prepared page for an address below its media base. */
export function fixturePicture(path: string): Buffer {
  if (path.includes('/emoji/unicode/')) return extraEmojiPicture()
  return path.includes('/emoji/images/') ? octopus : photograph
}
