import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'
import { conversations, notOnce, type Sent } from './support/delivered.ts'
import { FaultProxy } from './support/fault-proxy.ts'
import { temporaryFolder, type ServerProcess } from './support/processes.ts'
import { expect, runsInElectron, test, type SkeinApp } from './support/skein.ts'
import { writtenIn } from './support/written-text.ts'

/** A tenth of the rounds of the drill without faults. */
const rounds = Math.ceil(Number(process.env.SKEIN_KILL_ROUNDS ?? '10') / 10)
const burst = 10
const trouble = new URL('./support/disk-trouble.ts', import.meta.url).href

// Exactly-once delivery depends on the client alone: a stock server ignores names of send requests.
test.use({ serverOptions: ['--dialect', 'zulip'] })

const full = { kind: 'full', code: 'SQLITE_FULL' }
const locked = { kind: 'locked', code: 'SQLITE_BUSY' }

for (const trouble of isDrill ? [full, locked] : [full]) {
  test(`the outbox sends each message exactly once after ${rounds} times kill -9 while the disk is ${trouble.kind} at intervals [S1]`, async ({
    server,
    launch,
  }) => {
    test.skip(runsInElectron, 'Electron loads nothing before its program')
    test.setTimeout(4 * rounds * 120_000 + 240_000)
    await expectOnceInTrouble({ server, launch, ...trouble })
  })
}

interface Trouble {
  readonly server: ServerProcess
  readonly launch: (options?: { data?: string; env?: NodeJS.ProcessEnv }) => Promise<SkeinApp>
  /** The fault of the disk, and the code of the statements that fail with it. */
  readonly kind: string
  readonly code: string
}

async function expectOnceInTrouble({ server, launch, kind, code }: Trouble): Promise<void> {
  const seed = chooseSeed()
  console.log(`kill drill, disk ${kind}: ${rounds} rounds, seed ${seed}`)
  const random = new SeededRandom(seed)
  const proxy = new FaultProxy(() => server.url, new SeededRandom(seed + 1))
  proxy.maxDelayMs = 120
  const url = await proxy.start()
  const first = await launch()
  await first.signIn(url)
  const { data } = first
  // The initial messages are cached, since these faults leave no space for a page of history in any number of fetches.
  for (const conversation of conversations) await first.open(conversation)
  await first.quit()

  const failures = join(temporaryFolder('disk'), 'failures')
  const failed = () => (existsSync(failures) ? readFileSync(failures, 'utf8').split('\n').filter(Boolean) : [])
  const sent: Sent = new Map()
  // A round without a fault proves nothing and is repeated.
  for (let round = 0; round < rounds || (failed().length < rounds && round < 4 * rounds); round += 1) {
    proxy.forget()
    proxy.killRate = random.chance(0.5) ? 0.35 : 0
    const env = {
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${trouble}`.trim(),
      SKEIN_DISK_TROUBLE: `${kind}:${seed + round}`,
      SKEIN_DISK_FAILURES: failures,
    }
    const app = await launch({ data, env })
    const conversation = random.pick(conversations)
    await app.open(conversation)
    await app.composer.fill('')
    for (let index = 0; index < burst; index += 1) {
      // A text that is too long for the free pages of a full file.
      const text = `round ${round} message ${index} ${'lorem ipsum '.repeat(random.below(300))}`.trim()
      await sendThroughTrouble(app, text)
      sent.set(text, conversation)
    }
    await app.kill()
  }

  proxy.killRate = 0
  proxy.lossRate = 0
  const last = await launch({ data })
  await expect.poll(() => notOnce(server, sent), { timeout: 120_000, intervals: [1000] }).toEqual([])
  for (const conversation of conversations) {
    await last.open(conversation)
    await expect(last.page.locator('article.message[data-state]')).toHaveCount(0, { timeout: 60_000 })
  }
  expect(await notOnce(server, sent)).toEqual([])
  expect(proxy.onceOverReused).toEqual([])
  console.log(
    `kill drill, disk ${kind}: ${rounds} kills, ${failed().length} statements failed, ${sent.size} messages, each exactly once`,
  )
  // The fault occurred, and was the chosen one.
  expect(failed().length).toBeGreaterThanOrEqual(rounds)
  expect([...new Set(failed())]).toEqual([code])
  proxy.stop()
}

/** Types a message and sends it, and repeats that like a user while Skein reports that it could not be stored. */
async function sendThroughTrouble(app: SkeinApp, text: string): Promise<void> {
  await app.composer.fill(text)
  await expect(async () => {
    if ((await writtenIn(app.composer)) === '') return
    await app.composer.press('Enter', { timeout: 2000 })
    await expect(app.composer).toHoldText('', { timeout: 1000 })
  }).toPass({ timeout: 60_000, intervals: [50] })
}
