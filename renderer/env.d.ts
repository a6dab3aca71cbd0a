import type { Bridge } from '#contract/bridge.ts'

declare global {
  interface Window {
    readonly skein: Bridge
  }
}
