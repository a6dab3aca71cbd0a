// The environment of a sandboxed preload in a browser's page: `require('electron')` with ipcRenderer and contextBridge,
// over a WebSocket to the host.
const skeinHost = (() => {
  const meta = document.querySelector('meta[name="skein-host"]')
  const secret = meta?.getAttribute('content') ?? ''
  meta?.remove()
  const isDevelopment = document.querySelector('meta[name="skein-development"]') !== null
  // The launch link is used up, so its token is removed from the address bar and the history.
  history.replaceState(null, '', '/')

  /** @type {Map<number, { resolve: (value: unknown) => void, reject: (error: Error) => void }>} */
  const pending = new Map()
  /** @type {Map<string, Set<(event: unknown, ...args: unknown[]) => void>>} */
  const listeners = new Map()
  /** @type {string[]} */
  const unsent = []
  let nextId = 1

  const socket = new WebSocket(`ws://${location.host}/ws`)
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'hello', secret }))
    for (const text of unsent.splice(0)) socket.send(text)
  })
  socket.addEventListener('message', (event) => {
    const message = JSON.parse(String(event.data))
    if (message.type === 'reply') {
      const call = pending.get(message.id)
      pending.delete(message.id)
      if (typeof message.error === 'string') call?.reject(new Error(message.error))
      else call?.resolve(message.value)
    } else if (message.type === 'message') {
      for (const listener of [...(listeners.get(message.channel) ?? [])]) listener({}, ...message.args)
    }
  })
  socket.addEventListener('close', (event) => {
    for (const call of pending.values()) call.reject(new Error('Skein has quit'))
    pending.clear()
    // In development the page waits for `npm run dev` to load it again.
    if (isDevelopment && event.code !== 4000) return
    const reason = event.code === 4000 ? 'This window was replaced by a newer one.' : 'Skein has quit.'
    const notice = document.createElement('div')
    notice.setAttribute('role', 'alert')
    notice.setAttribute(
      'style',
      'position:fixed;inset:0;display:grid;place-items:center;background:Canvas;color:CanvasText;font:16px system-ui;z-index:1000',
    )
    notice.textContent = `${reason} Start it again, or press Enter in its terminal, and open the new link.`
    document.body?.replaceChildren(notice)
  })

  const ipcRenderer = {
    /**
     * Like Electron it clones arguments: a proxy or a function rejects the call.
     * @param {string} channel @param {unknown[]} args
     */
    async invoke(channel, ...args) {
      const cloned = structuredClone(args)
      const id = nextId++
      const text = JSON.stringify({ type: 'invoke', id, channel, args: cloned })
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
        else if (socket.readyState === WebSocket.CONNECTING) unsent.push(text)
        else reject(new Error('Skein has quit'))
      })
    },
    /** @param {string} channel @param {(event: unknown, ...args: unknown[]) => void} listener */
    on(channel, listener) {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(listener))
    },
    /** @param {string} channel @param {(event: unknown, ...args: unknown[]) => void} listener */
    removeListener(channel, listener) {
      listeners.get(channel)?.delete(listener)
    },
  }

  const contextBridge = {
    /** @param {string} name @param {object} api */
    exposeInMainWorld(name, api) {
      Object.defineProperty(window, name, { value: Object.freeze({ ...api }), writable: false, configurable: false })
    },
  }

  /** @param {string} name @param {Record<string, unknown>} part */
  function strictPart(name, part) {
    return new Proxy(part, {
      get(target, property) {
        if (typeof property === 'symbol' || property in target) return Reflect.get(target, property)
        throw new Error(`the browser host has no electron.${name}${property}; add it in browser-host/page/runtime.js`)
      },
    })
  }

  const electron = strictPart('', {
    ipcRenderer: strictPart('ipcRenderer.', ipcRenderer),
    contextBridge: strictPart('contextBridge.', contextBridge),
  })

  return {
    /** @param {string} name */
    require(name) {
      if (name === 'electron' || name === 'electron/renderer') return electron
      throw new Error(`module not found: ${name} (a sandboxed preload has no such module)`)
    },
  }
})()
