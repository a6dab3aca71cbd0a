/** Who asks for a permission, and for which. */
export interface PermissionWish {
  /** As Electron names it: `fullscreen`, `geolocation`. */
  readonly permission: string
  /** The origin, or a whole address. */
  readonly from: string
  readonly isMainFrame: boolean
}

/** Videos fill the screen, and buttons copy text. Nothing else of the page needs the computer. */
const granted: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write'])

/** Whether it is granted: to the page itself alone, never to what a message has brought into it. */
export function isPermitted({ permission, from, isMainFrame }: PermissionWish, ownOrigin: string): boolean {
  if (!granted.has(permission) || !isMainFrame) return false
  return from === ownOrigin || from.startsWith(`${ownOrigin}/`)
}
