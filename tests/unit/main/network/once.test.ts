import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { session } from '#browser-host/electron.ts'
import { onceLanes } from '#network/lanes.ts'
import { onceLane } from '#network/sessions.ts'
import { ask, gateTo, type GateFailure } from '#support/asked-gate.ts'
import { bodyOf, cuttingServer } from '#support/cutting-server.ts'
import { listening } from '#support/listening.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
  vi.restoreAllMocks()
})

/** A server that answers each request only when the test asks for it. */
async function patientServer() {
  const open: { readonly content: string; readonly response: ServerResponse }[] = []
  const server = await listening((request, response) => {
    void bodyOf(request).then((body) => {
      open.push({ content: new URLSearchParams(body).get('content') ?? '', response })
    })
  })
  closers.push(() => {
    server.close()
  })
  return { open, origin: server.origin }
}

const post = (once: string | undefined, content: string) => ({
  path: '/api/v1/messages',
  form: { content },
  ...(once === undefined ? {} : { once }),
})

/** Texts, each with a lane of its own. */
const texts = onceLanes.map((lane) => {
  let number = 0
  while (onceLane(`stream ${number}`) !== lane) number += 1
  return `stream ${number}`
})

describe('requests that must not be duplicated', () => {
  it('run one at a time per conversation, and for three conversations at once at most', async () => {
    const { open, origin } = await patientServer()
    const gate = gateTo(origin, 'once-turns')
    const [first = '', ...others] = texts
    const answers = [first, first, ...others, ...others].map(
      (text, index) => ask(gate, post(text, `${index} ${text}`)).answer,
    )
    const order: string[] = []
    for (let left = answers.length; left > 0; left -= 1) {
      await vi.waitUntil(() => open.length > 0, { timeout: 60_000 })
      const conversations = open.map(({ content }) => content.replace(/^\d+ /, ''))
      expect(new Set(conversations).size).toBe(conversations.length)
      const next = open.shift()
      order.push(next?.content ?? '')
      next?.response.writeHead(200).end('{}')
    }
    await Promise.all(answers)
    for (const text of texts) {
      const own = order.filter((content) => content.endsWith(text))
      expect(own).toEqual([...own].sort((a, b) => parseInt(a) - parseInt(b)))
      expect(own).toHaveLength(2)
    }
    gate.close()
  })

  it('are reported as not sent if old connections cannot be closed', async () => {
    const { seen, origin, close } = await cuttingServer()
    closers.push(close)
    const gate = gateTo(origin, 'once-stuck')
    const [text = ''] = texts
    const stuck = session.fromPartition(`account-once-stuck-${onceLane(text)}`)
    vi.spyOn(stuck, 'closeAllConnections').mockRejectedValueOnce(new Error('the network process is gone'))
    const failure = await ask(gate, post(text, 'never')).answer.catch((error: unknown) => error)
    expect((failure as GateFailure).failure).toMatchObject({ code: 'unreachable', provesNonDelivery: true })
    expect(seen).toEqual([])
    await ask(gate, post(text, 'now')).answer
    expect(seen).toEqual(['now'])
    gate.close()
  })

  it('are not sent after they were aborted', async () => {
    const { seen, origin, close } = await cuttingServer()
    closers.push(close)
    const gate = gateTo(origin, 'once-given-up')
    const [text = ''] = texts
    ask(gate, post(text, 'never')).giveUp()
    await ask(gate, post(text, 'now')).answer
    expect(seen).toEqual(['now'])
    gate.close()
  })

  it('use the same session for the same text, and several sessions in all', () => {
    expect(onceLane('direct [7,9] ')).toBe(onceLane('direct [7,9] '))
    const lanes = Array.from({ length: 300 }, (_, index) => onceLane(`stream ${index} greetings`))
    for (const lane of onceLanes) expect(lanes.filter((one) => one === lane).length).toBeGreaterThan(50)
  })
})
