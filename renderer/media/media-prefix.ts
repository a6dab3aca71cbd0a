import type { AppState } from '#contract/app.ts'

/** Returns the base address of an account's images; without a state or an account, an address of no image. */
export function mediaPrefixOf(state: Pick<AppState, 'mediaBase'> | null, accountId: string | null): string {
  return `${state?.mediaBase ?? ''}${accountId ?? ''}/`
}
