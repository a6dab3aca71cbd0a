/** A drawn element and its position, in CSS pixels from the upper edge of the view. */
interface Mark {
  readonly element: Element
  readonly top: number
}

/** The elements being read, the best anchor first; the others replace a removed one. */
export type ReadingAnchors = readonly Mark[]

/** The start of a row's text, below its heading, which depends on the previous message. */
const textOfRow = '.content > :not(.head, .aside)'
const blocksOfRow = '.message-body > *'

/**
 * Records the reading position: the first row whose text starts in view, then those below it. In a row that fills the
 * view, the blocks that start in view come first.
 * @param rows the drawn rows, from the top
 * @param residue their deviation, since a view scrolls by whole device pixels
 */
export function readingAnchors(view: Element, rows: readonly Element[], residue: number): ReadingAnchors {
  const { top, height } = view.getBoundingClientRect()
  const markOf = (element: Element) => ({ element, top: textTop(element) - top - residue })
  const marks = rows.map(markOf)
  const filling = marks.some((mark) => isInView(mark, height)) ? undefined : marks.findLast((mark) => mark.top < 0)
  const blocks = [...(filling?.element.querySelectorAll(blocksOfRow) ?? [])].map(markOf)
  return ordered([...blocks.filter((block) => isInView(block, height)), ...marks], height)
}

/** Returns the reading position after a scroll by a distance, which may bring other elements first. */
export function scrolledBy(view: Element, eye: ReadingAnchors, by: number): ReadingAnchors {
  return ordered(
    eye.map(({ element, top }) => ({ element, top: top - by })),
    view.getBoundingClientRect().height,
  )
}

/**
 * Orders elements: those that start in view, from the top; then those above, from below, since one may fill the view;
 * then those below.
 */
function ordered(marks: readonly Mark[], height: number): ReadingAnchors {
  const sorted = marks.toSorted((a, b) => a.top - b.top)
  return [
    ...sorted.filter((mark) => isInView(mark, height)),
    ...sorted.filter((mark) => mark.top < -0.5).toReversed(),
    ...sorted.filter((mark) => mark.top >= height),
  ]
}

function isInView(mark: Mark, height: number): boolean {
  return mark.top >= -0.5 && mark.top < height
}

/** Returns how far the reading position has moved down, in CSS pixels; 0 if none of its elements is drawn. */
export function movedBy(view: Element, eye: ReadingAnchors): number {
  const mark = eye.find(({ element }) => view.contains(element))
  return mark === undefined ? 0 : textTop(mark.element) - view.getBoundingClientRect().top - mark.top
}

/** Returns the top of a row's text in the window, in CSS pixels. */
export function textTop(element: Element): number {
  return (element.querySelector(textOfRow) ?? element).getBoundingClientRect().top
}
