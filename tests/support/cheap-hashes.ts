import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Vitest's set-up: hashes of passwords at the server's cost take a thirtieth of their time and memory. Their form and
 * their comparison stay as they are. A test of the cost itself sets `SKEIN_TEST_FULL_HASHES`.
 */
const serverCost = 2 ** 17
const cheapCost = 2 ** 12
const mark = Symbol.for('skein: cheap hashes')

function cheap(options: ScryptOptions): ScryptOptions {
  return options.N === serverCost && process.env.SKEIN_TEST_FULL_HASHES === undefined
    ? { ...options, N: cheapCost }
    : options
}

// Files of one worker share Node's modules.
if (!(mark in crypto)) {
  const { scrypt, scryptSync } = crypto
  Object.assign(crypto, {
    [mark]: true,
    scrypt: (
      password: BinaryLike,
      salt: BinaryLike,
      length: number,
      options: ScryptOptions,
      done: (error: Error | null, key: Buffer) => void,
    ) => {
      scrypt(password, salt, length, cheap(options), done)
    },
    scryptSync: (password: BinaryLike, salt: BinaryLike, length: number, options: ScryptOptions = {}) =>
      scryptSync(password, salt, length, cheap(options)),
  })
  syncBuiltinESMExports()
}
