/** The size that a file states, for which a decoder allocates memory. */
export interface PictureSize {
  /** Pixels; the largest width that any part of the file states. */
  readonly width: number
  readonly height: number
  /** The number of frames; 1 for a still picture. */
  readonly frames: number
  readonly isAnimated: boolean
}
