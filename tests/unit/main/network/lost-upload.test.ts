import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isLostUpload } from '#network/net-errors.ts'
import { listening } from '#support/listening.ts'

const child = fileURLToPath(new URL('../../../support/upload-child.ts', import.meta.url))
const guard = new URL('../../../../main/shell/reports/uncaught.ts', import.meta.url).href

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

function run(args: readonly string[]): Promise<Ended> {
  const running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = { out: '', error: '' }
  running.stdout.on('data', (text: Buffer) => (ended.out += text.toString()))
  running.stderr.on('data', (text: Buffer) => (ended.error += text.toString()))
  return new Promise((resolve) => {
    running.on('close', (code) => {
      resolve({ code, ...ended })
    })
  })
}

/** A server that breaks an upload in the middle, refuses one before its end, or reads it in chunks. */
function uploadServer() {
  return listening((request, response) => {
    let received = 0
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (request.url === '/cut' && received > 1_000_000) request.socket.destroy()
    })
    request.on('error', () => undefined)
    if (request.url === '/refuse') response.writeHead(413, { connection: 'close' }).end('{}')
    else request.on('end', () => response.writeHead(200).end('{}'))
  })
}

/** The part of the program that survives errors, followed by throwing `thrown`. */
function throwing(thrown: string, started = true): Promise<Ended> {
  const program = `
    const { surviveErrors } = await import(${JSON.stringify(guard)})
    const survival = surviveErrors({
      log: (level, message) => console.log(level, message),
      note: (what) => console.log('noted', what),
      tell: (sentence) => console.log('told', sentence),
      failStart: (error) => {
        console.error('cannot start', error)
        process.exit(1)
      },
    })
    if (${started}) survival.started()
    ${thrown}
    setTimeout(() => console.log('alive'), 50)`
  return run(['--input-type=module', '--eval', program])
}

describe('a large upload that breaks, is refused, or is aborted', () => {
  it('fails and leaves the program running', async () => {
    const server = await uploadServer()
    const { out, error, code } = await run([child, server.origin, 'survive'])
    expect(error).toBe('')
    expect(out).toMatch(/^\/cut: The connection to the server was lost\.$/m)
    expect(out).toMatch(/^\/refuse: (?:413|The connection to the server was lost\.)$/m)
    expect(out).toMatch(/^\/slow: given up$/m)
    expect(out).toMatch(/^\/after: 200, exceptions survived$/m)
    expect(code).toBe(0)
    server.close()
  })

  it('would end the program without a listener of the exception, which proves the check above', async () => {
    const server = await uploadServer()
    const { error, code } = await run([child, server.origin, 'perish'])
    expect(error).toContain('mojo result not ok')
    expect(code).not.toBe(0)
    server.close()
  })
})

describe('the survived exceptions', () => {
  it.each([
    `setImmediate(() => { throw new Error('mojo result not ok: 9') })`,
    `void Promise.reject(new Error('mojo result not ok'))`,
    `setImmediate(() => { throw new Error('two startReading calls???') })`,
  ])('include those of a lost upload: %s', async (thrown) => {
    const { code, out } = await throwing(thrown)
    expect(out).toMatch(/^warn a body in chunks was lost: Error: .*\nalive\n$/)
    expect(code).toBe(0)
  })

  it('include those of a lost upload during the start', async () => {
    const { code, out } = await throwing(`setImmediate(() => { throw new Error('mojo result not ok: 9') })`, false)
    expect(out).toMatch(/^warn a body in chunks was lost: Error: .*\nalive\n$/)
    expect(code).toBe(0)
  })

  it.each(['mojo result not ok at all', 'the mojo result not ok: 9', ''])('do not include “%s”', (message) => {
    expect(isLostUpload(new Error(message))).toBe(false)
  })
})
