import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import type { OwnAct } from '#contract/people/own-account.ts'
import type { Keychain } from '#main/keychain.ts'
import type { CredentialService } from '#network/credentials.ts'
import { askOwn, ownFailure } from '#network/own-requests.ts'
import { randomUUID } from 'node:crypto'
import type { RunningAccount } from './running-account.ts'

const done = { ok: true, value: null } as const
const envelope = z.object({})
const keySchema = z.object({ api_key: z.string().min(1) })
/** A repeated request would have the old key or the old password, and its refusal would hide the new one. */
const once = 'own account'

type Account = Pick<RunningAccount, 'gate' | 'outgoing' | 'engine' | 'stored'>

export interface OwnAccountOptions {
  readonly keychain: Pick<Keychain, 'write'>
  readonly credentials: Pick<CredentialService, 'withPassword'>
}

/**
 * The changes of an own account that carry its password or key, and its picture. Main sends them itself, so that no
 * secret passes through an engine, and needs the server for each.
 */
export class OwnAccount {
  readonly #options: OwnAccountOptions

  constructor(options: OwnAccountOptions) {
    this.#options = options
  }

  /** `POST /users/me/avatar`. @param data the PNG, base64 */
  async setPicture(account: Account, data: string): Promise<Result<null>> {
    const bytes = Buffer.from(data, 'base64')
    const id = randomUUID()
    const { outgoing } = account
    try {
      outgoing.begin(id, bytes.length)
      outgoing.append(id, 0, bytes)
      outgoing.finish(id)
      const upload = { path: outgoing.pathOf(id), name: 'picture.png', type: 'image/png', onProgress: () => undefined }
      await askOwn(account.gate, 'POST', '/users/me/avatar', {}, envelope, { upload })
      return done
    } catch (error) {
      return failed(error, 'picture')
    } finally {
      outgoing.remove(id)
    }
  }

  /** `DELETE /users/me/avatar`. */
  async removePicture(account: Account): Promise<Result<null>> {
    try {
      await askOwn(account.gate, 'DELETE', '/users/me/avatar', {}, envelope)
      return done
    } catch (error) {
      return failed(error, 'picture')
    }
  }

  /**
   * `PATCH /settings` with a new password. A server may replace the key with the password, so that the key is fetched
   * with it. Answers whether the account goes on with a key, and whether the keychain has it.
   */
  async changePassword(
    account: Account,
    { current, wanted }: { readonly current: string; readonly wanted: string },
  ): Promise<Result<{ readonly hasKey: boolean; readonly keyIsStored: boolean }>> {
    const endReplacing = account.gate.beginReplacing()
    try {
      await askOwn(account.gate, 'PATCH', '/settings', { old_password: current, new_password: wanted }, envelope, {
        once,
        replacesKey: true,
      })
    } catch (error) {
      const isUnknown = ownFailure(error, 'password').code === 'OWN_OUTCOME_UNKNOWN'
      // A password with which the server gives a key was changed, although its answer was lost.
      const isStored = isUnknown ? await this.#fetchKey(account, wanted) : null
      endReplacing()
      return isStored === null
        ? failed(error, 'password')
        : { ok: true, value: { hasKey: true, keyIsStored: isStored } }
    }
    const isStored = await this.#fetchKey(account, wanted)
    endReplacing()
    if (isStored !== null) return { ok: true, value: { hasKey: true, keyIsStored: isStored } }
    // If the key was replaced, the engine reports that the account is signed out.
    account.engine.signal('key_changed')
    return { ok: true, value: { hasKey: false, keyIsStored: true } }
  }

  /** Answers the key for copying. */
  showKey({ gate }: Account): Result<{ readonly key: string }> {
    const key = gate.apiKey
    return key === null ? { ok: false, error: { code: 'KEY_MISSING' } } : { ok: true, value: { key } }
  }

  /**
   * `POST /users/me/api_key/regenerate`. The gate takes the new key at once, since the old one is void from then on,
   * and the keychain replaces it before this answers. Other sessions of the user are signed out.
   */
  async replaceKey(account: Account): Promise<Result<{ readonly key: string; readonly keyIsStored: boolean }>> {
    const endReplacing = account.gate.beginReplacing()
    try {
      const { api_key: key } = await askOwn(account.gate, 'POST', '/users/me/api_key/regenerate', {}, keySchema, {
        once,
        replacesKey: true,
      })
      return { ok: true, value: { key, keyIsStored: await this.#takeKey(account, key) } }
    } catch (error) {
      return failed(error, 'key')
    } finally {
      endReplacing()
    }
  }

  /** `DELETE /users/me`. */
  async deactivate(account: Account): Promise<Result<null>> {
    try {
      await askOwn(account.gate, 'DELETE', '/users/me', {}, envelope)
      return done
    } catch (error) {
      return failed(error, 'deactivation')
    }
  }

  /** Fetches the key with the password. @returns whether the keychain has it; null if the server gave none */
  async #fetchKey(account: Account, password: string): Promise<boolean | null> {
    const { origin, email } = account.stored
    try {
      const { apiKey } = await this.#options.credentials.withPassword(origin, email, password)
      return await this.#takeKey(account, apiKey)
    } catch {
      return null
    }
  }

  /** Uses a key from now on. @returns whether the keychain has confirmed it */
  async #takeKey({ gate, engine, stored }: Account, apiKey: string): Promise<boolean> {
    gate.setCredentials({ email: stored.email, apiKey })
    const isStored = await this.#options.keychain.write(stored.id, apiKey)
    engine.signal('key_changed')
    return isStored
  }
}

/** The failure of a change that was not made, or whose outcome is unknown. */
function failed(error: unknown, act: OwnAct): Result<never> {
  return { ok: false, error: ownFailure(error, act) }
}
