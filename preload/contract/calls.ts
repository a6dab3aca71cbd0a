import type { z } from 'zod'
import { accounts } from './accounts.ts'
import { app } from './app.ts'
import { attachments } from './attachments.ts'
import type { CallTable, CarriedBy } from './base/entries.ts'
import { drafts } from './drafts.ts'
import { emoji } from './emoji.ts'
import { messageExports } from './message-exports.ts'
import { peopleAdministration } from './people/people-administration.ts'
import { groups } from './people/groups.ts'
import { messages } from './messages.ts'
import { moves } from './moves.ts'
import { notifications } from './notifications.ts'
import { organization } from './organization/organization.ts'
import { organizationLists } from './organization/organization-lists.ts'
import { outbox } from './outbox.ts'
import { ownAccount } from './people/own-account.ts'
import { people } from './people.ts'
import { profiles } from './people/profiles.ts'
import { userSettings } from './people/user-settings.ts'
import { scheduled } from './scheduled.ts'
import { search } from './search.ts'
import { encryption } from './storage/encryption.ts'
import { storage } from './storage/storage.ts'
import { streams } from './streams.ts'
import { viewCalls } from './views.ts'
import { writing } from './writing.ts'

/**
 * Every call of the page: the schema of its input, the type of its output, and the process that answers it. All types
 * derive from this table, which collects the calls of the resources.
 */
export const calls = {
  ...app.calls,
  ...accounts.calls,
  ...messages.calls,
  ...emoji.calls,
  ...moves.calls,
  ...drafts.calls,
  ...attachments.calls,
  ...messageExports.calls,
  ...writing.calls,
  ...scheduled.calls,
  ...outbox.calls,
  ...people.calls,
  ...profiles.calls,
  ...groups.calls,
  ...organization.calls,
  ...peopleAdministration.calls,
  ...organizationLists.calls,
  ...ownAccount.calls,
  ...userSettings.calls,
  ...encryption.calls,
  ...storage.calls,
  ...streams.calls,
  ...search.calls,
  ...notifications.calls,
  ...viewCalls,
} satisfies CallTable

type Calls = typeof calls

export type CallName = keyof Calls

/** The input that the page passes to a call. */
export type Input<N extends CallName> = z.input<Calls[N]['input']>

/** An input after validation. */
export type ParsedInput<N extends CallName> = z.output<Calls[N]['input']>

/** The output of a call that succeeds. */
export type Output<N extends CallName> = CarriedBy<Calls[N]['output']>

type NamesTo<Target> = { [N in CallName]: Calls[N]['to'] extends Target ? N : never }[CallName]

/** The calls that main answers. */
export type MainCallName = NamesTo<'main'>

/** The calls that the engine of an account answers. */
export type EngineCallName = NamesTo<'engine'>

/** A validated input as an engine gets it: without the account's id, which selects the engine. */
export type EngineInput<N extends EngineCallName> = Omit<ParsedInput<N>, 'accountId'>
