import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ask, gateTo } from '#support/asked-gate.ts'
import { bodyOf } from '#support/cutting-server.ts'
import { listening, type Listening } from '#support/listening.ts'

let server: Listening | undefined
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-upload-'))
})
afterEach(() => {
  server?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('the network stack resends a file whose connection broke, because its body has a length and still exists', async () => {
  const seen: { readonly length: number; readonly said: string | undefined }[] = []
  server = await listening((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push({ length: body.length, said: request.headers['content-length'] })
      if (seen.length === 2) request.socket.destroy()
      else response.end('{}')
    })
  })
  const path = join(folder, 'file')
  writeFileSync(path, 'a'.repeat(1_000_000))
  const gate = gateTo(server.origin, 'resent-upload')
  const upload = { path, name: 'a.txt', type: 'text/plain', onProgress: () => undefined }
  const send = () =>
    ask(gate, { path: '/x', upload, priority: 'upload' }).answer.then(
      ({ status }) => status,
      (error: unknown) => error,
    )
  expect(await send()).toBe(200)
  // The first request’s connection carries this one, and breaks.
  expect(await send()).toBe(200)
  const [first] = seen
  expect(first?.length).toBeGreaterThan(1_000_000)
  expect(seen).toEqual([first, first, first])
  expect(first?.said).toBe(String(first?.length))
  gate.close()
})
