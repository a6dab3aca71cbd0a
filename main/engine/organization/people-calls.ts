import type { EngineInput } from '#contract/calls.ts'
import type { Core } from '../core/core.ts'
import { Administration } from './administration.ts'
import { BotChanges } from './bot-changes.ts'
import { PeopleChanges } from './people-changes.ts'

/** The handlers of the calls with which people and bots are administered. */
export function peopleAdministrationCalls(core: Core, { isOnline }: { readonly isOnline: () => boolean }) {
  const administration = new Administration(core, { isOnline })
  const people = new PeopleChanges(core, administration)
  const bots = new BotChanges(core, administration)
  return {
    'people.change': (input: EngineInput<'people.change'>) => people.change(input),
    'people.deactivate': (input: EngineInput<'people.deactivate'>) => people.deactivate(input),
    'people.reactivate': (input: EngineInput<'people.reactivate'>) => people.reactivate(input),
    'people.add': (input: EngineInput<'people.add'>) => people.add(input),
    'bots.create': (input: EngineInput<'bots.create'>) => bots.create(input),
    'bots.change': (input: EngineInput<'bots.change'>) => bots.change(input),
    'bots.key': (input: EngineInput<'bots.key'>) => bots.key(input),
    'bots.replaceKey': (input: EngineInput<'bots.replaceKey'>) => bots.replaceKey(input),
  }
}
