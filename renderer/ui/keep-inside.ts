const margin = 8

/** Positions a box at a point and moves it inside the window; again after a resize. */
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
