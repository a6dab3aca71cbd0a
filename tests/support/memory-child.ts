/**
 * A separate program whose memory is measured: it saves a file from the given origin to a disk that is slower than the
 * network, then streams a video to a slow reader, and prints the growth in bytes of each.
 */
import { sentenceOf } from '#i18n/catalogue.ts'
import './electron-hook.ts'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const { hostSchemes } = await import('#browser-host/electron.ts')
const { handleMedia } = await import('#shell/protocols/media.ts')
const { saveFile } = await import('#shell/files/save-file.ts')
const { MediaCache } = await import('#network/media-cache.ts')
const { MissingMedia } = await import('#accounts/missing-media.ts')
const { Outgoing } = await import('#accounts/outgoing.ts')
const { gateTo } = await import('./asked-gate.ts')

const [origin = ''] = process.argv.slice(2)
const folder = fs.mkdtempSync(join(tmpdir(), 'skein-memory-'))
process.env.SKEIN_HOST_DOWNLOADS = folder
process.on('exit', () => {
  fs.rmSync(folder, { recursive: true, force: true })
})

/** The time that the disk needs for a chunk, and the page for reading one, milliseconds. */
const slownessMs = 1
const write = fs.write.bind(fs)
const writev = fs.writev.bind(fs)
Object.assign(fs, {
  write: (...args: Parameters<typeof write>) => setTimeout(() => write(...args), slownessMs),
  writev: (...args: Parameters<typeof writev>) => setTimeout(() => writev(...args), slownessMs),
})

const source = {
  gate: gateTo(origin),
  cache: new MediaCache(join(folder, 'media')),
  missing: new MissingMedia(),
  outgoing: new Outgoing(join(folder, 'outgoing')),
}
handleMedia(() => source)

async function save(path: string): Promise<number> {
  const result = await saveFile(undefined as never, source, path, { platform: 'linux', log: () => undefined }) // the window is only passed on to the dialog
  if (!result.ok) throw new Error(sentenceOf(result.error))
  const [name = ''] = fs.readdirSync(folder).filter((entry) => path.endsWith(entry))
  const { size } = fs.statSync(join(folder, name))
  fs.rmSync(join(folder, name))
  return size
}

async function watch(path: string): Promise<number> {
  const handler = hostSchemes.get('media')
  const answer = await handler?.(new Request(`media://a${path}`, { headers: { range: 'bytes=0-' } }))
  let size = 0
  const reader = answer?.body?.getReader()
  for (;;) {
    const part = await reader?.read()
    if (part === undefined || part.done) return size
    size += part.value.byteLength
    await sleep(slownessMs)
  }
}

/** The received bytes, and the maximum growth of the program meanwhile, without explicit garbage collection. */
async function measured(task: () => Promise<number>): Promise<{ size: number; grownBy: number }> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const size = await task()
  clearInterval(timer)
  return { size, grownBy: Math.max(peak, process.memoryUsage.rss()) - before }
}

// A first run loads and compiles; it is not measured.
await save('/user_uploads/1/small.bin')
await watch('/user_uploads/1/small.mp4')
const download = await measured(() => save('/user_uploads/1/large.bin'))
const video = await measured(() => watch('/user_uploads/1/large.mp4'))
process.stdout.write(`${JSON.stringify({ download, video })}\n`)
source.gate.close()
process.exit(0)
