/** The scroll position of a list, in CSS pixels. */
export interface ScrollPlace {
  /** The scroll offset. */
  readonly top: number
  /** The height of the contents. */
  readonly content: number
  /** The height of the visible part. */
  readonly view: number
}

export function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollPlace {
  return { top: scrollTop, content: scrollHeight, view: clientHeight }
}

/** The distance between the lower edge of the view and the end of the list. */
export function restBelow({ top, content, view }: ScrollPlace): number {
  return content - view - top
}

/**
 * Whether a list is at its end because its contents became shorter: the browser clamps the position without a scroll of
 * the reader. Positions are fractional on scaled screens.
 */
export function isCutOff(last: ScrollPlace, place: ScrollPlace): boolean {
  return place.top < last.top && restBelow(place) <= 1 && place.content - place.view < last.content - last.view
}
