const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** An elapsed time: `12 seconds`, `3 minutes`, `2 hours`, `4 days`; 0 if the clock was set back. */
export function formatElapsed(milliseconds: number): string {
  const elapsed = Math.max(0, milliseconds)
  if (elapsed < minute) return counted(Math.floor(elapsed / second), 'second')
  if (elapsed < hour) return counted(Math.floor(elapsed / minute), 'minute')
  if (elapsed < 2 * day) return counted(Math.floor(elapsed / hour), 'hour')
  return counted(Math.floor(elapsed / day), 'day')
}

/** A past time: `just now`, `12 seconds ago`. */
export function formatAgo(milliseconds: number): string {
  return milliseconds < second ? 'just now' : `${formatElapsed(milliseconds)} ago`
}

/** A remaining time: `12 s`, `1 min 5 s`, `20 min`, `2 h 5 min`; at least a second. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / second))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`
  if (minutes < 60) return `${minutes} min`
  return minutes % 60 === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
