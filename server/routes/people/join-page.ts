import { createHash } from 'node:crypto'
import { limits, passwordLength } from '../../base/limits.ts'
import { escapeHtml } from '../../markdown/html/escape.ts'

const style = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f6f6f4; color: #1d1d1b; }
main { max-width: 24rem; margin: 12vh auto 2rem; padding: 0 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 1rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; font: inherit; padding: .5rem .625rem; color: inherit;
  background: #fff; border: 1px solid #8a8a84; border-radius: 6px; }
input:read-only { background: transparent; }
button { font: inherit; font-weight: 600; margin-top: 1.5rem; padding: .5rem 1.25rem; border: 0; border-radius: 6px;
  background: #1f5fbf; color: #fff; cursor: pointer; }
:focus-visible { outline: 2px solid #1f5fbf; outline-offset: 2px; }
[role=alert] { border-left: 4px solid #b3261e; padding: .25rem .75rem; }
small { color: #5c5c57; }
@media (prefers-color-scheme: dark) {
  body { background: #1c1c1b; color: #ececea; }
  input { background: #262625; border-color: #8a8a84; }
  button { background: #7fb0ff; color: #10203a; }
  :focus-visible { outline-color: #7fb0ff; }
  [role=alert] { border-color: #ff8a80; }
  small { color: #a9a9a3; }
}
`

/**
 * The headers of a page for joining: no script, nothing from elsewhere, no frame, no cache, and no word of the secret
 * address to other sites.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

function page(title: string, content: string): string {
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${content}</main></body></html>
`
}

/** A page with one paragraph. */
export function messagePage(title: string, text: string): string {
  return page(title, `<p>${escapeHtml(text)}</p>\n`)
}

/** The form for joining. */
export interface JoinForm {
  readonly organization: string
  /** The address of the invitation, which cannot be changed; undefined if the person gives their own. */
  readonly invitedEmail: string | undefined
  /** What was filled in before, without the password. */
  readonly fullName: string
  readonly email: string
  /** Why the last attempt failed. */
  readonly error: string | undefined
}

/** The page with the form. It is sent to its own address. */
export function joinPage({ organization, invitedEmail, fullName, email, error }: JoinForm): string {
  const alert = error === undefined ? '' : `<p role="alert">${escapeHtml(error)}</p>\n`
  const fixed = invitedEmail === undefined ? '' : ' readonly'
  return page(
    `Join ${organization}`,
    `${alert}<form method="post" accept-charset="utf-8">
<label for="full_name">Your name</label>
<input id="full_name" name="full_name" value="${escapeHtml(fullName)}" required maxlength="${limits.fullName.most}" autocomplete="name" dir="auto">
<label for="email">Email address</label>
<input id="email" name="email" type="email" value="${escapeHtml(invitedEmail ?? email)}" required maxlength="254" autocomplete="username"${fixed}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required minlength="${passwordLength}" maxlength="${limits.password.most}" autocomplete="new-password" aria-describedby="about">
<small id="about">At least ${passwordLength} characters.</small>
<div><button type="submit">Create account</button></div>
</form>
`,
  )
}
