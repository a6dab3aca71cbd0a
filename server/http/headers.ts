/** Answers are the account's own and of this moment; every answer that succeeds says so. */
export const cacheControl = 'max-age=0, no-cache, no-store, must-revalidate, private'

/** What an answer to somebody without an account, or before the account is known, depends on. */
export const varyOfAnonymous = 'Accept-Language, Cookie'
export const varyOfAccount = 'Accept-Language'

/** The type of every JSON answer; JSON has no `charset`. */
export const jsonType = 'application/json'
