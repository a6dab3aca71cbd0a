/** A process under a watchdog that works or hangs, according to its first argument. It ends itself after its work. */
import { Watchdog, noteProgress } from './watchdog.ts'

const [way = '', patienceMs = ''] = process.argv.slice(2)
const watchdog = new Watchdog({ busyMs: Number(patienceMs), idleMs: Number(patienceMs) })

function burn(milliseconds: number): void {
  const used = () => process.cpuUsage().user + process.cpuUsage().system
  const end = used() + milliseconds * 1_000
  while (used() < end);
}

/** Runs ten turns of the loop, each with the maximum allowed amount of `work`. */
async function tenTimes(work: () => Promise<void> | void): Promise<void> {
  for (let time = 0; time < 10; time += 1) {
    await work()
    noteProgress()
  }
}

const waiting = () => new Promise<void>((resolve) => setTimeout(resolve, Number(patienceMs) / 4))

const ways: Readonly<Record<string, () => Promise<void>>> = {
  'a loop without an end': () =>
    tenTimes(() => {
      for (;;);
    }),
  'a promise that is never kept': () => tenTimes(() => new Promise(() => undefined)),
  'work without an end that lets others have their turn': async () => {
    for (;;) {
      burn(5)
      await new Promise((resolve) => setImmediate(resolve))
    }
  },
  'much work': () =>
    tenTimes(() => {
      burn(Number(patienceMs) / 4)
    }),
  'much waiting': () => tenTimes(waiting),
  'nothing to do': async () => {
    watchdog.isWorking = false
    for (let time = 0; time < 10; time += 1) await waiting()
  },
}

watchdog.isWorking = true
process.stdout.write('begun\n')
// The channel keeps a process of the simulation alive, too.
const alive = setInterval(() => undefined, 1_000)
await ways[way]?.()
clearInterval(alive)
process.stdout.write('done\n')
