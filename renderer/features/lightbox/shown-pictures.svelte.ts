import type { LightboxItem } from '../../state/overlays.svelte.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

const zoomStep = 1.4
const wheelStep = 1.15
const maxZoom = 8

/** The parts of the page that a lightbox uses. */
export interface ShownPicturesPorts {
  readonly items: readonly LightboxItem[]
  /** The index of the picture that is shown first. */
  readonly index: number
  readonly calls: Pick<AccountCalls, 'saveMedia'>
}

/** The pictures of a lightbox: the shown one, its zoom and its offset. */
export class ShownPictures {
  readonly #ports: ShownPicturesPorts
  index = $state.raw(0)
  zoom = $state.raw(1)
  /** The offset of the enlarged picture, in CSS pixels. */
  x = $state.raw(0)
  y = $state.raw(0)
  hasFailed = $state.raw(false)
  /** Whether the full picture is loaded; until then the thumbnail is shown. */
  isLoaded = $state.raw(false)
  /** The position of the pointer that holds the picture, minus the picture's offset. */
  #held: { readonly x: number; readonly y: number } | null = null
  readonly item = $derived.by(() => this.#ports.items[this.index])

  constructor(ports: ShownPicturesPorts) {
    this.#ports = ports
    this.index = ports.index
  }

  get isSmallest(): boolean {
    return this.zoom === 1
  }

  get isLargest(): boolean {
    return this.zoom === maxZoom
  }

  get hasPrevious(): boolean {
    return this.index > 0
  }

  get hasNext(): boolean {
    return this.index < this.#ports.items.length - 1
  }

  /** Moves by a number of pictures, if there are that many. */
  go(step: number): void {
    const next = this.index + step
    if (next < 0 || next >= this.#ports.items.length) return
    this.index = next
    this.showWhole()
    this.loadAgain()
  }

  /** Loads the shown picture again. */
  loadAgain(): void {
    this.hasFailed = this.isLoaded = false
  }

  /** Enlarges by a number of steps; a negative number makes the picture smaller. */
  enlarge(steps: number): void {
    this.#setZoom(this.zoom * zoomStep ** steps)
  }

  /** @param deltaY the distance of the wheel; upwards enlarges */
  turnWheel(deltaY: number): void {
    this.#setZoom(deltaY < 0 ? this.zoom * wheelStep : this.zoom / wheelStep)
  }

  showWhole(): void {
    this.#setZoom(1)
  }

  /** Holds the picture at a point of the screen. @returns false if the whole picture is shown and cannot be moved */
  hold(x: number, y: number): boolean {
    if (this.isSmallest) return false
    this.#held = { x: x - this.x, y: y - this.y }
    return true
  }

  /** Moves the held picture with the pointer. */
  move(x: number, y: number): void {
    if (this.#held === null) return
    this.x = x - this.#held.x
    this.y = y - this.#held.y
  }

  letGo(): void {
    this.#held = null
  }

  /** Saves the original in a folder that the user chooses. */
  save(): void {
    if (this.item !== undefined) void this.#ports.calls.saveMedia(this.item.file ?? this.item.path, this.item.name)
  }

  #setZoom(zoom: number): void {
    this.zoom = Math.max(1, Math.min(maxZoom, zoom))
    if (this.isSmallest) this.x = this.y = 0
  }
}
