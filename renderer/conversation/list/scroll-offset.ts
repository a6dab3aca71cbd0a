/** The scroll position of a list, in CSS pixels. */
export interface ScrollOffset {
  /** The scroll offset. */
  readonly top: number
  /** The height of the contents. */
  readonly content: number
  /** The height of the visible part. */
  readonly view: number
}

/** Measures the scroll position of a list. */
export function scrollOffsetOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollOffset {
  return { top: scrollTop, content: scrollHeight, view: clientHeight }
}

/** Returns the distance between the lower edge of the view and the end of the list. */
export function restBelow({ top, content, view }: ScrollOffset): number {
  return content - view - top
}

/**
 * Whether a list is at its end because its contents became shorter: the browser clamps the position without a scroll of
 * the reader. Positions are fractional on scaled screens.
 */
export function isCutOff(last: ScrollOffset, offset: ScrollOffset): boolean {
  return offset.top < last.top && restBelow(offset) <= 1 && offset.content - offset.view < last.content - last.view
}
