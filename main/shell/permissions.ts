/** A request for a permission. */
export interface PermissionWish {
  /** Electron's name of the permission, such as `fullscreen` or `geolocation`. */
  readonly permission: string
  /** The requesting origin or address. */
  readonly from: string
  readonly isMainFrame: boolean
}

/** The permissions of the page: full-screen videos and copying text. */
const granted: ReadonlySet<string> = new Set(['fullscreen', 'clipboard-sanitized-write'])

/** Whether a permission is granted: only to the page itself, never to embedded content of a message. */
export function isPermitted({ permission, from, isMainFrame }: PermissionWish, ownOrigin: string): boolean {
  if (!granted.has(permission) || !isMainFrame) return false
  return from === ownOrigin || from.startsWith(`${ownOrigin}/`)
}
