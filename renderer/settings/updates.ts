import type { UpdateAct } from '#i18n/updates.ts'
import type { ProgramCalls } from '../bridge/program-calls.ts'

export interface UpdatesPorts {
  readonly program: Pick<ProgramCalls, 'update'>
  /** Opens the page of a release. */
  readonly openLink: (address: string) => Promise<unknown>
}

/** What the user does about updates. Their progress is part of the state of the program. */
export class Updates {
  readonly #ports: UpdatesPorts

  constructor(ports: UpdatesPorts) {
    this.#ports = ports
  }

  async perform(act: UpdateAct): Promise<void> {
    await (act.action === 'open' ? this.#ports.openLink(act.page) : this.#ports.program.update(act.action))
  }

  /** Starts the version that is ready. */
  restart(): Promise<void> {
    return this.#ports.program.update('restart')
  }
}
