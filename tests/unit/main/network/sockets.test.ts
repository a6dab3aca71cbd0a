import { afterEach, expect, it } from 'vitest'
import { ask, gateTo } from '#support/asked-gate.ts'
import { listening, type Listening } from '#support/listening.ts'

let server: Listening | undefined
afterEach(() => {
  server?.close()
})

it('the network sends a poll and a message while six calls of the user wait for their answers', async () => {
  const seen: string[] = []
  const answers: (() => void)[] = []
  server = await listening((request, response) => {
    seen.push(request.url ?? '')
    answers.push(() => response.end('{}'))
  })
  const gate = gateTo(server.origin, 'sockets')
  const calls = Array.from({ length: 6 }, (_, index) => ask(gate, { method: 'GET', path: `/call${index}` }))
  await expect.poll(() => seen.length).toBe(6)
  const others = [
    ask(gate, { method: 'GET', path: '/poll', priority: 'poll' }),
    ask(gate, { path: '/message', form: { content: 'x' }, once: 'a conversation' }),
  ]
  await expect.poll(() => seen.slice(6).toSorted(), { timeout: 10_000 }).toEqual(['/message', '/poll'])
  for (const answer of answers) answer()
  const all = await Promise.all([...calls, ...others].map(({ answer }) => answer))
  expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  gate.close()
})
