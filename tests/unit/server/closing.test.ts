import { afterEach, describe, expect, it, vi } from 'vitest'
import { largeOrganization } from '#support/large-organization.ts'
import { OutsideClient } from '#support/outside-client.ts'
import { encodeForm } from '#support/forms.ts'
import { allCapabilities } from '#support/service.ts'

const form = { apply_markdown: true, client_capabilities: allCapabilities, include_subscribers: true }

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a closing server', () => {
  it('finishes a registration in preparation before it closes its database, without an error', async () => {
    const { service, reader } = await largeOrganization(0.2)
    const { server, context } = service
    const { tables } = context
    const origin = await server.built.app.listen({ host: '127.0.0.1', port: 0 })
    const complaints: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => complaints.push(String(text)) > 0)
    const begun = new Promise<void>((resolve) => {
      const all = tables.streams.all.bind(tables.streams)
      vi.spyOn(tables.streams, 'all').mockImplementation(() => {
        resolve()
        return all()
      })
    })
    let asked = 0
    const subscribers = tables.streams.subscribers.bind(tables.streams)
    vi.spyOn(tables.streams, 'subscribers').mockImplementation((streamId) => {
      asked += 1
      // Slow enough for many slices, and far from the limit after which the server waits no longer.
      const end = performance.now() + (asked % 50 === 0 ? 10 : 0)
      while (performance.now() < end);
      return subscribers(streamId)
    })
    const client = new OutsideClient()
    const answer = client.ask({
      method: 'POST',
      url: `${origin}/api/v1/register`,
      headers: {
        authorization: `Basic ${Buffer.from(`${reader.email}:${reader.apiKey}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(encodeForm(form)).toString(),
    })
    await begun
    await server.stop()
    const askedBefore = asked
    expect(await answer).toMatchObject({ status: 0 })
    // All streams were prepared, none of them after the end.
    expect(askedBefore).toBeGreaterThan(1000)
    for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate)
    expect(asked).toBe(askedBefore)
    expect(complaints).toEqual([])
    await client.close()
  })
})
