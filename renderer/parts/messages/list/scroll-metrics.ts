/** The scroll position of a list, in CSS pixels. */
export interface ScrollMetrics {
  /** The scroll offset. */
  readonly top: number
  /** The height of the contents. */
  readonly content: number
  /** The height of the visible part. */
  readonly view: number
}

/** Measures the scroll position of a list. */
export function scrollMetricsOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollMetrics {
  return { top: scrollTop, content: scrollHeight, view: clientHeight }
}

/** Returns the distance between the lower edge of the view and the end of the list. */
export function remainingBelow({ top, content, view }: ScrollMetrics): number {
  return content - view - top
}

/**
 * Whether a list is at its end because its contents became shorter: the browser clamps the position without a scroll of
 * the reader. Positions are fractional on scaled screens.
 */
export function isCutOff(last: ScrollMetrics, offset: ScrollMetrics): boolean {
  return offset.top < last.top && remainingBelow(offset) <= 1 && offset.content - offset.view < last.content - last.view
}
