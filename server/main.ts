import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildServer } from './build-server.ts'
import type { ServerContext } from './context.ts'
import { createDemo, demoAccounts, type DemoAccount } from './demo/create-demo.ts'
import { roleName, roles } from './roles.ts'
import { folderStore, systemClock, systemIds, systemRandom } from './system-ports.ts'

/** A command line that cannot be carried out; its message says what to do. */
class UsageError extends Error {
  readonly code = 'USAGE'
}

function defaultDataFolder(): string {
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'Skein Server')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Skein Server')
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'skein-server')
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string', default: defaultDataFolder() },
      demo: { type: 'boolean', default: false },
      'forget-queues': { type: 'boolean', default: false },
      owner: { type: 'string' },
      'password-file': { type: 'string' },
    },
  })
  const port = Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port ${values.port} is no port number`)
  return { ...values, port }
}

/** Creates the organization on first start: the demo, or one with nobody but its owner. */
function ensureOrganization(context: ServerContext, options: ReturnType<typeof readOptions>): DemoAccount[] {
  const { organization, users } = context.tables
  const isNew = organization.find() === undefined
  if (options.demo) {
    if (isNew) createDemo(context)
    return demoAccounts(context, roleName)
  }
  if (!isNew) return []
  if (options.owner === undefined || options['password-file'] === undefined) {
    throw new UsageError(
      'this folder holds no organization yet: name its owner with --owner EMAIL --password-file FILE, or add --demo',
    )
  }
  const email = options.owner
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new UsageError(`--owner ${email} is no e-mail address`)
  let password: string
  try {
    password = readFileSync(options['password-file'], 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new UsageError(`the password file ${options['password-file']} cannot be read`)
  }
  if (password.length < 6) throw new UsageError('the password in the password file needs at least 6 characters')
  context.write(() => {
    const host = email.split('@')[1] ?? 'localhost'
    organization.create({ stringId: 'main', name: host, description: '', createdAt: context.nowSeconds() })
    users.add(
      {
        deliveryEmail: email,
        fullName: email.split('@')[0] ?? 'Owner',
        role: roles.owner,
        password,
        apiKey: context.ports.random.bytes(24).toString('base64url'),
        dateJoined: context.nowSeconds(),
      },
      host,
    )
  })
  return []
}

async function main(): Promise<void> {
  const options = readOptions()
  mkdirSync(options.data, { recursive: true, mode: 0o700 })
  const server = await buildServer(
    {
      clock: systemClock,
      random: systemRandom,
      ids: systemIds,
      database: join(options.data, 'organization.sqlite'),
      files: folderStore(join(options.data, 'files')),
    },
    { forgetQueues: options['forget-queues'] },
  )
  const accounts = ensureOrganization(server.context, options)
  const url = await server.app.listen({ host: '127.0.0.1', port: options.port })

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void server.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const { name } = server.context.tables.organization.get()
  process.stdout.write(`${JSON.stringify({ url, organization: name, accounts })}\n`)
}

main().catch((error: unknown) => {
  const failure = error as { code?: unknown; message?: unknown } // whatever was thrown, only these two are read
  const sentence =
    failure.code === 'EADDRINUSE'
      ? 'the port is taken by another program; choose another --port, or 0 for a free one'
      : typeof failure.message === 'string'
        ? failure.message
        : String(error)
  process.stderr.write(`skein server: ${sentence}\n`)
  process.exit(1)
})
