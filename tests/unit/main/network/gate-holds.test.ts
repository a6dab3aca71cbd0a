import { afterEach, describe, expect, it } from 'vitest'
import type { Gate, GateListener } from '../../../../main/network/gate.ts'
import { ask, gateTo } from '../../../support/asked-gate.ts'
import { listening, type Listening } from '../../../support/listening.ts'

let server: Listening | undefined
afterEach(() => {
  server?.close()
})

/** The status of a picture; null where it could not be had. */
function picture(gate: Gate, path: string): Promise<number | null> {
  return new Promise((resolve) => {
    let status: number | null = null
    const listener: GateListener = {
      onHead: (head) => (status = head.status),
      onChunk: () => undefined,
      onEnd: () => {
        resolve(status)
      },
      onFailure: () => {
        resolve(null)
      },
    }
    gate.media({ path, maxBytes: 1000, range: null, lane: 'picture' }, listener)
  })
}

/** A gate to a server that asks to wait, and until when it said that it holds. */
async function holding() {
  server = await listening((_, response) => {
    response.writeHead(429, { 'Retry-After': '90' }).end('{}')
  })
  const gate = gateTo(server.origin)
  const told: number[] = []
  gate.onHold = (until) => told.push(until)
  return { gate, told }
}

describe('a server that asks the account to wait (429)', () => {
  it('is told of by a call', async () => {
    const { gate, told } = await holding()
    const before = Date.now()
    expect(await ask(gate, { path: '/api/v1/messages' }).answer).toMatchObject({ status: 429 })
    expect(told).toHaveLength(1)
    expect(told[0]).toBeGreaterThanOrEqual(before + 90_000)
    expect(told[0]).toBeLessThanOrEqual(Date.now() + 90_000)
  })

  it('is told of by a picture', async () => {
    const { gate, told } = await holding()
    const before = Date.now()
    expect(await picture(gate, '/user_uploads/1/a.png')).toBe(429)
    expect(told).toHaveLength(1)
    expect(told[0]).toBeGreaterThanOrEqual(before + 90_000)
  })
})
