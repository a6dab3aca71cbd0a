/** How a scrolled list stands, in CSS pixels. */
export interface ScrollPlace {
  /** How far it is scrolled. */
  readonly top: number
  /** Height of all that it holds. */
  readonly content: number
  /** Height of what is shown of it. */
  readonly view: number
}

export function placeOf({ scrollTop, scrollHeight, clientHeight }: HTMLElement): ScrollPlace {
  return { top: scrollTop, content: scrollHeight, view: clientHeight }
}

/** Pixels between the lower edge of the view and the end of the list. */
export function restBelow({ top, content, view }: ScrollPlace): number {
  return content - view - top
}

/**
 * Whether a list that stood at `last` stands at its end because it has become shorter than that: the browser takes the
 * view up to the new end, and nobody went there. Positions are fractions of a pixel on scaled screens.
 */
export function isCutOff(last: ScrollPlace, place: ScrollPlace): boolean {
  return place.top < last.top && restBelow(place) <= 1 && place.content - place.view < last.content - last.view
}
