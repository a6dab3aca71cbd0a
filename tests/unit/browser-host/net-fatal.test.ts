import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WireServer } from '#support/wire-server.ts'

let server: WireServer

beforeEach(async () => {
  server = await new WireServer().start()
})
afterEach(() => {
  server.stop()
})

/** Runs a program with the host's net in a separate process, since the tests observe its end. */
async function run(program: string): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const module = new URL('../../../browser-host/net.ts', import.meta.url).href
  const text = `
    import { netPart as net } from ${JSON.stringify(module)}
    const origin = ${JSON.stringify(server.origin)}
    const say = (text) => process.stdout.write(text + ' ')
    const open = (method, path) => net.request({ method, url: origin + path, redirect: 'manual', credentials: 'omit' })
    const warm = (then) => {
      const request = open('GET', '/warm')
      request.on('response', (response) => response.resume().on('end', () => setImmediate(then)))
      request.end()
    }
    ${program}`
  // The flag avoids a deadlock at the end of Node 24: a compiling thread of V8 waits for the main thread to collect
  // garbage (https://github.com/nodejs/node/issues/54918), in about one of seventy programs.
  const child = spawn(process.execPath, ['--single-threaded', '--input-type=module', '--eval', text], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out: out.trim(), err }
}

describe('a failure without a listener ends the program, as in Electron,', () => {
  it('if it is an error of a request', async () => {
    server.on('/dies', (request) => request.socket.destroy())
    const { code, err } = await run(`open('POST', '/dies').end('x')`)
    expect(code).not.toBe(0)
    expect(err).toContain('net::ERR_EMPTY_RESPONSE')
  })

  it('if it is an error of an answer, also with a listener on the request', async () => {
    server.on('/half', (request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('half', () => request.socket.end())
    })
    const { code, err } = await run(`
      const request = open('GET', '/half')
      request.on('error', () => say('heard'))
      request.on('response', (response) => response.on('data', () => undefined))
      request.end()`)
    expect(code).not.toBe(0)
    expect(err).toContain('net::ERR_CONTENT_LENGTH_MISMATCH')
  })

  it('if it is a chunk in flight when the request is aborted', async () => {
    server.tap('/upload', (request) => request.pause())
    const { code, out, err } = await run(`
      const request = open('POST', '/upload')
      request.on('error', () => say('heard'))
      request.chunkedEncoding = true
      request.write('first', 'utf8', () => {
        say('first')
        // More than the sockets hold.
        request.write(Buffer.alloc(64 * 1024 * 1024), 'utf8', () => say('second'))
        setImmediate(() => request.abort())
      })`)
    expect(code).not.toBe(0)
    expect(out).toMatch(/^first/)
    expect(err).toContain('mojo result not ok: 9')
  })

  it('if it is a chunk in flight when the server disconnects', async () => {
    server.tap('/upload', (request) => request.once('data', () => request.socket.resetAndDestroy()))
    const { code, err } = await run(`
      const request = open('POST', '/upload')
      request.on('error', (error) => say(error.message))
      request.chunkedEncoding = true
      request.write(Buffer.alloc(64 * 1024 * 1024))`)
    expect(code).not.toBe(0)
    expect(err).toContain('mojo result not ok: 9')
  })

  it('if it is a resend of a body in chunks, which the network stack would have to read again', async () => {
    server.tap('/upload', (request) => request.once('data', () => request.socket.destroy()))
    const { code, err } = await run(`
      warm(() => {
        const request = open('POST', '/upload')
        request.on('error', () => undefined)
        request.chunkedEncoding = true
        request.write('first')
      })`)
    expect(code).not.toBe(0)
    expect(err).toContain('two startReading calls???')
  })

  it('but not if a body in chunks was read completely', async () => {
    server.tap('/upload', (request) => {
      request.resume()
      request.prependListener('end', () => request.socket.destroy())
    })
    const { code, out, err } = await run(`
      warm(() => {
        const request = open('POST', '/upload')
        request.on('error', (error) => say(error.message))
        request.chunkedEncoding = true
        request.end('first and last')
      })`)
    expect({ code, out, err }).toEqual({ code: 0, out: 'net::ERR_FAILED', err: '' })
  })
})

it('a program with listeners for all failures continues', async () => {
  const { code, out, err } = await run(`
    const request = open('POST', '/fine')
    request.on('response', (response) => {
      response.on('data', (chunk) => say(String(chunk)))
      response.on('end', () => say('end'))
    })
    request.end('x')`)
  expect({ code, out, err }).toEqual({ code: 0, out: 'ok end', err: '' })
})
