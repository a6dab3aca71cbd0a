import type { App, Session, WebContents } from 'electron'
import type { Notice } from '#contract/app.ts'
import type { LogLevel } from '#engine/ports.ts'
import { openLink } from './links/links.ts'
import { appOrigin } from '../protocols/app-protocol.ts'

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

type Log = (level: LogLevel, message: string) => void

/**
 * Restricts all present and future pages and sessions: they open no windows, do not navigate or download, get no
 * permissions and fetch no dictionaries (docs/tutorial/security.md of Electron, 5, 12, 13 and 14). Call it once after
 * `ready`, before the first window. `existing` are the present sessions; `notify` gets a notice if a link cannot be
 * opened.
 */
export function guardEverything(
  app: App,
  existing: readonly Session[],
  log: Log,
  notify: (notice: Notice) => void = () => undefined,
): void {
  const refused = new Set<string>()
  const decide = (wish: PermissionWish): boolean => {
    if (isPermitted(wish, appOrigin)) return true
    if (!refused.has(wish.permission)) log('warn', `the permission “${wish.permission}” was refused`)
    refused.add(wish.permission)
    return false
  }
  for (const session of existing) guardSession(session, decide, log)
  app.on('session-created', (session) => {
    guardSession(session, decide, log)
  })
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, log, notify)
  })
}

function guardSession(session: Session, decide: (wish: PermissionWish) => boolean, log: Log): void {
  // A session starts with the system's language and would fetch its dictionary after this turn of the event loop.
  session.setSpellCheckerLanguages([])
  // Only Skein saves files, with its own dialog, bounds and marks.
  session.on('will-download', (event) => {
    event.preventDefault()
    log('warn', 'a download of a page was refused')
  })
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(decide({ permission, from: details.requestingUrl, isMainFrame: details.isMainFrame }))
  })
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    decide({ permission, from: origin, isMainFrame: details.isMainFrame }),
  )
  session.setDevicePermissionHandler(({ deviceType, origin }) =>
    decide({ permission: `a device (${deviceType})`, from: origin, isMainFrame: true }),
  )
}

function guardContents(contents: WebContents, log: Log, notify: (notice: Notice) => void): void {
  // Windows show only the page; links open in the system's browser.
  contents.setWindowOpenHandler(({ url }) => {
    openLink(url, { window: null, shown: null }).then(
      (result) => {
        if (result.ok) return
        log('warn', 'a link that a page wanted to open was not opened')
        notify({ code: 'LINK_NOT_OPENED', values: { cause: result.error } })
      },
      (error: unknown) => log('error', `a link was not opened: ${String(error)}`),
    )
    return { action: 'deny' }
  })
  const stay = (what: string) => (event: { preventDefault(): void }) => {
    event.preventDefault()
    log('warn', `${what} was refused`)
  }
  contents.on('will-navigate', stay('a page that wanted to go elsewhere'))
  contents.on('will-frame-navigate', stay('a frame that wanted to go elsewhere'))
  contents.on('will-redirect', stay('a redirect of a page'))
  contents.on('will-attach-webview', stay('a page within the page'))
}
