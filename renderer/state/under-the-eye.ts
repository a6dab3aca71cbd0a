/** Something drawn, and where it is to be seen, in CSS pixels from the upper edge of the view. */
interface Mark {
  readonly element: Element
  readonly top: number
}

/** What is read, the best mark of it first; the others count where that has gone. */
export type UnderTheEye = readonly Mark[]

/** Below its head, which comes and goes with the message above, a row's text begins here. */
const textOfRow = '.content > :not(.head, .aside)'
const blocksOfRow = '.message-body > *'

/**
 * Takes down what is read: the first row whose text begins in view, then those below it. Where a single row fills the
 * view, it is the first of its blocks that begins there.
 * @param rows those that are drawn, from the top
 * @param residue by how much they stand lower than they should, since a view is scrolled by whole pixels of the screen
 */
export function underTheEye(view: Element, rows: readonly Element[], residue: number): UnderTheEye {
  const { top, height } = view.getBoundingClientRect()
  const markOf = (element: Element) => ({ element, top: textTop(element) - top - residue })
  const marks = rows.map(markOf)
  const filling = marks.some((mark) => isInView(mark, height)) ? undefined : marks.findLast((mark) => mark.top < 0)
  const blocks = [...(filling?.element.querySelectorAll(blocksOfRow) ?? [])].map(markOf)
  return ordered([...blocks.filter((block) => isInView(block, height)), ...marks], height)
}

/** The same after somebody has scrolled by so many pixels: what is read then may be something else. */
export function scrolledBy(view: Element, eye: UnderTheEye, by: number): UnderTheEye {
  return ordered(
    eye.map(({ element, top }) => ({ element, top: top - by })),
    view.getBoundingClientRect().height,
  )
}

/** What begins in view from the top; then what is above, from below, since it may fill the view; then what is below. */
function ordered(marks: readonly Mark[], height: number): UnderTheEye {
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

/** By how much what was read stands lower than it did; 0 where nothing of it is drawn any more. */
export function movedBy(view: Element, eye: UnderTheEye): number {
  const mark = eye.find(({ element }) => view.contains(element))
  return mark === undefined ? 0 : textTop(mark.element) - view.getBoundingClientRect().top - mark.top
}

function textTop(element: Element): number {
  return (element.querySelector(textOfRow) ?? element).getBoundingClientRect().top
}
