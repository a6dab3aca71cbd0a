const margin = 8

/**
 * Places a box at a point of the window, and moves it back in where it would stick out; again when the window has another
 * size.
 */
export function keepInside(place: { readonly x: number; readonly y: number }) {
  return (node: HTMLElement): (() => void) => {
    const put = () => {
      const { width, height } = node.getBoundingClientRect()
      const left = Math.max(margin, Math.min(place.x, window.innerWidth - width - margin))
      const top = Math.max(margin, Math.min(place.y, window.innerHeight - height - margin))
      node.style.left = `${left}px`
      node.style.top = `${top}px`
    }
    put()
    window.addEventListener('resize', put)
    return () => {
      window.removeEventListener('resize', put)
    }
  }
}
