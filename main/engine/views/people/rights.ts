import type { RightItem, RightsMeta } from '#contract/people/people-administration.ts'
import { organizationActs } from '#shared/organization/right-choices.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import { creatableBots } from '../../state/permissions/person-rights.ts'
import { refusalOf } from '../../state/permissions/rights.ts'
import { roleOf } from '../../values/people.ts'
import type { View } from '../view.ts'

/** The view of the account's rights in its organization. */
export class RightsView implements View<'rights'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected({ kind }: Change): boolean {
    return kind === 'people' || kind === 'organization' || kind === 'groups'
  }

  compute(): { items: RightItem[]; meta: RightsMeta } {
    const { accountState, ports } = this.#core
    const judge = accountState.judge(ports.clock.now())
    return {
      items: organizationActs.map((act) => ({
        key: `right:${act}`,
        kind: 'right',
        act,
        refusal: refusalOf({ act }, judge),
      })),
      meta: {
        role: roleOf(judge.asking.role),
        botTypes: creatableBots(judge, accountState.organization?.isUpstream === true),
        minPassword: accountState.organizationSettings.server.password_min_length,
      },
    }
  }
}
