/** Where something that floats opens: at a point, or beside a box, in pixels of the window. */
export interface Position {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
  /** What the box is of: it is followed as long as it is drawn. */
  readonly element?: Element
}

/** The place of a button's menu or picker: below it. The box is kept, since the button may disappear under the menu. */
export function below(element: Element): Position {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left, y: top, width, height, element }
}

/** The place of the menu of an element: the pointer; below the element for an event from the keyboard, which has no position. */
export function menuPosition({ clientX, clientY }: MouseEvent, element: Element): Position {
  if (clientX !== 0) return { x: clientX, y: clientY }
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left + 20, y: bottom }
}

/** A place as an anchor of Bits UI; a point needs no distance. */
export function anchorOf(position: Position): { anchor: { getBoundingClientRect: () => DOMRect }; sideOffset: number } {
  const { x, y, width = 0, height = 0, element } = position
  const anchor = {
    getBoundingClientRect: () => {
      const drawn = element?.getBoundingClientRect()
      if (drawn !== undefined && drawn.width > 0) return drawn
      // A window that has become smaller does not leave the point outside.
      return new DOMRect(Math.min(x, innerWidth), Math.min(y, innerHeight), width, height)
    },
  }
  return { anchor, sideOffset: height > 0 ? 4 : 0 }
}
