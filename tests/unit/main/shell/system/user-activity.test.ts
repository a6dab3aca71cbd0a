import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UserActivity, type SystemEvent } from '#shell/system/user-activity.ts'

/** A computer in virtual time. Its idle time follows from the last input in any program. */
class Computer {
  elapsed = 1_000_000
  wall = 1_700_000_000_000
  inputAt = this.elapsed
  tellsIdleTime = true
  alwaysSaysZero = false
  isScreenLocked = false
  isQuietChosen: boolean | undefined = undefined
  readonly changes: boolean[] = []
  readonly activity: UserActivity
  #tasks: { at: number; task: () => void }[] = []
  #asked = 0

  constructor(over: Partial<Computer> = {}, hasLockEvents = true) {
    Object.assign(this, over)
    this.activity = new UserActivity({
      systemIdleSeconds: () => {
        this.#asked += 1
        if (!this.tellsIdleTime) return null
        return this.alwaysSaysZero ? 0 : Math.floor((this.elapsed - this.inputAt) / 1000)
      },
      isScreenLocked: () => this.isScreenLocked,
      hasLockEvents,
      elapsed: () => this.elapsed,
      now: () => this.wall,
      schedule: (delayMs, task) => {
        const entry = { at: this.elapsed + delayMs, task }
        this.#tasks.push(entry)
        return () => {
          this.#tasks = this.#tasks.filter((each) => each !== entry)
        }
      },
      onChange: (isPresent) => this.changes.push(isPresent),
      isQuietChosen: () => this.isQuietChosen ?? false,
    })
  }

  get timers(): number {
    return this.#tasks.length
  }

  get asked(): number {
    return this.#asked
  }

  pass(ms: number): void {
    const end = this.elapsed + ms
    for (;;) {
      const next = this.#tasks.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#tasks = this.#tasks.filter((each) => each !== next)
      this.wall += Math.max(0, next.at - this.elapsed)
      this.elapsed = Math.max(this.elapsed, next.at)
      next.task()
    }
    this.wall += end - this.elapsed
    this.elapsed = end
  }

  /** Input in another program. */
  input(): void {
    this.inputAt = this.elapsed
  }

  inputInPage(): void {
    this.input()
    this.activity.noteInput()
  }

  note(event: SystemEvent): void {
    this.activity.note(event)
  }
}

describe('the user’s activity', () => {
  it('ends two minutes after the last input in any program', () => {
    const computer = new Computer()
    computer.pass(119_000)
    expect(computer.activity.isPresent).toBe(true)
    computer.pass(2_000)
    expect(computer.changes).toEqual([false])
  })

  it('continues while the user works in another program', () => {
    const computer = new Computer()
    for (let minute = 0; minute < 30; minute += 1) {
      computer.pass(60_000)
      computer.input()
    }
    expect(computer.changes).toEqual([])
  })

  it('returns within five seconds of an input in another program, and at once with one in the page', () => {
    const computer = new Computer()
    computer.pass(300_000)
    computer.input()
    computer.pass(5_000)
    expect(computer.changes).toEqual([false, true])
    computer.pass(300_000)
    computer.inputInPage()
    expect(computer.changes).toEqual([false, true, false, true])
  })

  it('queries the system once in two minutes while the user is present', () => {
    const computer = new Computer()
    for (let second = 0; second < 3600; second += 1) {
      computer.input()
      computer.pass(1_000)
    }
    expect(computer.asked).toBeLessThan(40)
    expect(computer.timers).toBe(1)
  })

  it('ends with the lock of the screen and returns with its unlock', () => {
    const computer = new Computer()
    computer.note('lock')
    expect(computer.changes).toEqual([false])
    // The user types the password on the locked screen.
    computer.input()
    computer.pass(30_000)
    expect(computer.changes).toEqual([false])
    computer.note('unlock')
    expect(computer.changes).toEqual([false, true])
  })

  it('does not return with an input that preceded the lock of the screen', () => {
    const computer = new Computer()
    computer.note('lock')
    computer.pass(50)
    computer.inputInPage()
    expect(computer.activity.isPresent).toBe(false)
  })

  it('returns with an input in the page if the system did not report the unlock', () => {
    const computer = new Computer()
    computer.note('lock')
    computer.pass(600_000)
    computer.inputInPage()
    expect(computer.changes).toEqual([false, true])
  })

  it('returns when a query finds that an unreported lock has ended', () => {
    const computer = new Computer()
    computer.note('lock')
    computer.isScreenLocked = true
    computer.pass(20_000)
    computer.isScreenLocked = false
    computer.input()
    computer.pass(11_000)
    expect(computer.changes).toEqual([false, true])
  })

  it('ends within ten seconds of a lock that the system reports only on query', () => {
    const computer = new Computer({}, false)
    computer.input()
    computer.isScreenLocked = true
    computer.pass(10_000)
    expect(computer.changes).toEqual([false])
    computer.isScreenLocked = false
    computer.input()
    computer.pass(5_000)
    expect(computer.changes).toEqual([false, true])
  })

  it('is absent when the program starts on a locked screen or long after the last input', () => {
    expect(new Computer({ isScreenLocked: true }).activity.isPresent).toBe(false)
    const idle = new Computer({ inputAt: 0, tellsIdleTime: true })
    idle.pass(120_000)
    expect(idle.activity.isPresent).toBe(false)
  })

  it('needs an input after a sleep, since systems also wake up without a user', () => {
    const computer = new Computer()
    computer.note('suspend')
    expect(computer.changes).toEqual([false])
    // Eight hours pass; the monotonic clock of some systems stands still during a sleep.
    computer.wall += 8 * 3_600_000
    computer.note('resume')
    computer.activity.noteFocus()
    computer.pass(20_000)
    expect(computer.changes).toEqual([false])
    computer.input()
    computer.pass(6_000)
    expect(computer.changes).toEqual([false, true])
  })

  it('stays absent after a sleep and a lock until the unlock', () => {
    const computer = new Computer()
    computer.note('lock')
    computer.note('suspend')
    computer.note('resume')
    computer.input()
    computer.pass(20_000)
    expect(computer.changes).toEqual([false])
    computer.note('unlock')
    expect(computer.changes).toEqual([false, true])
  })

  it('needs an input after a sleep that the system did not report', () => {
    const computer = new Computer()
    computer.wall += 3 * 3_600_000
    computer.pass(119_500)
    expect(computer.changes).toEqual([])
    computer.pass(5_000)
    expect(computer.changes).toEqual([false])
    computer.inputInPage()
    expect(computer.changes).toEqual([false, true])
  })

  it.each([
    ['back', -7_200_000],
    ['forward by half a minute', 30_000],
  ])('ignores a clock that is set %s', (_where, jump) => {
    const computer = new Computer()
    computer.wall += jump
    computer.inputInPage()
    computer.pass(119_000)
    expect(computer.changes).toEqual([])
    computer.pass(2_000)
    expect(computer.changes).toEqual([false])
  })

  it('ends while another user’s session is active', () => {
    const computer = new Computer()
    computer.note('session_left')
    computer.input()
    computer.pass(20_000)
    expect(computer.changes).toEqual([false])
    computer.note('session_entered')
    expect(computer.changes).toEqual([false, true])
  })

  it.each([
    ['no idle time', { tellsIdleTime: false }],
    ['an idle time that is always zero', { alwaysSaysZero: true }],
  ])('follows from the page’s inputs if the system reports %s', (_what, over) => {
    const computer = new Computer(over)
    computer.pass(100_000)
    computer.inputInPage()
    computer.pass(100_000)
    expect(computer.changes).toEqual([])
    computer.pass(21_000)
    expect(computer.changes).toEqual([false])
    computer.activity.noteFocus()
    expect(computer.changes).toEqual([false, true])
  })

  it('follows from the page’s inputs if the system’s idle time covers only some inputs', () => {
    // Under Wayland an X server does not receive keys of other programs.
    const computer = new Computer()
    for (let minute = 0; minute < 10; minute += 1) {
      computer.pass(60_000)
      computer.activity.noteInput()
    }
    expect(computer.changes).toEqual([])
  })

  it.each([-1, Number.NaN, Infinity])('ignores an idle time of %s', (seconds) => {
    const changes: boolean[] = []
    const activity = new UserActivity({
      systemIdleSeconds: () => seconds,
      isScreenLocked: () => false,
      hasLockEvents: true,
      elapsed: () => 0,
      now: () => 0,
      schedule: () => () => undefined,
      onChange: (isPresent) => changes.push(isPresent),
    })
    activity.noteInput()
    expect(activity.isPresent).toBe(true)
    expect(changes).toEqual([])
  })

  it('leaves no timer after it was closed', () => {
    const computer = new Computer()
    computer.activity.close()
    expect(computer.timers).toBe(0)
  })
})

describe('do-not-disturb', () => {
  it('follows the user’s choice in every state of presence, lock and sleep', () => {
    const computer = new Computer()
    const { activity } = computer
    const states: readonly (() => void)[] = [
      () => undefined,
      () => {
        computer.pass(1_000_000)
      },
      () => {
        activity.note('lock')
      },
      () => {
        activity.note('suspend')
      },
      () => {
        activity.note('resume')
        activity.noteInput()
      },
    ]
    for (const enter of states) {
      enter()
      for (const isOn of [true, false, true]) {
        computer.isQuietChosen = isOn
        expect(activity.isDoNotDisturb).toBe(isOn)
      }
    }
  })

  it('does not change the presence, and sets no timer', () => {
    const computer = new Computer()
    const before = computer.timers
    computer.isQuietChosen = true
    expect([computer.activity.isDoNotDisturb, computer.activity.isPresent, computer.timers]).toEqual([
      true,
      true,
      before,
    ])
    computer.pass(130_000)
    expect(computer.changes).toEqual([false])
  })

  it('is off without such a choice', () => {
    const activity = new UserActivity({
      systemIdleSeconds: () => null,
      isScreenLocked: () => false,
      hasLockEvents: true,
      elapsed: () => 0,
      now: () => 0,
      schedule: () => () => undefined,
      onChange: () => undefined,
    })
    expect(activity.isDoNotDisturb).toBe(false)
  })

  it('is read through this port only, and by no other part of the program', () => {
    const main = resolve(import.meta.dirname, '../../../../../main')
    const readers = readdirSync(main, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) =>
        readFileSync(join(main, name), 'utf8')
          .split('\n')
          .filter((line) => /settings\.doNotDisturb|\{[^}]*doNotDisturb[^}]*\} = .*settings|quietAt\(/.test(line))
          .map((line) => `${name.replaceAll('\\', '/')}: ${line.trim()}`),
      )
    expect(readers).toEqual([
      'shell/notifications/quiet-times.ts: return quietAt(this.#ports.choice(), this.#ports.now())',
    ])
  })
})
