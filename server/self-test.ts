import { newApiKey } from './people/credentials.ts'
import { mkdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { dataPaths } from './backup/backup.ts'
import { buildServer } from './build-server.ts'
import { roles } from './people/permissions.ts'
import { sqliteVersion } from './store/database.ts'
import { folderStore, systemClock, systemIds, systemRandom } from './system-ports.ts'

/** The data of the worker thread. */
interface Given {
  readonly folder: string
  readonly email: string
  readonly password: string
}

/** Silence of one tenth of a second: 8 000 samples a second, 8 bits each. */
function silence(): Buffer {
  const samples = Buffer.alloc(800, 0x80)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(8_000, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/**
 * The server of an organization with one account for `--self-test` of a packaged program, in a worker thread because
 * the program cannot start other programs. It posts `{ type: 'ready' }` with its address, answers `find` with the
 * number of messages with a content, and `upload` with the path of a short sound.
 */
async function main(): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('the server of the self-test was not started as a thread')
  const { folder, email, password } = workerData as Given // given by main/shell/self-test/organization.ts
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = dataPaths(folder)
  const { app, context } = await buildServer({
    clock: systemClock,
    random: systemRandom,
    ids: systemIds,
    database: paths.database,
    files: folderStore(paths.files),
  })
  const apiKey = newApiKey(context)
  const userId = context.write(() => {
    context.tables.organization.create({
      stringId: 'main',
      name: 'Self-test',
      description: '',
      createdAt: context.nowSeconds(),
    })
    return context.tables.users.add(
      {
        deliveryEmail: email,
        fullName: 'Self-test',
        role: roles.owner,
        password,
        apiKey,
        dateJoined: context.nowSeconds(),
      },
      'localhost',
    )
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const authorization = `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`
  const ask = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: { authorization } })
    return (await response.json()) as Record<string, unknown> // the service answers objects
  }
  const found = async (content: string): Promise<number> => {
    const answer = await ask('/messages?anchor=newest&num_before=100&num_after=0&apply_markdown=false&narrow=[]')
    const messages = answer.messages as { content: string }[] // the shape of GET /messages
    return messages.filter((message) => message.content === content).length
  }
  const uploaded = async (): Promise<string> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(silence())], { type: 'audio/wav' }), 'silence.wav')
    return String((await ask('/user_uploads', { method: 'POST', body: form })).uri)
  }
  port.on('message', (message: { id: number; type: 'find'; content: string } | { id: number; type: 'upload' }) => {
    const answer = message.type === 'find' ? found(message.content) : uploaded()
    answer.then(
      (value) => {
        port.postMessage({ type: 'answer', id: message.id, value })
      },
      (error: unknown) => {
        port.postMessage({ type: 'failed', id: message.id, message: String(error) })
      },
    )
  })
  port.postMessage({ type: 'ready', url, userId, sqlite: sqliteVersion() })
}

void main()
