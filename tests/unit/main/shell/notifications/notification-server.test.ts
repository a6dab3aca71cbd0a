import { describe, expect, it } from 'vitest'
import { NotificationServer } from '#shell/notifications/notification-server.ts'

const gdbus = (...capabilities: string[]) => `(['${capabilities.join("', '")}'],)\n`
const send = (...capabilities: string[]) =>
  `method return time=1.2 sender=:1.9 -> destination=:1.8 serial=4 reply_serial=2\n   array [\n${capabilities.map((each) => `      string "${each}"\n`).join('')}   ]\n`

/** A server that is queried through programs with these answers; null for one that fails. */
function asked(answers: Readonly<Record<string, string | null>>) {
  const programs: string[] = []
  let now = 0
  const server = new NotificationServer(
    (program, args) => {
      programs.push(program)
      expect(args.join(' ')).toContain('org.freedesktop.Notifications')
      return Promise.resolve(answers[program] ?? null)
    },
    () => now,
  )
  return { server, programs, pass: (ms: number) => (now += ms) }
}

describe('the notification server', () => {
  it.each([
    ['GNOME', { gdbus: gdbus('actions', 'body', 'body-markup', 'icon-static') }, true],
    ['a plain one', { gdbus: gdbus('actions', 'body') }, false],
    ['one with a like name', { gdbus: gdbus('body', 'x-body-markup', 'body-markup-less') }, false],
    ['one without any', { gdbus: '(@as [],)\n' }, false],
    ['one that is asked by another program', { 'dbus-send': send('body', 'body-markup') }, true],
    ['a plain one that is asked by another program', { 'dbus-send': send('body', 'persistence') }, false],
    ['one that is asked by the last program', { busctl: 'as 2 "body" "actions"\n' }, false],
    ['one that is not there', {}, true],
    ['an answer that is none', { gdbus: 'Error: no such name', 'dbus-send': send('body') }, false],
  ])('reads markup or not: %s', async (_name, answers, readsMarkup) => {
    const { server } = asked(answers)
    await server.refresh()
    expect(server.readsMarkup).toBe(readsMarkup)
  })

  it('may read markup before its answer, and is queried again after a while', async () => {
    const answers: Record<string, string | null> = { gdbus: gdbus('body') }
    const { server, programs, pass } = asked(answers)
    expect(server.readsMarkup).toBe(true)
    await server.refresh()
    await server.refresh()
    expect([server.readsMarkup, programs]).toEqual([false, ['gdbus']])
    answers.gdbus = gdbus('body', 'body-markup')
    pass(600_000)
    await server.refresh()
    expect([server.readsMarkup, programs]).toEqual([true, ['gdbus', 'gdbus']])
  })
})
