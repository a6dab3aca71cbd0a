import type { SkeinApp } from './skein.ts'

/**
 * Reloads the page with a delay of calls on their way to the program, since the preload's API cannot be replaced. In
 * Electron the calls cannot be delayed.
 * @param names the names of the calls
 * @returns a function that sets the delay in milliseconds
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
