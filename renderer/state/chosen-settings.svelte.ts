import type { Settings } from '#contract/app.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'

/** The settings that apply until main has sent the stored ones. */
const initialSettings: Settings = {
  sendKey: 'enter',
  theme: 'system',
  contrast: 'system',
  doNotDisturb: false,
  cleansPictures: true,
  closing: 'auto',
  updates: 'install',
  skinTone: 'none',
  wrapsCode: false,
}

/** The settings that were chosen and are not stored yet. They apply from the click on, also to the next key. */
export class ChosenSettings {
  readonly #bridge: Bridge
  #chosen = $state.raw<Partial<Settings>>({})
  #pending = 0

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** Returns the stored settings, overridden by the chosen ones. */
  over(stored: Settings = initialSettings): Settings {
    return { ...stored, ...this.#chosen }
  }

  /** Stores a change. `onAnswer` is called before the stored settings apply again. */
  async change(change: Partial<Settings>, onAnswer: (result: Result<Settings>) => void): Promise<void> {
    this.#chosen = { ...this.#chosen, ...change }
    this.#pending += 1
    const result = await this.#bridge.call('app.settings', change)
    this.#pending -= 1
    onAnswer(result)
    if (this.#pending === 0) this.#chosen = {}
  }
}
