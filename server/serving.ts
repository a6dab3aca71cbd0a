import { mkdirSync } from 'node:fs'
import { dataPaths } from './backup/backup.ts'
import type { Clock } from './base/ports.ts'
import { closeToOthers } from './base/private-files.ts'
import { roleName, roles } from './base/roles.ts'
import { buildServer } from './build-server.ts'
import type { Command } from './command-line.ts'
import type { ServerContext } from './context/context.ts'
import { createDemo, demoAccounts, type DemoAccount } from './demo/create-demo.ts'
import { liveDemo } from './demo/live.ts'
import { newApiKey } from './people/credentials.ts'
import { lockFolder } from './store/folder-lock.ts'
import { folderStore, systemClock, systemIds, systemRandom } from './system-ports.ts'

/**
 * The length of the accept queue. After a restart all clients reconnect at once, and a connection that the system drops
 * is retried after one second and after three.
 */
const connectionsAtOnce = 4096

export type Serve = Extract<Command, { type: 'serve' }>

/** A server that listens. */
export interface Serving {
  /** What the launcher and the tests read: the address, the organization's name, and the accounts of the demo. */
  readonly started: { readonly url: string; readonly organization: string; readonly accounts: readonly DemoAccount[] }
  /** Is fulfilled if the disk fails; undefined where nothing is written in the background. */
  readonly diskFailure: Promise<Error> | undefined
  /** Ends waiting polls, closes the sockets and the database, and releases the folder. */
  stop(): Promise<void>
}

export function systemPorts(folder: string, clock: Clock = systemClock) {
  const paths = dataPaths(folder)
  return {
    clock,
    random: systemRandom,
    ids: systemIds,
    database: paths.database,
    files: folderStore(paths.files),
  }
}

/** The data folder, accessible to this user alone. */
export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const warning = closeToOthers(folder)
  if (warning !== undefined) process.stderr.write(`skein server: ${warning}\n`)
}

/** Opens the organization of a data folder, which is created on first start, and listens. @throws FolderInUseError */
export async function serve(command: Serve): Promise<Serving> {
  openFolder(command.data)
  const unlock = lockFolder(dataPaths(command.data).lock)
  const { clock, forgetTasks } = endingClock()
  const server = await buildServer(systemPorts(command.data, clock), command.server)
  const accounts = ensureOrganization(server.context, command)
  if (command.reactivates) {
    server.context.write(() => {
      server.context.tables.organization.setDeactivated(false)
    })
  }
  const url = await server.app.listen({ host: command.host, port: command.port, backlog: connectionsAtOnce })
  const stopLiving = command.isLive ? liveDemo(server.context) : () => undefined
  const { name } = server.context.tables.organization.get()
  return {
    started: { url, organization: name, accounts },
    diskFailure: server.context.diskFailure,
    async stop() {
      await server.close()
      stopLiving()
      forgetTasks()
      unlock()
    },
  }
}

/** The system's clock, whose tasks end with the server: they use its database. */
function endingClock(): { clock: Clock; forgetTasks: () => void } {
  const waiting = new Set<() => void>()
  const schedule: Clock['schedule'] = (delayMs, task) => {
    const cancel = systemClock.schedule(delayMs, () => {
      waiting.delete(forget)
      task()
    })
    const forget = () => {
      waiting.delete(forget)
      cancel()
    }
    waiting.add(forget)
    return forget
  }
  return {
    clock: { ...systemClock, schedule },
    forgetTasks() {
      for (const forget of waiting) forget()
    },
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
