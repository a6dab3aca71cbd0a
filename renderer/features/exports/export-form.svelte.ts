import type { ExportForm as Form } from '#contract/base/choices.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ProgramCalls } from '../../bridge/program-calls.ts'
import type { OpenExport } from '../../state/overlays.svelte.ts'
import { Submission } from '../../ui/form/submission.svelte.ts'

/** What can be exported, from the smallest to the whole organization. */
export type ScopeKind = 'topic' | 'direct' | 'stream' | 'organization'

/** A choice of what is exported. */
export interface Scope {
  readonly kind: ScopeKind
  /** Null for the whole organization. */
  readonly narrow: Narrow | null
  readonly name: string
}

/** Returns what can be exported from a place: its conversation, its stream, and the organization. */
export function scopesOf({ shown }: Pick<OpenExport, 'shown'>, organization: string): readonly Scope[] {
  const whole: Scope = { kind: 'organization', narrow: null, name: organization }
  if (shown === null) return [whole]
  const { narrow, title, streamName } = shown
  switch (narrow.kind) {
    case 'direct':
      return [{ kind: 'direct', narrow, name: title }, whole]
    case 'stream':
      return [{ kind: 'stream', narrow, name: streamName ?? title }, whole]
    case 'topic': {
      const stream: Scope[] =
        streamName === null
          ? []
          : [{ kind: 'stream', narrow: { kind: 'stream', streamId: narrow.streamId }, name: streamName }]
      return [{ kind: 'topic', narrow, name: title }, ...stream, whole]
    }
  }
}

/** The form that begins an export. */
export class ExportForm {
  readonly #program: Pick<ProgramCalls, 'startExport'>
  readonly #accountId: string
  readonly #onstarted: () => void
  readonly scopes: readonly Scope[]
  /** The index of the chosen scope. */
  chosen = $state.raw(0)
  form = $state.raw<Form>('html')
  withFiles = $state.raw(true)
  readonly submission = new Submission()

  /** @param onstarted called when the export has begun */
  constructor(
    program: Pick<ProgramCalls, 'startExport'>,
    opened: OpenExport,
    { organization, onstarted }: { readonly organization: string; readonly onstarted: () => void },
  ) {
    this.#program = program
    this.#accountId = opened.accountId
    this.#onstarted = onstarted
    this.scopes = scopesOf(opened, organization)
  }

  /** The failure of the last attempt; null if there was none. */
  get failure(): Failure | null {
    return this.submission.failure
  }

  /** Asks for a folder and begins the export. The form stays if the user chooses none. */
  async submit(): Promise<void> {
    const scope = this.scopes[this.chosen]
    if (scope === undefined) return
    const { form, withFiles } = this
    const outcome = await this.submission.run(() =>
      this.#program.startExport({
        accountId: this.#accountId,
        narrow: scope.narrow,
        title: titleOf(scope).slice(0, clientLimits.exportTitle.most),
        form,
        withFiles,
      }),
    )
    if (outcome?.isStarted === true) this.#onstarted()
  }
}

/** The name under which a scope is exported. */
function titleOf({ kind, name }: Scope): string {
  return kind === 'stream' ? `#${name}` : name
}
