/** The pixels of a picture, which a canvas draws; `close` frees them. */
export type CropSource = Pick<ImageBitmap, 'width' | 'height' | 'close'> & CanvasImageSource

/** The largest enlargement. */
export const mostZoom = 4

/** The square of a picture that is cut out: its centre, and how much it is enlarged. */
export class CropSquare {
  readonly source: CropSource
  zoom = $state.raw(1)
  /** The centre in pixels of the picture. */
  #x = $state.raw(0)
  #y = $state.raw(0)

  constructor(source: CropSource) {
    this.source = source
    this.#x = source.width / 2
    this.#y = source.height / 2
  }

  /** The square in pixels of the picture. */
  get square(): { readonly left: number; readonly top: number; readonly side: number } {
    const side = Math.min(this.source.width, this.source.height) / this.zoom
    return { left: this.#x - side / 2, top: this.#y - side / 2, side }
  }

  /** Moves the square by parts of its side. It stays within the picture. */
  move(right: number, down: number): void {
    const { side } = this.square
    this.#put(this.#x + right * side, this.#y + down * side)
  }

  enlarge(zoom: number): void {
    this.zoom = Math.min(Math.max(zoom, 1), mostZoom)
    this.#put(this.#x, this.#y)
  }

  /** Draws the square. */
  draw(
    context: Pick<CanvasRenderingContext2D, 'clearRect' | 'drawImage' | 'imageSmoothingQuality'>,
    side: number,
  ): void {
    const { left, top, side: cut } = this.square
    context.clearRect(0, 0, side, side)
    context.imageSmoothingQuality = 'high'
    context.drawImage(this.source, left, top, cut, cut, 0, 0, side, side)
  }

  #put(x: number, y: number): void {
    const { width, height } = this.source
    const half = this.square.side / 2
    this.#x = Math.min(Math.max(x, half), width - half)
    this.#y = Math.min(Math.max(y, half), height - half)
  }
}
