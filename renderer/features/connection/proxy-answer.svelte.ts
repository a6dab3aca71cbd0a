import type { ProxyQuestion } from '#contract/app.ts'
import type { ProgramCalls } from '../../bridge/program-calls.ts'

export interface ProxyAnswerPorts {
  readonly program: Pick<ProgramCalls, 'answerProxy'>
  readonly question: ProxyQuestion
}

/** The form that answers one question of a proxy for a name and a password. */
export class ProxyAnswer {
  readonly #ports: ProxyAnswerPorts
  username = $state('')
  password = $state('')
  /** Whether the user has declined, so that the dialog closes before the main process has the answer. */
  isDeclined = $state.raw(false)

  constructor(ports: ProxyAnswerPorts) {
    this.#ports = ports
    this.username = ports.question.refusedName ?? ''
  }

  decline(): void {
    this.isDeclined = true
    void this.#answer(null)
  }

  submit(): void {
    const { username, password } = this
    void this.#answer({ username, password })
  }

  #answer(credentials: { readonly username: string; readonly password: string } | null): Promise<void> {
    const { program, question } = this.#ports
    return program.answerProxy(question.id, credentials)
  }
}
