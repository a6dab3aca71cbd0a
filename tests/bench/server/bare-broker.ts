/**
 * The floor of delivery: a plain HTTP server that keeps polls waiting and answers them on each sending, without users
 * or semantics. `GET /poll/ID` waits, `POST /send` has `{members, body}`. With a file path as argument it delivers
 * after a flush to that file; without one it stores nothing.
 */
import { fdatasync, openSync, writeSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const waiting = new Map<string, ServerResponse>()
const queued = new Map<string, string[]>()

function flush(id: string): void {
  const response = waiting.get(id)
  const events = queued.get(id) ?? []
  if (response === undefined || events.length === 0) return
  waiting.delete(id)
  queued.delete(id)
  response.end(`{"events":[${events.join(',')}]}`)
}

const path = process.argv[2]
const file = path === undefined ? undefined : openSync(path, 'a')
let written: (() => void)[] = []
let isFlushing = false

/** Calls back when the text is on disk; one flush serves all texts since the previous one. */
function keep(text: string, then: () => void): void {
  if (file === undefined) {
    then()
    return
  }
  writeSync(file, text)
  written.push(then)
  flushFile(file)
}

function flushFile(open: number): void {
  if (isFlushing || written.length === 0) return
  isFlushing = true
  const kept = written
  written = []
  fdatasync(open, (error) => {
    if (error !== null) throw error
    isFlushing = false
    for (const then of kept) then()
    flushFile(open)
  })
}

const server = createServer((request, response) => {
  const [, action = '', id = ''] = (request.url ?? '').split('/')
  if (action === 'poll') {
    waiting.set(id, response)
    flush(id)
    return
  }
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const { members, body } = JSON.parse(text) as { members: number[]; body: unknown }
    keep(text, () => {
      response.end('{}')
      for (const member of members) {
        const events = queued.get(String(member)) ?? []
        events.push(JSON.stringify(body))
        queued.set(String(member), events)
        flush(String(member))
      }
    })
  })
})

server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}` })}\n`)
})
process.on('SIGTERM', () => process.exit(0))
