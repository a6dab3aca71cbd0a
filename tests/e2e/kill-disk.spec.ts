import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseSeed, SeededRandom } from '../support/random.ts'
import { conversations, notOnce, type Sent } from './support/delivered.ts'
import { FaultProxy } from './support/fault-proxy.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, test, type SkeinApp } from './support/skein.ts'

/** A tenth of the rounds of the drill without trouble. */
const rounds = Math.ceil(Number(process.env.SKEIN_KILL_ROUNDS ?? '10') / 10)
const burst = 10
const trouble = new URL('./support/disk-trouble.ts', import.meta.url).href

// Exactly once is the client's work alone: a stock server knows no names of sendings.
test.use({ serverOptions: ['--dialect', 'zulip'] })

for (const { kind, code } of [
  { kind: 'full', code: 'SQLITE_FULL' },
  { kind: 'locked', code: 'SQLITE_BUSY' },
]) {
  test(`[S1] ${rounds} times kill -9 while the disk is ${kind} from time to time: what the outbox took is sent exactly once`, async ({
    server,
    launch,
  }) => {
    test.skip(runsInElectron, 'Electron loads nothing before its program')
    test.setTimeout(4 * rounds * 120_000 + 240_000)
    const seed = chooseSeed()
    console.log(`kill drill, disk ${kind}: ${rounds} rounds, seed ${seed}`)
    const random = new SeededRandom(seed)
    const proxy = new FaultProxy(() => server.url, new SeededRandom(seed + 1))
    proxy.maxDelayMs = 120
    const url = await proxy.start()
    const first = await launch()
    await first.signIn(url)
    const { data } = first
    // What is there at first is here: troubles of this kind leave no room for a page of the past, however often it is tried.
    for (const conversation of conversations) await first.open(conversation)
    await first.quit()

    const failures = join(temporaryFolder('disk'), 'failures')
    const failed = () => (existsSync(failures) ? readFileSync(failures, 'utf8').split('\n').filter(Boolean) : [])
    const sent: Sent = new Map()
    // A round without trouble proves nothing: another takes its place.
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
        // A text of some size: it does not fit into what a full file has left.
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
    // The trouble was there, and it was this one.
    expect(failed().length).toBeGreaterThanOrEqual(rounds)
    expect([...new Set(failed())]).toEqual([code])
    proxy.stop()
  })
}

/** Types a message and sends it, again as long as Skein says that it could not be stored: a person does the same. */
async function sendThroughTrouble(app: SkeinApp, text: string): Promise<void> {
  await app.composer.fill(text)
  await expect(async () => {
    if ((await app.composer.inputValue()) === '') return
    await app.composer.press('Enter', { timeout: 2000 })
    await expect(app.composer).toHaveValue('', { timeout: 1000 })
  }).toPass({ timeout: 60_000, intervals: [50] })
}
