import { fileURLToPath } from 'node:url'
import type { FullConfig } from '@playwright/test'
import { openRunFolder } from '#support/run-folder.ts'
import { startKeyring } from './keyring.ts'
import { ServerProcess } from './processes.ts'

const references = fileURLToPath(new URL('../references', import.meta.url))

/** One keyring and one filled demo organization for the whole run; workers inherit their places. */
export default async function setUp({ updateSnapshots }: FullConfig): Promise<() => Promise<void>> {
  const startedAt = Date.now()
  process.stdout.write(`SKEIN_SEED=${process.env.SKEIN_SEED ?? ''} repeats the samples and random steps of this run\n`)
  const removeRunFolder = openRunFolder()
  const keyring = await startKeyring()
  Object.assign(process.env, keyring?.env ?? {})
  if (keyring !== null) process.env.SKEIN_TEST_KEYRING = '1'
  const demo = await new ServerProcess().start()
  await demo.stop()
  process.env.SKEIN_TEST_DEMO = demo.folder
  return async () => {
    // Pictures that were drawn anew are kept small.
    const isRedrawn = updateSnapshots === 'all' || updateSnapshots === 'changed'
    if (isRedrawn) {
      const { compressPngs } = await import('#support/compressed-png.ts')
      await compressPngs(references, startedAt)
    }
    keyring?.stop()
    removeRunFolder()
  }
}
