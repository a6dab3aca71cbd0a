import { dataPaths, restoreBackup, writeBackup } from './backup/backup.ts'
import { readCommand, type Command } from './command-line.ts'
import { openContext } from './context/context.ts'
import { generateOrganization } from './generate/generate.ts'
import { migrations } from './resources.ts'
import { openFolder, serve, systemPorts, type Serve, type Serving } from './serving.ts'
import { lockFolder } from './store/folder-lock.ts'

const folderInUseStatus = 3

async function serveUntilStopped(command: Serve): Promise<void> {
  const serving = await serve(command)
  stopOnSignals(serving)
  void serving.diskFailure?.then(({ message }) => {
    process.stderr.write(`skein server: ${message}; it ends, and goes on where the disk is when it is started again\n`)
    // First, failures are sent as answers to pending requests.
    setTimeout(() => process.exit(1), 100)
  })
  process.stdout.write(`${JSON.stringify(serving.started)}\n`)
}

function stopOnSignals(serving: Serving): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) return
    isStopping = true
    void serving.stop().then(() => {
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
      await serveUntilStopped(command)
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
  // The launcher recognizes by this status that another server runs.
  process.exit(failure.code === 'FOLDER_IN_USE' ? folderInUseStatus : 1)
})
