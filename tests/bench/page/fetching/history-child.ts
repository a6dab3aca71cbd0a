import { systemClock } from '#server/system-ports.ts'
import { TestServer } from '#support/test-server.ts'

/**
 * Our server with one stream of many messages, a separate process, so that its work delays neither the engine nor the
 * measurement. It prints its address, the account and the stream.
 */

const [count = ''] = process.argv.slice(2)

const server = new TestServer({ serverClock: systemClock })
await server.start()
const { iris, noor, general } = server.seed()
const place = { stream: general, topic: 'log' }
await server.post(noor, place, 'm0')
server.fill(place, { from: noor, to: iris, count: Number(count), everySeconds: 600 })
const url = await server.built.app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url, email: iris.email, apiKey: iris.apiKey, streamId: general })}\n`)
