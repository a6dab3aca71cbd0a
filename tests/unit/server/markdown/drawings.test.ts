import { describe, expect, it } from 'vitest'
import type { Drawing } from '#server/markdown/drawing/drawing.ts'
import { DrawingPool } from '#server/markdown/drawing/drawing-pool.ts'
import { Service } from '#support/service.ts'

/** Code that takes the highlighter minutes: links in Markdown, dollars in Java. */
const hostile = {
  markdown: '[a]('.repeat(2490),
  java: '$'.repeat(9900),
}

const thread = new URL('../../../../server/markdown/drawing/drawing-thread.ts', import.meta.url)
const pool = (deadlineMs: number, waitMs = 60_000) => new DrawingPool({ file: thread, threads: 1, deadlineMs, waitMs })
const code = (source: string, language = 'js'): Drawing => ({ type: 'code', language, source })

async function world() {
  const service = await Service.start()
  const noor = service.person('Noor')
  const general = await service.stream('general', [noor])
  const rendered = async (content: string) =>
    String((await service.ok(noor, 'POST', '/messages/render', { content })).rendered)
  return { service, noor, general, rendered }
}

/** Resolves with the result of `task` and the number of event loop turns meanwhile. */
async function countingTurns<T>(task: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 5)
  const result = await task()
  clearInterval(timer)
  return { result, turns }
}

describe('code', () => {
  it('is highlighted in sent, edited, scheduled and previewed messages', async () => {
    const { service, noor, general, rendered } = await world()
    const text = (name: string) => `\`\`\`js\nconst ${name} = "<b>"\n\`\`\``
    const mark = '<span class="kd">const</span>'
    expect(await rendered(text('a'))).toContain(mark)
    const id = await service.say(noor, general, 'code', text('b'))
    const html = async () => ((await service.ok(noor, 'GET', `/messages/${id}`)).message as { content: string }).content // as described
    expect(await html()).toContain(mark)
    await service.ok(noor, 'PATCH', `/messages/${id}`, { content: `edited\n${text('c')}` })
    expect(await html()).toMatch(/edited[^]*<span class="kd">const<\/span>/)
    const at = service.context.nowSeconds() + 600
    await service.ok(noor, 'POST', '/scheduled_messages', {
      type: 'stream',
      to: general,
      topic: 'later',
      content: text('d'),
      scheduled_delivery_timestamp: at,
    })
    const { scheduled_messages: waiting } = await service.ok(noor, 'GET', '/scheduled_messages')
    expect(JSON.stringify(waiting)).toContain('kd')
    await service.restart()
    await expect
      .poll(
        async () => {
          await service.server.clock.advance(700_000)
          return service.found(noor, [['topic', 'later']])
        },
        { timeout: 60_000 },
      )
      .toHaveLength(1)
    const later = await service.ok(noor, 'GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
    expect(JSON.stringify(later)).toContain('kd')
    await service.server.stop()
  })

  it.each(Object.entries(hostile))(
    'in %s that takes the highlighter minutes is shown as its source, and does not block other users',
    async (language, source) => {
      const { service, noor, general } = await world()
      const content = `before\n\`\`\`${language}\n${source}\n\`\`\``
      const { turns } = await countingTurns(() => service.say(noor, general, 'code', content))
      expect(turns).toBeGreaterThan(10)
      const { messages } = await service.ok(noor, 'GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
      const [{ content: html }] = messages as [{ content: string }] // as described
      expect(html).toContain(`<code>${source}`)
      // A drawing that timed out is not tried again.
      const again = await countingTurns(() => service.say(noor, general, 'code', content))
      expect(again.turns).toBeLessThan(turns)
      await service.server.stop()
    },
  )
})

describe('the threads that draw', () => {
  it('keep drawings that were finished before the deadline, and draw the next text', async () => {
    const drawing = pool(3000)
    const drawn = await drawing.draw([code('let a'), code(hostile.markdown, 'markdown'), code('let b')], 1)
    expect(drawn.map(({ type }) => type)).toEqual(['drawn', 'late', 'untouched'])
    expect(await drawing.draw([code('let c'), code('x', 'klingon')], 1)).toEqual([
      { type: 'drawn', html: '<span class="kd">let</span> c' },
      { type: 'nothing' },
    ])
    drawing.close()
    expect(await drawing.draw([code('let d')], 1)).toEqual([{ type: 'untouched' }])
  })

  it('serve other writers before the second text of one writer', async () => {
    const drawing = new DrawingPool({ file: thread, threads: 2, deadlineMs: 600_000, waitMs: 600_000 })
    const ends: string[] = []
    const draw = async (name: string, drawn: Drawing, writer: number) => {
      await drawing.draw([drawn], writer)
      ends.push(name)
    }
    const endless = code('[a]('.repeat(20_000), 'markdown')
    const others = [draw('hostile 1', endless, 1), draw('hostile 2', endless, 1)]
    await draw('honest', code('let a'), 2)
    expect(ends).toEqual(['honest'])
    drawing.close()
    await Promise.all(others)
  })

  it('give up a text that waited too long for a thread', async () => {
    const drawing = pool(3000, 1)
    expect(await drawing.draw([code('let a')], 1)).toEqual([{ type: 'untouched' }])
    drawing.close()
  })
})
