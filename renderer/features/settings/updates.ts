import type { UpdateAct } from '#i18n/updates.ts'
import type { ProgramCalls } from '../../bridge/program-calls.ts'

/** The parts of the page that updates use. */
export interface UpdatesPorts {
  readonly program: Pick<ProgramCalls, 'update'>
  /** Opens the page of a release in the browser. */
  readonly openLink: (address: string) => Promise<unknown>
}

/** The user's actions on updates. Their progress is part of the program's state. */
export class Updates {
  readonly #ports: UpdatesPorts

  constructor(ports: UpdatesPorts) {
    this.#ports = ports
  }

  async perform(act: UpdateAct): Promise<void> {
    await (act.action === 'open' ? this.#ports.openLink(act.page) : this.#ports.program.update(act.action))
  }

  /** Restarts the program with the new version, which is ready. */
  restart(): Promise<void> {
    return this.#ports.program.update('restart')
  }
}
