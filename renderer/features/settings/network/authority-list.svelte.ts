import type { OwnAuthority } from '#contract/app.ts'
import type { Result } from '#contract/base/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { isolated } from '#i18n/names.ts'
import type { ProgramCalls } from '#renderer/bridge/program-calls.ts'
import { base64Of } from '#renderer/ui/base64.ts'

const t = catalogue.screens.settings.authorities

/** The changes of the user's certificate authorities, and what became of the last one. */
export class AuthorityList {
  readonly #program: Pick<ProgramCalls, 'addAuthorities' | 'removeAuthority'>
  readonly #encode: typeof base64Of
  #isPending = $state(false)
  #outcome = $state.raw<{ readonly sentence: string; readonly isFailure: boolean } | null>(null)

  constructor(program: Pick<ProgramCalls, 'addAuthorities' | 'removeAuthority'>, encode: typeof base64Of = base64Of) {
    this.#program = program
    this.#encode = encode
  }

  get isPending(): boolean {
    return this.#isPending
  }

  /** What became of the last change, as a sentence; null before one, and if the user cancelled it. */
  get outcome(): { readonly sentence: string; readonly isFailure: boolean } | null {
    return this.#outcome
  }

  /** Adds the authorities of a file. The system's dialog asks the user first. */
  async add(file: File): Promise<void> {
    if (file.size > clientLimits.authorityFile.most) {
      this.#outcome = { sentence: t.tooLarge, isFailure: true }
      return
    }
    await this.#change(
      async () => {
        try {
          return await this.#program.addAuthorities(await this.#encode(file))
        } catch (error) {
          const detail = error instanceof Error ? error.message : String(error)
          return { ok: false, error: { code: 'FILE_UNREADABLE', values: { detail } } }
        }
      },
      ({ added, isCancelled }) => (isCancelled ? null : added === 0 ? t.known : t.added(added)),
    )
  }

  async remove({ fingerprint, name }: OwnAuthority): Promise<void> {
    await this.#change(
      () => this.#program.removeAuthority(fingerprint),
      () => t.removed(isolated(name)),
    )
  }

  async #change<T>(call: () => Promise<Result<T>>, sentence: (value: T) => string | null): Promise<void> {
    if (this.#isPending) return
    this.#isPending = true
    this.#outcome = null
    const result = await call()
    const said = result.ok ? sentence(result.value) : sentenceOf(result.error)
    this.#outcome = said === null ? null : { sentence: said, isFailure: !result.ok }
    this.#isPending = false
  }
}
