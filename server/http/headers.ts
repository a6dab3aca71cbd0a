/** The `Cache-Control` of every success: answers depend on the account and the time. */
export const cacheControl = 'max-age=0, no-cache, no-store, must-revalidate, private'

/** The `Vary` header of an answer without an account, or before the account is known. */
export const varyOfAnonymous = 'Accept-Language, Cookie'
export const varyOfAccount = 'Accept-Language'

/** The content type of every JSON answer; JSON has no `charset`. */
export const jsonType = 'application/json'
