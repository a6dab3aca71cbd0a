import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterEach, describe, expect, it } from 'vitest'
import { limits } from '#server/base/limits.ts'
import type { DrawingPoolOptions } from '#server/markdown/drawing/drawing-pool.ts'
import { Drawings } from '#server/markdown/drawings.ts'
import { renderMarkdown, type Directory } from '#server/markdown/render.ts'
import type { Account } from '#support/test-server.ts'
import { Service } from '#support/service.ts'

const faultyThread = new URL('../../../support/faulty-drawing-thread.ts', import.meta.url)
const drawn = 'class="katex"'
const formulasIn = (html: string) => html.split(drawn).length - 1
const shownAsTyped = (source: string) => `<span class="tex-error">${source}</span>`

const open: Drawings[] = []
afterEach(() => {
  for (const drawings of open.splice(0)) drawings.close()
})

/** Renders texts like the server, with the given threads. */
function renderer(options: Partial<DrawingPoolOptions> = {}) {
  const drawings = new Drawings(() => directory, { waitMs: 60_000, ...options })
  open.push(drawings)
  const directory: Directory = {
    user: () => undefined,
    group: () => undefined,
    stream: () => undefined,
    customEmoji: () => undefined,
    linkify: () => [],
    drawn: (drawing) => drawings.drawn(drawing),
  }
  const now = (text: string) => renderMarkdown(text, directory).html
  return {
    drawings,
    /** The result of a change that does not wait for drawings. */
    now,
    rendered: async (text: string, writerId = 1) => {
      await drawings.prepare(text, writerId)
      return now(text)
    },
  }
}

describe('the drawing of formulas', () => {
  it('precedes the rendering of a text, which never draws', async () => {
    const { now, rendered } = renderer()
    const text = 'so $$a^2$$ and\n```math\nb^2\n```\n* and $$c^2$$\n\n> and $$d^2$$\n\n|h|\n|-|\n|$$e^2$$|\n'
    expect(formulasIn(now(text))).toBe(0)
    expect(now(text)).toContain(shownAsTyped('$$a^2$$'))
    const html = await rendered(text)
    expect(formulasIn(html)).toBe(5)
    expect(html.match(/katex-display/g)).toHaveLength(1)
    // Inline formulas differ from block formulas.
    expect(now('$$b^2$$')).toContain(shownAsTyped('$$b^2$$'))
    expect(await rendered('$$\\frac{$$')).toContain(shownAsTyped('$$\\frac{$$'))
  })

  it('draws as many small formulas as their HTML allows', async () => {
    const { rendered } = renderer()
    const html = await rendered(Array.from({ length: 1000 }, (_, index) => `$$${index + 100}$$`).join(' ')) // 8 100 characters
    expect(html.length).toBeGreaterThan(limits.formulaOutputs.most)
    expect(formulasIn(html)).toBeLessThan(limits.drawings.most)
  })

  it('of a text beyond its limit of HTML is left for the next text', async () => {
    const { rendered, now } = renderer()
    const large = (name: string) => `\\begin{matrix}${`${name}&`.repeat(40)}\\end{matrix}`
    const html = await rendered(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `$$${large(name)}$$`).join('\n'))
    expect(formulasIn(html)).toBeGreaterThan(1)
    expect(formulasIn(html)).toBeLessThan(8)
    expect(now(`$$${large('h')}$$`)).not.toContain(drawn)
    expect(await rendered(`$$${large('h')}$$`)).toContain(drawn)
  })

  it('shows formulas that never end as their source, without blocking the event loop, and draws later ones', async () => {
    const { rendered } = renderer({ file: faultyThread, deadlineMs: 3000 })
    const delay = monitorEventLoopDelay({ resolution: 5 })
    delay.enable()
    const html = await rendered('$$x^2$$ and $$hang$$ and $$y^2$$')
    delay.disable()
    // The bound is above the delay of a busy machine; the formula takes three seconds.
    expect(delay.max / 1e6).toBeLessThan(2500)
    expect(html).toContain(shownAsTyped('$$hang$$'))
    expect(html).toContain(shownAsTyped('$$y^2$$'))
    expect(formulasIn(html)).toBe(1)
    expect(formulasIn(await rendered('$$x^2$$ and $$y^2$$'))).toBe(2)
  })

  it('does not repeat formulas that timed out, but those that waited behind them', async () => {
    const { drawings } = renderer({ file: faultyThread, deadlineMs: 1000 })
    await drawings.prepare('$$hang$$ $$z$$', 1)
    expect(drawings.isPrepared('$$hang$$')).toBe(true)
    expect(drawings.isPrepared('$$z$$')).toBe(false)
  })

  it('shows formulas that crash their thread as their source, and draws the next one', async () => {
    const { rendered } = renderer({ file: faultyThread, deadlineMs: 60_000 })
    expect(await rendered('$$x^2$$ $$die$$ $$y^2$$')).toContain(shownAsTyped('$$die$$'))
    expect(formulasIn(await rendered('$$x^2$$ $$y^2$$'))).toBe(2)
  })

  it('shows all formulas as their source at once if no thread can be started', async () => {
    // This is longer than the test's timeout.
    const { rendered } = renderer({ file: new URL('./no-such-thread.ts', import.meta.url), waitMs: 600_000 })
    const texts = ['$$a$$', '$$b$$', '$$c$$']
    const html = await Promise.all(texts.map((text, writerId) => rendered(text, writerId)))
    expect(html).toEqual(texts.map((text) => `<p>${shownAsTyped(text)}</p>`))
    expect(await rendered('$$d$$')).toContain('tex-error')
  })

  it('is shared by simultaneous requests for the same formulas', async () => {
    const { drawings, rendered } = renderer({ file: faultyThread, threads: 1, deadlineMs: 1000 })
    const first = drawings.prepare('$$hang$$', 7)
    const others = Array.from({ length: 50 }, () => drawings.prepare('$$hang$$', 7))
    await Promise.all([first, ...others])
    expect(formulasIn(await rendered('$$x$$'))).toBe(1)
  })
})

describe('formulas', () => {
  async function world() {
    const service = await Service.start()
    const ada = service.person('Ada', 'owner')
    const noor = service.person('Noor')
    const general = await service.stream('general', [noor, ada])
    const newest = async (account: Account) => {
      const { messages } = await service.ok(account, 'GET', '/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
      })
      return messages as { id: number; content: string; topic_links: unknown; subject: string }[] // as described
    }
    return { service, ada, noor, general, newest }
  }

  it('are drawn in messages, edits, previews and scheduled messages', async () => {
    const { service, noor, general, newest } = await world()
    const { rendered } = await service.ok(noor, 'POST', '/messages/render', { content: '$$a$$' })
    expect(rendered).toContain(drawn)
    const id = await service.say(noor, general, 'topic', '$$b$$')
    const html = async () => (await newest(noor)).find((message) => message.id === id)?.content
    expect(await html()).toContain(drawn)
    await service.ok(noor, 'PATCH', `/messages/${id}`, { content: 'edited $$c$$' })
    expect(await html()).toMatch(/edited.*class="katex"/)
    await service.ok(noor, 'POST', '/scheduled_messages', {
      type: 'stream',
      to: general,
      topic: 'later',
      content: '$$d$$',
      scheduled_delivery_timestamp: service.context.nowSeconds() + 600,
    })
    const { scheduled_messages: waiting } = await service.ok(noor, 'GET', '/scheduled_messages')
    expect(JSON.stringify(waiting)).toContain('katex')
    await service.server.stop()
  })

  it('are drawn in descriptions of streams, and in notices of their change', async () => {
    const { service, ada, general, newest } = await world()
    await service.ok(ada, 'POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'new', description: 'of $$a$$' }],
    })
    const { streams } = await service.ok(ada, 'GET', '/streams')
    const made = (streams as { name: string; rendered_description: string }[]).find(({ name }) => name === 'new') // as described
    expect(made?.rendered_description).toContain(drawn)
    expect((await newest(ada)).at(-1)?.content).toMatch(/Description:.*class="katex"/s)
    await service.ok(ada, 'PATCH', `/streams/${general}`, { description: 'of $$b$$' })
    await service.ok(ada, 'PATCH', `/streams/${general}`, { description: 'of $$c$$' })
    expect(formulasIn((await newest(ada)).at(-1)?.content ?? '')).toBe(2)
    await service.server.stop()
  })

  it('are drawn in the description of the organization and in profiles', async () => {
    const { service, ada, noor } = await world()
    await service.ok(ada, 'PATCH', '/realm', { description: 'of $$a$$' })
    expect((await service.ok(noor, 'GET', '/server_settings')).realm_description).toContain(drawn)
    await service.restart()
    expect((await service.ok(noor, 'GET', '/server_settings')).realm_description).toContain(drawn)
    const { id } = await service.ok(ada, 'POST', '/realm/profile_fields', { field_type: 2, name: 'About' })
    const about = async () => {
      const { user } = await service.ok(ada, 'GET', `/users/${noor.id}`, { include_custom_profile_fields: true })
      return JSON.stringify(user)
    }
    await service.ok(noor, 'PATCH', '/users/me/profile_data', { data: [{ id, value: 'mine $$a$$' }] })
    expect(await about()).toMatch(/mine.*katex/)
    await service.ok(ada, 'PATCH', `/users/${noor.id}`, { profile_data: [{ id, value: 'hers $$b$$' }] })
    expect(await about()).toMatch(/hers.*katex/)
    await service.server.stop()
  })

  it('are shown as their source in a scheduled message if they cannot be drawn in time, and it is sent', async () => {
    const { service, noor, general } = await world()
    // From here on no thread draws.
    service.context.drawings.close()
    await service.ok(noor, 'POST', '/scheduled_messages', {
      type: 'stream',
      to: general,
      topic: 'later',
      content: '$$a$$',
      scheduled_delivery_timestamp: service.context.nowSeconds() + 600,
    })
    await expect
      .poll(
        async () => {
          await service.server.clock.advance(700_000)
          return service.found(noor, [['topic', 'later']])
        },
        { timeout: 60_000 },
      )
      .toHaveLength(1)
    await service.server.stop()
  })
})
