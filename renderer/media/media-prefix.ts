import type { AppState } from '#contract/app-state.ts'

/** The base address of the images of an account; of nothing without a state or an account. */
export function mediaPrefixOf(state: Pick<AppState, 'mediaBase'> | null, accountId: string | null): string {
  return `${state?.mediaBase ?? ''}${accountId ?? ''}/`
}
