import { openRunFolder } from '../../support/run-folder.ts'
import { startKeyring } from './keyring.ts'
import { ServerProcess } from './processes.ts'

/** One keyring and one filled demo organization for the whole run; workers inherit their places. */
export default async function setUp(): Promise<() => void> {
  process.stdout.write(`SKEIN_SEED=${process.env.SKEIN_SEED ?? ''} repeats the samples and random steps of this run\n`)
  const removeRunFolder = openRunFolder()
  const keyring = await startKeyring()
  Object.assign(process.env, keyring?.env ?? {})
  if (keyring !== null) process.env.SKEIN_TEST_KEYRING = '1'
  const demo = await new ServerProcess().start()
  await demo.stop()
  process.env.SKEIN_TEST_DEMO = demo.folder
  return () => {
    keyring?.stop()
    removeRunFolder()
  }
}
