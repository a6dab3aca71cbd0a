/**
 * Returns the arrow key toward the start of a line: `ArrowLeft`, or `ArrowRight` in a page that reads from right to
 * left.
 */
export function keyTowardStart(): string {
  return isRightToLeft() ? 'ArrowRight' : 'ArrowLeft'
}

/** Returns the arrow key toward the end of a line. */
export function keyTowardEnd(): string {
  return isRightToLeft() ? 'ArrowLeft' : 'ArrowRight'
}

function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** Returns the reading direction of the page. */
export function readingDirection(): 'ltr' | 'rtl' {
  return isRightToLeft() ? 'rtl' : 'ltr'
}
