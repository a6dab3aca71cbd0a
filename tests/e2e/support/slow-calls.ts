import type { SkeinApp } from './skein.ts'

/**
 * Loads the page anew, with a way to have calls come later to the program. What the preload gives the page cannot be
 * replaced: they are held on their way. Electron's way cannot be held; there they come as they do.
 * @param names of the calls
 * @returns sets the delay in milliseconds
 */
export async function slowCalls(app: SkeinApp, names: readonly string[]): Promise<(ms: number) => void> {
  let delayMs = 0
  await app.page.routeWebSocket(/./, (page) => {
    const program = page.connectToServer()
    page.onMessage((message) => {
      const isHeld = delayMs > 0 && names.some((name) => String(message).includes(`"${name}"`))
      if (isHeld) setTimeout(() => program.send(message), delayMs)
      else program.send(message)
    })
  })
  await app.reload()
  return (ms) => {
    delayMs = ms
  }
}
