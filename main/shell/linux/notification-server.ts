import { askProgram, type Ask } from './ask-program.ts'

const deadlineMs = 1_000
/** How long an answer is trusted: another server may have taken the place of the one that was asked. */
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
 * The server of notifications of a Linux desktop. Some read the body as markup, some show it as it is
 * (Desktop Notifications Specification, "GetCapabilities": `body-markup`), and Electron hands it on unchanged.
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

  /** Whether the body is read as markup. Without an answer it may be: a text would be a picture or a link. */
  get readsMarkup(): boolean {
    return this.#readsMarkup
  }

  /** Asks the server, unless it was asked lately. */
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
