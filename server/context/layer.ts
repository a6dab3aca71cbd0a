import type { FastifyInstance } from 'fastify'
import type { ServerContext } from './context.ts'
import type { Answer, Endpoints, PerhapsAuthenticatedCall } from '../http/endpoint.ts'
import type { ServerEvent } from '../events/event-log.ts'
import type { QueueOptions } from '../events/queue-options.ts'
import type { MessageRow } from '../store/messages/messages.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'

/** One filter of a narrow, as clients send it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: unknown
}

/**
 * What decides beside the organization's own policies: groups that a policy's number cannot say. `undefined` leaves the
 * decision to the policies.
 */
export interface Rights {
  /** Whether a policy with a number of the layer's own allows it. */
  allows(user: UserRow, policy: number): boolean
  mayPost(user: UserRow, stream: StreamRow): boolean | undefined
  /** Whether the user may delete the message whoever wrote it, and whenever. */
  mayDeleteAny(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether the user may delete what is the user's own, within the time limit. */
  mayDeleteOwn(user: UserRow, row: MessageRow): boolean | undefined
  /** Whether the user may move the message out of its stream, or within it to that topic. */
  mayMove(user: UserRow, move: { row: MessageRow; from: StreamRow; to: StreamRow; topic: string }): boolean | undefined
  mayMessageDirectly(user: UserRow, others: readonly UserRow[]): boolean | undefined
}

/**
 * A server that acts as one of another feature level has a layer between its endpoints and its clients, which gives
 * requests, answers and events the forms of that level (`levels/`). Usually there is none.
 */
export interface Layer {
  readonly rights: Rights
  /** Connects the layer with its organization, before anything is asked of it but `event`. */
  bind(context: ServerContext): void
  /** The address that this server knows for one of the level's. */
  address(url: string): string
  /** Endpoints of the level that this server lacks. */
  routes(app: FastifyInstance, api: Endpoints): void
  /** Starts what goes on by itself; returns how to stop. */
  work(): () => void
  /** Carries out one call: `next` is the endpoint itself. */
  call(
    name: string,
    call: PerhapsAuthenticatedCall,
    next: (call: PerhapsAuthenticatedCall) => Promise<Answer>,
  ): Promise<Answer>
  /** The forms in which a queue gets an event: none, one or several. */
  event(event: ServerEvent, options: QueueOptions): readonly ServerEvent[]
  /** What `@**name**` speaks to, where the level has such a word and this server has not. */
  wildcard(name: string): 'stream' | 'topic' | undefined
  /** Whether the level's groups can be taken out of use, and this one was: it is mentioned silently alone. */
  isGroupOutOfUse(groupId: number): boolean
  /** The condition of a filter that the level knows and this server does not. */
  narrowTerm(reader: UserRow, term: NarrowTerm): { sql: string; parameters: readonly (string | number)[] } | undefined
}
