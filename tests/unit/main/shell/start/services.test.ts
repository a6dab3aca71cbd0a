import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { Services, type Service } from '#shell/start/services.ts'

/** A service that notes what it is asked. */
function noting(name: string, asked: string[]): Required<Service> {
  const note = (what: string) => () => {
    asked.push(`${name} ${what}`)
  }
  return {
    start: note('starts'),
    watch: note('watches'),
    showCounts: note('shows counts'),
    setPresent: (isPresent) => asked.push(`${name} notes ${isPresent ? 'presence' : 'absence'}`),
    resume: note('resumes'),
    stop: note('stops'),
  }
}

describe('the services', () => {
  it('are walked in their order, without those that have no such step', () => {
    const asked: string[] = []
    const { start, showCounts } = noting('second', asked)
    const services = new Services([noting('first', asked), { start, showCounts }])
    services.start()
    services.watch({} as BrowserWindow) // the services of this test ignore it
    services.showCounts({ badge: 1, unread: 1, mentions: 0, doNotDisturb: false })
    services.setPresent(false)
    services.resume()
    expect(asked).toEqual([
      'first starts',
      'second starts',
      'first watches',
      'first shows counts',
      'second shows counts',
      'first notes absence',
      'first resumes',
    ])
  })

  it('stop at once in the reverse order, and the end waits for all of them', async () => {
    const asked: string[] = []
    let end: () => void = () => undefined
    const slow: Service = {
      stop: () =>
        new Promise((resolve) => {
          asked.push(`slow stops, ending: ${services.isEnding}`)
          end = resolve
        }),
    }
    const services = new Services([noting('first', asked), slow, noting('last', asked)])
    expect(services.isEnding).toBe(false)
    let hasEnded = false
    const ended = services.stop().then(() => (hasEnded = true))
    expect(asked).toEqual(['last stops', 'slow stops, ending: true', 'first stops'])
    await Promise.resolve()
    expect(hasEnded).toBe(false)
    end()
    await ended
    expect(hasEnded).toBe(true)
  })

  it('fail to start at the first service that fails', () => {
    const asked: string[] = []
    const failing: Service = {
      start() {
        throw new Error('no window')
      },
    }
    const services = new Services([noting('first', asked), failing, noting('last', asked)])
    expect(() => {
      services.start()
    }).toThrow('no window')
    expect(asked).toEqual(['first starts'])
  })
})
