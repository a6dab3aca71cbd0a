import { startKeyring } from './keyring.ts'

/** One keyring for the whole run; the workers inherit its address. */
export default async function setUp(): Promise<() => void> {
  const keyring = await startKeyring()
  Object.assign(process.env, keyring?.env ?? {})
  if (keyring !== null) process.env.SKEIN_TEST_KEYRING = '1'
  return () => keyring?.stop()
}
