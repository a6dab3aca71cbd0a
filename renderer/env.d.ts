import type { Bridge } from '../preload/contract.ts'

declare global {
  interface Window {
    readonly skein: Bridge
  }
}
