import { drawPng, type Color } from '../base/png.ts'

/** A profile picture: hills under a sky, in three colours derived from the hue. */
export function landscape(hue: number, size = 128): Buffer {
  return drawPng(size, (x, y) => {
    const far = 0.55 + 0.09 * Math.sin(x * 7 + hue)
    const near = 0.74 + 0.08 * Math.sin(x * 5 + hue * 2)
    const sun = (x - 0.68) ** 2 + (y - 0.3) ** 2 < 0.018
    if (y > near) return hsl(hue, 0.42, 0.26)
    if (y > far) return hsl(hue + 18, 0.38, 0.42)
    if (sun) return hsl(hue + 200, 0.9, 0.92)
    return hsl(hue + 30, 0.55, 0.62 + y * 0.25)
  })
}

/** A chart on graph paper: curves of a height (0 top, 1 bottom) over the axis. */
export function plot(size: number, curves: readonly { color: Color; at: (x: number) => number }[]): Buffer {
  const line = 3.5 / size
  return drawPng(size, (x, y) => {
    if (x < 0.02 || y > 0.98) return [73, 80, 87]
    for (const { color, at } of curves) {
      // Steep parts keep the same thickness as flat ones.
      const slope = (at(x + 0.001) - at(x - 0.001)) / 0.002
      if (Math.abs(y - at(x)) < line * Math.hypot(1, slope)) return color
    }
    return Math.abs((x * 10) % 1) < 0.03 || Math.abs((y * 10) % 1) < 0.03 ? [222, 226, 230] : [248, 249, 250]
  })
}

function hsl(hue: number, saturation: number, lightness: number): Color {
  const a = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number): number => {
    const k = (n + (((hue % 360) + 360) % 360) / 30) % 12
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}
