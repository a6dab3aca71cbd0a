import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SeededRandom } from '#support/random.ts'
import { generatedMessage } from '../world.ts'
import { messageEvent } from '../message-event.ts'
import type { Place } from '../engine/places.ts'

/**
 * The organization of the page bench, a separate process. It accepts any password and the account's queue, which
 * delivers new messages at a given rate per second; it has no messages besides those of the account, and refuses other
 * requests.
 */

/** The messages from the parent process. */
export interface Load {
  /** New messages a second; 0 ends the load. */
  readonly rate: number
  /** Their conversations, chosen at random. */
  readonly places: readonly Place[]
  readonly firstId: number
}

/** The interval of the events in one answer. */
const pollMs = 100
const heartbeatMs = 30_000
const wholeHistory = { found_anchor: true, found_oldest: true, found_newest: true, history_limited: false }
const random = new SeededRandom(5)

let load: Load = { rate: 0, places: [], firstId: 0 }
let lastEventId = 0
let sent = 0
let begun = 0
let waiting: ServerResponse | undefined

function answer(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** The events that are due at the rate, at most those of a second, so that a slow client gets no endless answer. */
function dueEvents(): object[] {
  const due = Math.min(load.rate, Math.floor(((performance.now() - begun) / 1000) * load.rate) - sent)
  return Array.from({ length: Math.max(0, due) }, () => {
    const row = generatedMessage(load.firstId + sent, random)
    const place = random.pick(load.places)
    sent += 1
    lastEventId += 1
    return messageEvent(lastEventId, row, place)
  })
}

function deliver(): void {
  const response = waiting
  if (response === undefined || load.rate === 0) return
  const events = dueEvents()
  if (events.length === 0) return
  waiting = undefined
  answer(response, { result: 'success', msg: '', events })
}

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://bench').pathname
  request.resume()
  if (path.endsWith('/server_settings')) {
    answer(response, {
      result: 'success',
      msg: '',
      authentication_methods: { password: true },
      email_auth_enabled: true,
      is_incompatible: false,
      realm_name: 'Bench',
      realm_uri: `http://${request.headers.host ?? ''}`,
      svc_version: '11.0',
      svc_feature_level: 237,
    })
  } else if (path.endsWith('/fetch_api_key')) {
    answer(response, { result: 'success', msg: '', api_key: 'k'.repeat(32), email: 'owner@bench.example', user_id: 1 })
  } else if (path.endsWith('/events') && request.method === 'GET') {
    waiting = response
    setTimeout(() => {
      if (waiting !== response || response.writableEnded) return
      waiting = undefined
      lastEventId += 1
      answer(response, { result: 'success', msg: '', events: [{ id: lastEventId, type: 'heartbeat' }] })
    }, heartbeatMs)
  } else if (path.endsWith('/messages') && request.method === 'GET') {
    // The account has all messages; a refusal would be retried.
    answer(response, { result: 'success', msg: '', messages: [], anchor: 0, ...wholeHistory })
  } else if (path.endsWith('/users/me/presence')) {
    answer(response, { result: 'success', msg: '', server_timestamp: Date.now() / 1000, presences: {} })
  } else {
    answer(response, { result: 'error', msg: 'not here', code: 'BAD_REQUEST' }, 400)
  }
})

setInterval(deliver, pollMs)
process.on('message', (message: Load) => {
  process.send?.({ sent })
  load = message
  begun = performance.now()
  sent = 0
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`)
})
