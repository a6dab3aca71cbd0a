import { afterEach, describe, expect, it } from 'vitest'
import { ask, gateTo } from '#support/asked-gate.ts'
import { cuttingServer } from '#support/cutting-server.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function world(accountId: string) {
  const server = await cuttingServer()
  closers.push(server.close)
  return { ...server, gate: gateTo(server.origin, accountId) }
}

const post = (content: string) => ({ path: '/api/v1/messages', form: { content } })

describe('a network stack that resends requests', () => {
  it('cannot resend a request that must not be duplicated, over any number of broken reused connections', async () => {
    const { seen, connections, gate } = await world('once-broken')
    const sent: string[] = []
    for (let round = 0; round < 4; round += 1) {
      for (const conversation of ['one', 'two', 'three', 'four', 'five', 'six']) {
        const content = `${conversation}: ${round}`
        sent.push(content)
        await ask(gate, { method: 'GET', path: '/api/v1/messages' }).answer
        expect((await ask(gate, { ...post(content), once: conversation }).answer).status).toBe(200)
      }
    }
    expect(seen).toEqual(sent)
    expect([...connections.values()].filter((uses) => uses === 1)).toHaveLength(sent.length)
    gate.close()
  })

  it('duplicates any other request, which proves the check above', async () => {
    const { seen, gate } = await world('once-unsaid')
    await ask(gate, { method: 'GET', path: '/api/v1/messages' }).answer
    await ask(gate, post('twice')).answer
    expect(seen).toEqual(['twice', 'twice'])
    gate.close()
  })
})
