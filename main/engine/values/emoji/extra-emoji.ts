/** The server's folder of pictures of its extra emoji (`svc_extra_emoji`, `zulip_extra_emoji`), by code. */
const folder = '/static/generated/emoji/images/emoji/unicode/'

/** Returns the path of an extra emoji's picture on the server; null if the code is not a valid file name. */
export function extraEmojiPicture(code: string): string | null {
  return /^[a-z0-9_-]{1,60}$/i.test(code) ? `${folder}${code}.png` : null
}

/** Returns the codes, which are also the names, of the server's extra emoji: only its own logo. */
export function extraEmojiOf(isUpstream: boolean): readonly string[] {
  return isUpstream ? ['zulip'] : ['svc']
}
