import { chooseSeed, SeededRandom } from '#support/random.ts'
import { isDrill } from '#support/random.ts'
import { leave } from './support/sample.ts'
import { expect, test } from './support/skein.ts'
import { kindsOfSteps, reloadEvery, Torture } from './support/torture.ts'

/** The steps of the drill. */
const whole = 20_000
const steps = Number(process.env.SKEIN_TORTURE_STEPS ?? (isDrill ? whole : reloadEvery))

test(`${steps} random steps in the composer lose, duplicate and move no text`, async ({ app, server }, testInfo) => {
  testInfo.setTimeout(60_000 + steps * 200)
  leave(whole - steps, 'steps in the composer')
  const random = new SeededRandom(chooseSeed())
  console.log(`torture of the composer: ${steps} steps, seed ${random.seed}`)
  const torture = new Torture(app, server, random)
  await torture.begin()
  let fault = ''
  for (let index = 1; index <= steps && fault === ''; index += 1) {
    try {
      await torture.step(index)
      if (index === steps) await torture.finish()
    } catch (error) {
      fault = `${torture.log.join('\n')}\n${String(error)}`
    }
  }
  expect(fault).toBe('')
  console.log(`torture of the composer: ${[...torture.done].map(([what, times]) => `${what} ${times}`).join(', ')}`)
  if (steps >= reloadEvery) expect([...torture.done.keys()].toSorted()).toEqual(kindsOfSteps)
})
