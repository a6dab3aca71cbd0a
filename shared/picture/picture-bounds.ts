import type { PictureHead } from './picture-head.ts'

/** The bounds of a picture that is decoded: each pixel takes four bytes in every process that draws it. */
export interface PictureBounds {
  /** Pixels of a frame. */
  readonly pixels: number
  /** Pixels of all frames of an animation together: every repetition decodes each frame. */
  readonly animationPixels: number
}

/** Bounds of a picture in a message, or in the viewer. */
export const wholePictureBounds: PictureBounds = { pixels: 40_000_000, animationPixels: 2_000_000_000 }

/**
 * Bounds of avatars, icons and emoji, of which many are drawn at once. Stock servers also refuse those above 90
 * million.
 */
export const smallPictureBounds: PictureBounds = { pixels: 4_000_000, animationPixels: 90_000_000 }

/** Whether a picture may be decoded. */
export function fitsBounds(
  { width, height, frames }: PictureHead,
  { pixels, animationPixels }: PictureBounds,
): boolean {
  return width * height <= pixels && (frames === 1 || width * height * frames <= animationPixels)
}
