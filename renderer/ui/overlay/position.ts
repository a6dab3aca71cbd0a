/** The position at which an overlay opens: a point or a box, in CSS pixels of the window. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
  /** The element of the box, which the overlay follows while it is drawn. */
  readonly element?: Element
}

/**
 * Returns the position of a menu or picker below its button. It includes the box, since the button may disappear under
 * the menu.
 */
export function below(element: Element): Position {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left, y: top, width, height, element }
}

/**
 * Returns the position of an element's context menu: the pointer, or below the element for an event from the keyboard,
 * which has no position.
 */
export function menuPosition({ clientX, clientY }: MouseEvent, element: Element): Position {
  if (clientX !== 0) return { x: clientX, y: clientY }
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left + 20, y: bottom }
}

/** Converts a position into an anchor of Bits UI; a point needs no distance. */
export function anchorOf(position: Position): { anchor: { getBoundingClientRect: () => DOMRect }; sideOffset: number } {
  const { x, y, width = 0, height = 0, element } = position
  const anchor = {
    getBoundingClientRect: () => {
      const drawn = element?.getBoundingClientRect()
      if (drawn !== undefined && drawn.width > 0) return drawn
      // The point stays inside a window that has become smaller.
      return new DOMRect(Math.min(x, innerWidth), Math.min(y, innerHeight), width, height)
    },
  }
  return { anchor, sideOffset: height > 0 ? 4 : 0 }
}
