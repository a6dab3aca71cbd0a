import type { Bridge } from '#contract/bridge.ts'
import type { Settings } from '#contract/settings.ts'
import type { Result } from '#contract/values.ts'

/** The settings until main has sent the stored ones. */
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

/** Settings that were chosen and are not stored yet. They are valid from the click on, for the next key too. */
export class ChosenSettings {
  readonly #bridge: Bridge
  #chosen = $state.raw<Partial<Settings>>({})
  #pending = 0

  constructor(bridge: Bridge) {
    this.#bridge = bridge
  }

  /** The stored settings with the chosen ones over them. */
  over(stored: Settings = initialSettings): Settings {
    return { ...stored, ...this.#chosen }
  }

  /** Stores a change. `onAnswer` is called before the stored settings are valid again. */
  async change(change: Partial<Settings>, onAnswer: (result: Result<Settings>) => void): Promise<void> {
    this.#chosen = { ...this.#chosen, ...change }
    this.#pending += 1
    const result = await this.#bridge.call('app.settings', change)
    this.#pending -= 1
    onAnswer(result)
    if (this.#pending === 0) this.#chosen = {}
  }
}
