/**
 * Runs the program's bundles without an Electron runtime: `import 'electron'` resolves to browser-host/electron.ts, and the
 * window is a page in a browser of this computer. It is a tool for development and tests, and is never packaged.
 */
import { registerHooks } from 'node:module'
import { createInterface } from 'node:readline'
import {
  app,
  autoUpdater,
  dialogAnswers,
  hostChannel,
  hostSchemes,
  powerMonitor,
  shownNotifications,
  trays,
  applicationMenus,
  openedMenus,
  session,
  systemUser,
} from './electron.ts'
import { appPart, preventable } from './app-part.ts'
import { openInBrowser, type Forget } from './launch-file.ts'
import { injectNetFault } from './net-faults.ts'
import { record } from './recorder.ts'
import { z } from 'zod'
import { launchLifetimeMs, WebServer } from './web-server.ts'
import { connectWindows, currentWindow, doToWindow } from './window-part.ts'

const electronModule = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') return { url: electronModule, format: 'module-typescript', shortCircuit: true }
    return next(specifier, context)
  },
})

let forgetLaunch: Forget = () => undefined
const { SKEIN_HOST_PORT: port, SKEIN_HOST_TOKEN: token } = process.env
const development = port === undefined || token === undefined ? null : { port: Number(port), token }
const server = new WebServer(hostSchemes, hostChannel, development)
await server.listen()
process.env.SKEIN_MEDIA_BASE = server.mediaBase
appPart.onExit = () => {
  forgetLaunch()
  server.close()
}
connectWindows({ channel: hostChannel, server, onLoad: announce })
/**
 * Whether a test drives the host over the process channel. A launcher only keeps the channel open, so that the host
 * notices its end.
 */
const isDriven = process.env.SKEIN_HOST_DRIVEN === '1'
server.onAsked = () => {
  if (!isDriven) process.stdout.write(`skein: open ${server.launchLink()}\n`)
}

/** Prints a launch link, and opens it if there is a display. */
function announce(): void {
  const link = server.launchLink()
  if (isDriven) {
    process.send?.({ type: 'link', link })
    return
  }
  // The launcher lets `npm run dev` reload the page.
  if (development !== null) process.send?.({ type: 'shown' })
  process.stdout.write(`skein: open ${link}\n`)
  process.stdout.write(
    development === null
      ? 'skein: the link works once, for 30 seconds; Enter here (or reloading the page) prints a new one, Ctrl+C quits\n'
      : 'skein: the page loads again by itself after each restart; Ctrl+C quits\n',
  )
  if (hasDisplay() && process.env.SKEIN_NO_BROWSER === undefined) showInBrowser()
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return (process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY ?? '') !== ''
}

/** Opens a separate link from a file, which is removed together with the link. */
function showInBrowser(): void {
  forgetLaunch()
  const forget = openInBrowser(server.launchLink({ fromFile: true }))
  forgetLaunch = forget
  setTimeout(forget, launchLifetimeMs).unref()
}

/** A test is at the other end of the process channel: these messages cannot come from the network. */
process.on('message', (message: unknown) => {
  const type = typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined
  switch (type) {
    case 'link':
      announce()
      return
    case 'record':
      process.send?.({ type: 'record', record })
      return
    case 'resume':
    case 'suspend':
    case 'lock-screen':
    case 'unlock-screen':
      powerMonitor.emit(type)
      return
    case 'system-user':
      Object.assign(systemUser, systemUserSchema.parse(message).user)
      return
    case 'shutdown':
      powerMonitor.emit('shutdown', preventable())
      return
    case 'second-instance':
    case 'activate':
      app.emit(type)
      return
    case 'before-quit-for-update':
      autoUpdater.emit('before-quit-for-update')
      return
    case 'window':
      doToWindow(windowSchema.parse(message).deed)
      return
    case 'notification-click':
      shownNotifications[indexOf(message)]?.emit('click')
      return
    case 'notification-reply':
      shownNotifications[indexOf(message)]?.emit('reply', { reply: textOf(message) }, textOf(message))
      return
    case 'notification-close':
      shownNotifications[indexOf(message)]?.closeFor(reasonSchema.parse(message).reason)
      return
    case 'tray-click':
      trays.at(-1)?.emit('click')
      return
    case 'tray-menu': {
      const item = trays.at(-1)?.template.find(({ label }) => label === textOf(message))
      // Electron toggles a checkbox before it reports the click.
      const click = item?.click as ((item: { readonly checked: boolean }) => void) | undefined // main/ reads `checked` alone
      click?.({ checked: item?.checked !== true })
      return
    }
    case 'client-certificate': {
      const { asker, fitting } = certificateSchema.parse(message)
      appPart.askForCertificate(asker, fitting)
      return
    }
    case 'render-process-gone':
      currentWindow()?.webContents.emit(type, {}, goneSchema.parse(message))
      return
    case 'child-process-gone':
      app.emit(type, {}, goneOf(message))
      return
    case 'did-fail-load': {
      const { code, description } = loadSchema.parse(message)
      currentWindow()?.webContents.emit(type, {}, code, description, 'app://skein/index.html', true, 1, 1)
      return
    }
    case 'unresponsive':
    case 'responsive':
      currentWindow()?.emit(type)
      return
    case 'uncaught':
      // Simulates an error in the main process outside of any try block.
      setImmediate(() => {
        throw new Error(textOf(message))
      })
      return
    case 'dialog-answers':
      dialogAnswers.push(...z.object({ answers: z.array(z.number().nullable()) }).parse(message).answers)
      return
    case 'net-fault':
      injectNetFault(faultSchema.parse(message).fault)
      return
    case 'context-menu':
      currentWindow()?.webContents.emit('context-menu', {}, clickedSchema.parse(message).clicked)
      return
    case 'menu':
      chooseEntry(openedMenus.at(-1) ?? [], z.object({ label: z.string() }).parse(message).label)
      return
    case 'application-menu':
      chooseEntry(applicationMenus.at(-1) ?? [], z.object({ label: z.string() }).parse(message).label)
      return
    case 'dictionary-failed':
      session.defaultSession.emit('spellcheck-dictionary-download-failure', {}, textOf(message))
      return
    case 'quit':
      app.quit()
      return
    default:
  }
})

/** Electron's `RenderProcessGoneDetails`, and the fields of `Details` that main/ reads; `process` is its type there. */
const goneSchema = z.object({ reason: z.string(), exitCode: z.number() })

function goneOf(message: unknown): { readonly reason: string; readonly exitCode: number; readonly type: string } {
  const { process: type, ...rest } = goneSchema.extend({ process: z.string() }).parse(message)
  return { ...rest, type }
}

/** Fields of Electron's `ContextMenuParams`; tests set those of the clicked element. */
const clickedSchema = z.object({ clicked: z.looseObject({ x: z.number(), y: z.number() }) })

/** Chooses an entry of a menu or of its submenus. */
function chooseEntry(template: Electron.MenuItemConstructorOptions[], label: string): void {
  for (const entry of template) {
    const { click, submenu } = entry
    // Electron passes the entry, the window and the keys, which these handlers do not read.
    if (entry.label === label && click !== undefined) (click as () => void)()
    if (Array.isArray(submenu)) chooseEntry(submenu, label)
  }
}

const systemUserSchema = z.object({
  user: z.object({
    idleSeconds: z.number().nullable().optional(),
    idleState: z.enum(['active', 'idle', 'locked', 'unknown']).optional(),
  }),
})

const loadSchema = z.object({ code: z.number(), description: z.string() })

const reasonSchema = z.object({ reason: z.enum(['userCanceled', 'applicationHidden', 'timedOut']).optional() })

const windowSchema = z.object({
  deed: z.enum(['close', 'focus', 'blur', 'minimize', 'enter-full-screen', 'session-end']),
})

const faultSchema = z.object({
  fault: z.object({
    error: z.string().regex(/^ERR_[A-Z0-9_]+$/),
    when: z.enum(['before', 'after']),
    method: z.string().optional(),
    path: z.string().optional(),
    times: z.number().int().positive(),
  }),
})

/** The fields of Electron's `Certificate` that main/ reads. */
const certificateSchema = z.object({
  asker: z.string(),
  fitting: z.array(
    z.object({
      subjectName: z.string(),
      issuerName: z.string(),
      fingerprint: z.string(),
      validStart: z.number(),
      validExpiry: z.number(),
    }),
  ),
})

function indexOf(message: unknown): number {
  return z.object({ index: z.number() }).parse(message).index
}

function textOf(message: unknown): string {
  return z.object({ text: z.string() }).parse(message).text
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    app.quit()
  })
}
if (process.stdin.isTTY) createInterface({ input: process.stdin }).on('line', announce)

await import(new URL('../out/main/index.js', import.meta.url).href)
