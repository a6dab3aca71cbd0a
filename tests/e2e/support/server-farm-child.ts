/**
 * The program of a `ServerFarm`: starts and stops organization servers, one at a time, with the arguments of
 * `server/main.ts`.
 */
import { readCommand } from '#server/command-line.ts'
import { serve, type Serving } from '#server/serving.ts'
import type { FarmRequest } from './server-farm.ts'

let serving: Serving | undefined

async function answer(request: FarmRequest): Promise<object> {
  await serving?.stop()
  serving = undefined
  if (request.type === 'stop') return {}
  const command = readCommand(request.args)
  if (command.type !== 'serve') throw new Error(`${command.type} is not for a farm`)
  serving = await serve(command)
  return serving.started
}

process.on('message', (request: FarmRequest) => {
  answer(request).then(
    (value) => process.send?.({ ok: true, value }),
    (error: unknown) => process.send?.({ ok: false, message: String(error) }),
  )
})
// Between two servers only the channel keeps the process running.
process.channel?.ref()
