/** Where a server keeps the pictures of its extra emoji (`svc_extra_emoji`, `zulip_extra_emoji`), by their codes. */
const folder = '/static/generated/emoji/images/emoji/unicode/'

/** The path of an extra emoji's picture below the server's address; null where the code can be no file's name (F2). */
export function extraEmojiPicture(code: string): string | null {
  return /^[a-z0-9_-]{1,60}$/i.test(code) ? `${folder}${code}.png` : null
}

/** The codes, which are the names too, of the extra emoji that a server offers: its own sign alone. */
export function extraEmojiOf(isUpstream: boolean): readonly string[] {
  return isUpstream ? ['zulip'] : ['svc']
}
