import type { NotificationTest } from '#contract/app.ts'
import type { Settings } from '#contract/app.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { ProgramCalls } from '#renderer/bridge/program-calls.ts'
import { playSound } from '#renderer/ui/sounds.ts'

/** What became of a test of notifications; `hasPlayed` is null if the system plays the sound. */
export interface TestReport extends NotificationTest {
  readonly hasPlayed: boolean | null
}

/** The test of notifications: one is shown, with a sound and a number on the icon. */
export class NotificationTesting {
  readonly #program: Pick<ProgramCalls, 'testNotification'>
  readonly #settings: () => Pick<Settings, 'sound' | 'soundVolume'>
  readonly #play: typeof playSound
  #isPending = $state(false)
  #report = $state.raw<TestReport | null>(null)
  #failure = $state.raw<Failure | null>(null)

  constructor(
    program: Pick<ProgramCalls, 'testNotification'>,
    settings: () => Pick<Settings, 'sound' | 'soundVolume'>,
    play: typeof playSound = playSound,
  ) {
    this.#program = program
    this.#settings = settings
    this.#play = play
  }

  get isPending(): boolean {
    return this.#isPending
  }

  /** The outcome of the last test; null before one. */
  get report(): TestReport | null {
    return this.#report
  }

  get failure(): Failure | null {
    return this.#failure
  }

  async run(): Promise<void> {
    if (this.#isPending) return
    this.#isPending = true
    this.#report = null
    this.#failure = null
    const { sound, soundVolume } = this.#settings()
    const result = await this.#program.testNotification()
    const isQuiet = result.ok && result.value.notification === 'quiet'
    const hasPlayed = sound === 'system' || isQuiet ? null : await this.#play(sound, soundVolume)
    if (result.ok) this.#report = { ...result.value, hasPlayed }
    else this.#failure = result.error
    this.#isPending = false
  }
}
