import type { z } from 'zod'
import { accountCalls } from './calls/accounts.ts'
import { appCalls } from './calls/app.ts'
import { attachmentCalls } from './calls/attachments.ts'
import { cacheCalls } from './calls/cache.ts'
import { draftCalls } from './calls/drafts.ts'
import { emojiCalls } from './calls/emoji.ts'
import { linkCalls } from './calls/links.ts'
import { messageCalls } from './calls/messages.ts'
import { outboxCalls } from './calls/outbox.ts'
import { searchCalls } from './calls/search.ts'
import { streamCalls } from './calls/streams.ts'
import { viewCalls } from './calls/views.ts'
import { widgetCalls } from './calls/widgets.ts'
import type { CallTable, CarriedBy } from './entries.ts'
import { resourceCalls } from './resources.ts'

/**
 * Every call of the page: the schema of its input, the type of its output, and the process that answers it. All types
 * derive from this table.
 */
export const calls = {
  ...appCalls,
  ...accountCalls,
  ...viewCalls,
  ...messageCalls,
  ...resourceCalls,
  ...widgetCalls,
  ...searchCalls,
  ...linkCalls,
  ...draftCalls,
  ...attachmentCalls,
  ...outboxCalls,
  ...streamCalls,
  ...emojiCalls,
  ...cacheCalls,
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
