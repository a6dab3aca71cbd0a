import { askProgram, type Ask } from './ask-program.ts'
import type { DesktopPlatform } from './desktop-platform.ts'

const deadlineMs = 1_000
/** The time for which an answer is used, milliseconds; each question starts a program. */
const trustedMs = 5_000

const name = 'org.freedesktop.Notifications'
const path = '/org/freedesktop/Notifications'
const property = 'org.freedesktop.DBus.Properties.Get'

/** Programs that ask for do-not-disturb, with the form of the answer that it is on. */
const questions: readonly (readonly [program: string, args: readonly string[], isOn: RegExp])[] = [
  // KDE's notification server has a property for it.
  [
    'gdbus',
    ['call', '--session', `--dest=${name}`, `--object-path=${path}`, `--method=${property}`, name, 'Inhibited'],
    /^\(<true>,?\)/,
  ],
  // GNOME turns banners off.
  ['gsettings', ['get', 'org.gnome.desktop.notifications', 'show-banners'], /^false/],
]

/**
 * The do-not-disturb of the system itself. Electron reports it on no system; only desktops of Linux answer a question
 * about it. There the system holds notifications back by itself, but not sounds that Skein plays.
 */
export class SystemQuiet {
  readonly #isAsked: boolean
  readonly #ask: Ask
  readonly #now: () => number
  #answer: Promise<boolean> = Promise.resolve(false)
  #askedAt = -Infinity

  constructor(platform: DesktopPlatform, ask: Ask = askProgram, now: () => number = () => performance.now()) {
    this.#isAsked = platform === 'linux'
    this.#ask = ask
    this.#now = now
  }

  /** Returns whether the system says that it is on; false if it does not say. */
  isOn(): Promise<boolean> {
    if (!this.#isAsked || this.#now() - this.#askedAt < trustedMs) return this.#answer
    this.#askedAt = this.#now()
    this.#answer = this.#question()
    return this.#answer
  }

  async #question(): Promise<boolean> {
    const answers = await Promise.all(
      questions.map(async ([program, args, isOn]) => {
        const answer = await this.#ask(program, args, deadlineMs)
        return answer !== null && isOn.test(answer.trim())
      }),
    )
    return answers.includes(true)
  }
}
