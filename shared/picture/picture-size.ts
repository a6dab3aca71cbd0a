/** What a decoder allocates memory for, as the file itself says. */
export interface PictureSize {
  /** Pixels; the largest that any part of the file asks for. */
  readonly width: number
  readonly height: number
  /** The number of frames; 1 for a still picture. */
  readonly frames: number
  readonly isAnimated: boolean
}
