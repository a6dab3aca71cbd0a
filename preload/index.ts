import { contextBridge, ipcRenderer } from 'electron'
import { channels, type Bridge } from '#contract/bridge.ts'

const bridge: Bridge = {
  call: (name, input) => ipcRenderer.invoke(channels.call, name, input),
  onUpdate(listener) {
    const handle = (_event: unknown, text: unknown) => {
      if (typeof text === 'string') listener(text)
    }
    ipcRenderer.on(channels.update, handle)
    return () => {
      ipcRenderer.removeListener(channels.update, handle)
    }
  },
}

contextBridge.exposeInMainWorld('skein', bridge)
