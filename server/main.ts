import { newApiKey } from './people/credentials.ts'
import { mkdirSync } from 'node:fs'
import { dataPaths, restoreBackup, writeBackup } from './backup/backup.ts'
import { buildServer, type BuiltServer } from './build-server.ts'
import { readCommand, type Command } from './command-line.ts'
import type { ServerContext } from './context/context.ts'
import { createDemo, demoAccounts, type DemoAccount } from './demo/create-demo.ts'
import { liveDemo } from './demo/live.ts'
import { generateOrganization } from './generate/generate.ts'
import { openContext } from './context/context.ts'
import { closeToOthers, writePrivately } from './base/private-files.ts'
import { roleName, roles } from './base/roles.ts'
import { migrations } from './resources.ts'
import { lockFolder } from './store/folder-lock.ts'
import { folderStore, systemClock, systemIds, systemRandom } from './system-ports.ts'

const folderInUseStatus = 3
/**
 * The length of the accept queue. After a restart all clients reconnect at once, and a connection that the system drops
 * is retried after one second and after three.
 */
const connectionsAtOnce = 4096

type Serve = Extract<Command, { type: 'serve' }>

function systemPorts(folder: string) {
  const paths = dataPaths(folder)
  return {
    clock: systemClock,
    random: systemRandom,
    ids: systemIds,
    database: paths.database,
    files: folderStore(paths.files),
  }
}

/** Creates the organization on first start: the demo, or one with only its owner. */
function ensureOrganization(context: ServerContext, command: Serve): DemoAccount[] {
  const isNew = context.tables.organization.find() === undefined
  if (command.isDemo) {
    if (isNew) createDemo(context)
    return demoAccounts(context, roleName)
  }
  if (isNew) createOwned(context, command)
  return []
}

function createOwned(context: ServerContext, command: Serve): void {
  const { email, password } = command.firstOwner()
  const host = email.split('@')[1] ?? 'localhost'
  context.write(() => {
    context.tables.organization.create({
      stringId: 'main',
      name: host,
      description: '',
      createdAt: context.nowSeconds(),
    })
    context.tables.users.add(
      {
        deliveryEmail: email,
        fullName: email.split('@')[0] ?? 'Owner',
        role: roles.owner,
        password,
        apiKey: newApiKey(context),
        dateJoined: context.nowSeconds(),
      },
      host,
    )
  })
}

/** The data folder, accessible to this user alone (X6). */
function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const warning = closeToOthers(folder)
  if (warning !== undefined) process.stderr.write(`skein server: ${warning}\n`)
}

async function serve(command: Serve): Promise<void> {
  openFolder(command.data)
  const unlock = lockFolder(dataPaths(command.data).lock)
  const server = await buildServer(systemPorts(command.data), command.server)
  const accounts = ensureOrganization(server.context, command)
  if (command.reactivates) {
    server.context.write(() => {
      server.context.tables.organization.setDeactivated(false)
    })
  }
  const url = await server.app.listen({ host: command.host, port: command.port, backlog: connectionsAtOnce })
  const stopLiving = command.isLive ? liveDemo(server.context) : () => undefined
  stopOnSignals(server, () => {
    stopLiving()
    unlock()
  })
  void server.context.diskFailure?.then(({ message }) => {
    process.stderr.write(`skein server: ${message}; it ends, and goes on where the disk is when it is started again\n`)
    // Pending answers are sent as failures first.
    setTimeout(() => process.exit(1), 100)
  })
  const { name } = server.context.tables.organization.get()
  process.stdout.write(`${JSON.stringify({ url, organization: name, accounts })}\n`)
}

function stopOnSignals(server: BuiltServer, afterwards: () => void): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void server.close().then(() => {
      afterwards()
      process.exit(0)
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function generate({ data, plan }: Extract<Command, { type: 'generate' }>): Promise<void> {
  openFolder(data)
  const unlock = lockFolder(dataPaths(data).lock)
  const context = openContext(systemPorts(data), { migrations })
  const account = generateOrganization(context, plan, (line) => process.stderr.write(`${line}\n`))
  await context.close()
  unlock()
  process.stdout.write(`${JSON.stringify(account)}\n`)
}

async function main(): Promise<void> {
  const command = readCommand()
  writePrivately()
  switch (command.type) {
    case 'backup':
      writeBackup(command.data, command.file)
      return
    case 'restore':
      openFolder(command.data)
      restoreBackup(command.file, command.data)
      return
    case 'generate':
      await generate(command)
      return
    case 'serve':
      await serve(command)
  }
}

main().catch((error: unknown) => {
  const failure = error as { code?: unknown; message?: unknown } // only these two fields are read
  const sentence =
    failure.code === 'EADDRINUSE'
      ? 'the port is taken by another program; choose another --port, or 0 for a free one'
      : typeof failure.message === 'string'
        ? failure.message
        : String(error)
  process.stderr.write(`skein server: ${sentence}\n`)
  // The launcher recognizes a running server by this status.
  process.exit(failure.code === 'FOLDER_IN_USE' ? folderInUseStatus : 1)
})
