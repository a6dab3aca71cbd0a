import type { LinkProgram } from './link-schemes.ts'

/** Why a link is opened only after a confirmation. */
export type LinkDoubt =
  | { readonly kind: 'program'; readonly program: LinkProgram }
  | { readonly kind: 'user_name'; readonly name: string; readonly host: string }
  | { readonly kind: 'lookalike'; readonly host: string; readonly written: string }
  | { readonly kind: 'other_text'; readonly shown: string; readonly host: string }
