import { askProgram, type Ask } from '../system/ask-program.ts'

const deadlineMs = 1_000
/** The time for which an answer is used, milliseconds; another server may replace the queried one. */
const trustedMs = 600_000

const name = 'org.freedesktop.Notifications'
const path = '/org/freedesktop/Notifications'
const method = `${name}.GetCapabilities`

/** Programs that query the session bus, with the form of their answer; a desktop has at least one. */
const questions: readonly (readonly [program: string, args: readonly string[], answer: RegExp])[] = [
  [
    'gdbus',
    ['call', '--session', `--dest=${name}`, `--object-path=${path}`, `--method=${method}`],
    /^\((?:@as )?\[.*\],?\)/s,
  ],
  ['dbus-send', ['--session', '--print-reply', `--dest=${name}`, path, method], /^\s*array \[/m],
  ['busctl', ['--user', 'call', name, path, name, 'GetCapabilities'], /^as \d/],
]

/**
 * The notification server of a Linux desktop. Some servers read the body as markup, others show it unchanged (Desktop
 * Notifications Specification, "GetCapabilities": `body-markup`); Electron passes it on unchanged.
 */
export class NotificationServer {
  readonly #ask: Ask
  readonly #now: () => number
  #readsMarkup = true
  #askedAt = -Infinity

  constructor(ask: Ask = askProgram, now: () => number = () => performance.now()) {
    this.#ask = ask
    this.#now = now
  }

  /**
   * Whether the server reads the body as markup; true without an answer, since unescaped text could become a picture or
   * a link.
   */
  get readsMarkup(): boolean {
    return this.#readsMarkup
  }

  /** Queries the server, unless a recent answer exists. */
  async refresh(): Promise<void> {
    if (this.#now() - this.#askedAt < trustedMs) return
    this.#askedAt = this.#now()
    for (const [program, args, form] of questions) {
      const answer = await this.#ask(program, args, deadlineMs)
      if (answer === null || !form.test(answer)) continue
      this.#readsMarkup = /['"]body-markup['"]/.test(answer)
      return
    }
    this.#readsMarkup = true
  }
}
