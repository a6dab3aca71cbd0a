/**
 * A separate program, since the exceptions that it causes end a process: it sends a chunked file to the given origin,
 * which the server breaks off in one upload and the client in another, and prints the results. Its last argument
 * decides whether exceptions of lost uploads are survived.
 */
import './electron-hook.ts'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { ask, gateTo } = await import('./asked-gate.ts')
const { largestBuffer } = await import('#network/request-body.ts')
const { surviveErrors } = await import('#shell/reports/uncaught.ts')

const [origin = '', guard = ''] = process.argv.slice(2)
const survived: string[] = []
const perish = (error: unknown) => {
  console.error(error)
  process.exit(1)
}
if (guard === 'survive') {
  surviveErrors({
    log: (_level, message) => survived.push(message),
    note: perish,
    notify: perish,
    failStart: perish,
  })
}

const folder = mkdtempSync(join(tmpdir(), 'skein-upload-'))
process.on('exit', () => {
  rmSync(folder, { recursive: true, force: true })
})
const path = join(folder, 'file')
const file = openSync(path, 'w')
ftruncateSync(file, 2 * largestBuffer)
closeSync(file)

const gate = gateTo(origin)
const say = (line: string) => process.stdout.write(`${line}\n`)

function upload(to: string, onProgress: () => void = () => undefined) {
  const file = { path, name: 'a.bin', type: 'application/octet-stream', onProgress }
  return ask(gate, { path: to, upload: file, priority: 'upload' })
}

for (const to of ['/cut', '/refuse']) {
  await upload(to).answer.then(
    ({ status }) => say(`${to}: ${status}`),
    (error: unknown) => say(`${to}: ${error instanceof Error ? error.message : ''}`),
  )
}

await new Promise<void>((resolve) => {
  const given = upload('/slow', () => {
    given.giveUp()
    resolve()
  })
})
say('/slow: given up')

// Another request shows that the lane is free and the program runs.
const { status } = await ask(gate, { method: 'GET', path: '/after' }).answer
say(`/after: ${status}, ${survived.length > 0 ? 'exceptions survived' : 'no exception'}`)
gate.close()
process.exit(0)
