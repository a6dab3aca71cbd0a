import { z } from 'zod'
import type { Accounts } from '#accounts/accounts.ts'
import type { LogLevel } from '#engine/ports.ts'
import type { CredentialService } from '#network/credentials.ts'

/** The account that `npm run demo` names; Skein signs in to it at the start. */
const demoSchema = z.object({ server: z.string(), email: z.string(), password: z.string() })

/**
 * Signs in to the demo account, unless it is signed in already.
 * @param text the account as JSON
 * @throws ZodError if it is malformed
 */
export async function signInToDemo(
  text: string,
  accounts: Pick<Accounts, 'signIn'>,
  credentials: Pick<CredentialService, 'withPassword'>,
  log: (level: LogLevel, message: string) => void,
): Promise<void> {
  const demo = demoSchema.parse(JSON.parse(text))
  try {
    await accounts.signIn(await credentials.withPassword(demo.server, demo.email, demo.password))
  } catch (error) {
    log('error', `signing in to the demo failed: ${String(error)}`)
  }
}
