/** The key of the arrow toward the beginning of a line: `ArrowLeft`, or `ArrowRight` in a page that reads from right to left. */
export function keyTowardStart(): string {
  return isRightToLeft() ? 'ArrowRight' : 'ArrowLeft'
}

/** The key of the arrow toward the end of a line. */
export function keyTowardEnd(): string {
  return isRightToLeft() ? 'ArrowLeft' : 'ArrowRight'
}

function isRightToLeft(): boolean {
  return document.documentElement.dir === 'rtl'
}

/** The direction in which the page reads. */
export function readingDirection(): 'ltr' | 'rtl' {
  return isRightToLeft() ? 'rtl' : 'ltr'
}
