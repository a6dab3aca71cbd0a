import { mkdirSync } from 'node:fs'
import { dataPaths } from './backup/backup.ts'
import type { Clock } from './base/ports.ts'
import { closeToOthers } from './base/private-files.ts'
import { roleName, roles } from './people/permissions.ts'
import { buildServer } from './build-server.ts'
import type { Command } from './command-line.ts'
import type { ServerContext } from './context/context.ts'
import { createDemo, demoAccounts, type DemoAccount } from './demo/create-demo.ts'
import { liveDemo } from './demo/live.ts'
import { newApiKey } from './people/credentials.ts'
import { lockFolder } from './store/folder-lock.ts'
import { folderStore, systemClock, systemIds, systemRandom } from './system-ports.ts'

/**
 * The length of the accept queue. After a restart all clients reconnect at once, and the system retries a dropped
 * connection only after a second and more.
 */
const connectionsAtOnce = 4096

export type Serve = Extract<Command, { type: 'serve' }>

/** A listening server. */
export interface Serving {
  /**
   * The fields that the launcher and the tests read: the address, the organization's name, and the accounts of the
   * demo.
   */
  readonly started: { readonly url: string; readonly organization: string; readonly accounts: readonly DemoAccount[] }
  /** Resolves if the disk fails; undefined if there are no background writes. */
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

/** Creates the data folder, which only this user can access. */
export function openFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const warning = closeToOthers(folder)
  if (warning !== undefined) process.stderr.write(`skein server: ${warning}\n`)
}

/** Opens the organization of a data folder, creating it on first start, and listens. @throws FolderInUseError */
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

/** The system's clock with tasks that end with the server, since they use its database. */
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

/** Creates the organization on first start: the demo, or one with an owner only. */
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
