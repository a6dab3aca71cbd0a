import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { mostWindows, type WindowId } from '#engine/ports.ts'
import { PageWindows } from '#shell/window/page-windows.ts'
import { channels } from '#contract/bridge.ts'

/** The used members of a window; its contents record the messages to the page. */
class FakeWindow extends EventEmitter {
  readonly sent: unknown[] = []
  readonly webContents = { send: (channel: string, text: string) => this.sent.push([channel, text]) }
  isGone = false
  isDestroyed = () => this.isGone

  close(): void {
    this.isGone = true
    this.emit('closed')
  }
}

function opened(count: number) {
  const closed: WindowId[] = []
  const windows = new PageWindows((id) => closed.push(id))
  const fakes = Array.from({ length: count }, () => new FakeWindow())
  const ids = fakes.map((fake) => windows.add(fake as never)) // the stand-in above
  const of = (fake: FakeWindow | undefined) => windows.of(fake?.webContents as unknown as Electron.WebContents)
  return { windows, fakes, ids, closed, of }
}

describe('the windows with a page', () => {
  it('have an id each, which identifies their calls', () => {
    const { fakes, ids, of } = opened(2)
    expect(new Set(ids).size).toBe(2)
    expect(fakes.map((fake) => of(fake)?.id)).toEqual(ids)
    expect(of(new FakeWindow())).toBeUndefined()
  })

  it('receive only their own updates', () => {
    const { windows, fakes, ids } = opened(2)
    windows.send('{"type":"views"}', ids[1]!)
    expect(fakes.map(({ sent }) => sent)).toEqual([[], [[channels.update, '{"type":"views"}']]])
    windows.sendToAll({ type: 'engine_restarted', accountId: 'a' })
    windows.sendToFirst('"first"')
    expect(fakes.map(({ sent }) => sent.length)).toEqual([2, 2])
    expect(fakes[0]?.sent.at(-1)).toEqual([channels.update, '"first"'])
  })

  it('lose their id when they close, and a later window has another', () => {
    const { windows, fakes, ids, closed, of } = opened(2)
    expect(windows.first).toBe(fakes[0])
    fakes[0]?.close()
    expect(closed).toEqual([ids[0]])
    expect(of(fakes[0])).toBeUndefined()
    expect(windows.first).toBe(fakes[1])
    windows.send('late', ids[0]!)
    expect(fakes[0]?.sent).toEqual([])
    expect(ids).not.toContain(windows.add(new FakeWindow() as never))
    fakes[1]?.close()
  })

  it('are limited in number', () => {
    const { windows, fakes } = opened(mostWindows)
    expect(() => windows.add(new FakeWindow() as never)).toThrow('windows already')
    fakes[3]?.close()
    expect(windows.add(new FakeWindow() as never)).toBe(mostWindows + 1)
  })

  it('receive nothing without an error if none is open', () => {
    const { windows } = opened(0)
    expect(windows.first).toBeNull()
    windows.sendToFirst('nothing')
    windows.sendToAll({ type: 'engine_restarted', accountId: 'a' })
  })
})
