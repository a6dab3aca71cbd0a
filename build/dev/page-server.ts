import { realpathSync } from 'node:fs'
import { createServer as createSocket, type AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** A free port of this computer. */
export async function freePort(): Promise<number> {
  const socket = createSocket()
  await new Promise<void>((listening) => socket.listen(0, '127.0.0.1', listening))
  const { port } = socket.address() as AddressInfo // it listens on a port, not on a path
  await new Promise((closed) => socket.close(closed))
  return port
}

/**
 * Vite's server of the page, which updates edited modules in the open page. The program serves its files at
 * `app://skein/dev/` (`main/shell/protocols/served-page.ts`); the page connects directly to it for updates.
 */
export async function startPageServer(): Promise<ViteDevServer> {
  const port = await freePort()
  const server = await createServer({
    configFile: resolve(root, 'vite.config.ts'),
    base: '/dev/',
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // The page has another origin.
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      fs: { allow: [root, realpathSync(resolve(root, 'node_modules'))] },
      // Starts watching the files before the first request of the page.
      warmup: { clientFiles: ['./main.ts'] },
    },
  })
  await server.listen()
  return server
}
