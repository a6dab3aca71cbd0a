/** The hours of the clock by which times of day are written. */
export type Hours = 12 | 24

let source: () => Hours = () => 24

/** Sets where the hours come from: in the page the shown account, whose settings can change at any time. */
export function followHours(hours: () => Hours): void {
  source = hours
}

/** The hours of the clock now. Read while a component is drawn, they draw it again when they change. */
export function hoursNow(): Hours {
  return source()
}
