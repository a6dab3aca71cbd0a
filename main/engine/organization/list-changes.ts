import type { Result } from '#contract/base/failures.ts'
import type { ListChange } from '#contract/organization/organization-lists.ts'
import type { OrganizationAct } from '#shared/organization/right-choices.ts'
import {
  addDomain,
  addLinkifier,
  addPlayground,
  changeDomain,
  changeLinkifier,
  orderLinkifiers,
  removeDomain,
  removeEmoji,
  removeLinkifier,
  removePlayground,
} from '../api/administration/organization-lists.ts'
import type { CallOptions } from '../api/client.ts'
import type { Core } from '../core/core.ts'
import { customEmoji } from '../state/emoji/custom-emoji.ts'
import { linkifiers } from '../state/organization/linkifiers.ts'
import { domains, playgrounds } from '../state/organization/organization.ts'
import { arrival } from '../streams/server-change.ts'
import type { Administration } from './administration.ts'
import { linkifierProblem } from './linkifier-trial.ts'

/** A change at the server, and how its effect is recognized here. */
interface Plan {
  /** Null if only the server decides. */
  readonly act: OrganizationAct | null
  readonly ask: (options: CallOptions) => Promise<void>
  readonly hasCome: () => boolean
}

/** Changes a list of the organization at the server. Answers when the change is known here. */
export async function changeList(
  core: Core,
  administration: Administration,
  wanted: ListChange,
): Promise<Result<null>> {
  const plan = planOf(core, wanted)
  if (plan === null) return { ok: false, error: { code: 'LIST_ENTRY_MISSING' } }
  const act = plan.act === null ? null : { act: plan.act }
  const refusal = administration.refusal(act)
  if (refusal !== null) return { ok: false, error: refusal }
  if (wanted.kind === 'add_linkifier' || wanted.kind === 'change_linkifier') {
    const problem = await linkifierProblem(core, wanted)
    if (problem !== null) return { ok: false, error: { code: 'LINKIFIER_INVALID', values: { problem } } }
  }
  const changed = await administration.change({ act, ask: plan.ask })
  if (!changed.ok) return changed
  await arrival(core, plan.hasCome)
  return { ok: true, value: null }
}

/** Returns how a change is made; null if its entry is gone. */
function planOf(core: Core, wanted: ListChange): Plan | null {
  const { accountState: state, api } = core
  switch (wanted.kind) {
    case 'add_linkifier': {
      const { pattern } = wanted
      const entry = { pattern, url_template: wanted.urlTemplate }
      return {
        act: 'edit_linkifiers',
        ask: (options) => addLinkifier(api, entry, options),
        hasCome: () => state.of(linkifiers).some((row) => row.pattern === pattern),
      }
    }
    case 'change_linkifier': {
      const { linkifierId: id, pattern, urlTemplate } = wanted
      if (!state.of(linkifiers).some((row) => row.id === id)) return null
      return {
        act: 'edit_linkifiers',
        ask: (options) => changeLinkifier(api, id, { pattern, url_template: urlTemplate }, options),
        hasCome: () =>
          state
            .of(linkifiers)
            .some((row) => row.id === id && row.pattern === pattern && row.url_template === urlTemplate),
      }
    }
    case 'remove_linkifier': {
      const { linkifierId: id } = wanted
      if (!state.of(linkifiers).some((row) => row.id === id)) return null
      return {
        act: 'edit_linkifiers',
        ask: (options) => removeLinkifier(api, id, options),
        hasCome: () => !state.of(linkifiers).some((row) => row.id === id),
      }
    }
    case 'move_linkifier': {
      const ids = state.of(linkifiers).map((row) => row.id)
      const from = ids.indexOf(wanted.linkifierId)
      if (from < 0) return null
      const order = ids.toSpliced(from, 1).toSpliced(wanted.to, 0, wanted.linkifierId)
      return {
        act: 'edit_linkifiers',
        ask: (options) => orderLinkifiers(api, order, options),
        hasCome: () => state.of(linkifiers).every((row, index) => row.id === order[index]),
      }
    }
    case 'add_playground': {
      const [name, language] = [wanted.name.trim(), wanted.language.trim()]
      const entry = { name, pygments_language: language, url_template: wanted.urlTemplate.trim() }
      return {
        act: 'edit_playgrounds',
        ask: (options) => addPlayground(api, entry, options),
        hasCome: () => state.of(playgrounds).some((row) => row.name === name && row.pygments_language === language),
      }
    }
    case 'remove_playground': {
      const { playgroundId: id } = wanted
      if (!state.of(playgrounds).some((row) => row.id === id)) return null
      return {
        act: 'edit_playgrounds',
        ask: (options) => removePlayground(api, id, options),
        hasCome: () => !state.of(playgrounds).some((row) => row.id === id),
      }
    }
    case 'add_domain': {
      const domain = wanted.domain.trim().toLowerCase()
      return {
        act: 'edit_domains',
        ask: (options) => addDomain(api, domain, wanted.allowsSubdomains, options),
        hasCome: () => state.of(domains).some((row) => row.domain === domain),
      }
    }
    case 'change_domain': {
      const { domain, allowsSubdomains } = wanted
      if (!state.of(domains).some((row) => row.domain === domain)) return null
      return {
        act: 'edit_domains',
        ask: (options) => changeDomain(api, domain, allowsSubdomains, options),
        hasCome: () =>
          state.of(domains).some((row) => row.domain === domain && row.allow_subdomains === allowsSubdomains),
      }
    }
    case 'remove_domain': {
      const { domain } = wanted
      if (!state.of(domains).some((row) => row.domain === domain)) return null
      return {
        act: 'edit_domains',
        ask: (options) => removeDomain(api, domain, options),
        hasCome: () => !state.of(domains).some((row) => row.domain === domain),
      }
    }
    case 'remove_emoji': {
      const { name } = wanted
      const isThere = () =>
        [...state.of(customEmoji).values()].some((emoji) => emoji.is_deactivated === 0 && emoji.name === name)
      if (!isThere()) return null
      // Authors may remove their own.
      return { act: null, ask: (options) => removeEmoji(api, name, options), hasCome: () => !isThere() }
    }
  }
}
