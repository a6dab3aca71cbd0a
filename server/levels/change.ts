import { settingLists } from '../people/user-settings.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context/context.ts'
import type { Endpoints, PerhapsAuthenticatedCall } from '../http/endpoint.ts'
import type { ServerEvent } from '../events/event-log.ts'
import type { NarrowTerm } from '../context/level-rules.ts'
import type { UserRow } from '../store/people/users.ts'
import type { FeatureLevel } from '../base/feature-levels.ts'

/** A JSON object of an answer or an event. */
export type Fields = Readonly<Record<string, unknown>>

/** The things that stand in several answers and events (`places.ts`). */
export type Kind = 'message' | 'stream' | 'user' | 'bot' | 'group' | 'attachment'

/** To whom something is told, and in which organization. */
export interface Scene {
  /** Whose forms are spoken. */
  readonly level: FeatureLevel
  readonly dialect: 'svc' | 'zulip'
  readonly context: ServerContext
  /** What the client said when it opened its queue, or in the request at hand (`otherCapabilities`). */
  readonly capabilities: ReadonlySet<string>
  /** The thing in the form that all changes together give it. */
  readonly formed: (kind: Kind, object: Fields) => Fields
  /** Who asks; events are made for many at once. */
  readonly userId: number | undefined
}

/** One call on its way: `next` carries it out with the parameters as they are by then. */
export type CallRewrite = (
  call: PerhapsAuthenticatedCall,
  next: () => Promise<Fields>,
  scene: Scene,
) => Promise<Fields> | Fields

/** What a change does; each part is optional. */
export interface Rewrite {
  /** The answer of `POST /register`, after the things in it have their forms. */
  readonly register?: (state: Fields, scene: Scene) => Fields
  /** Calls by the endpoint's name, such as `POST /messages`. */
  readonly calls?: Readonly<Record<string, CallRewrite>>
  /** Every call, before those by name. */
  readonly everyCall?: CallRewrite
  readonly forms?: Partial<Record<Kind, (object: Fields, scene: Scene) => Fields>>
  /** An event after the things in it have their forms: none, one or several. */
  readonly event?: (event: ServerEvent, scene: Scene) => readonly ServerEvent[]
  /** Rendered text. */
  readonly html?: (html: string, scene: Scene) => string
  /** Text as it was written, on its way out. */
  readonly markdown?: (text: string, scene: Scene) => string
  /** Words that mention everybody. */
  readonly wildcards?: Readonly<Record<string, 'stream' | 'topic'>>
  readonly narrowTerm?: (
    term: NarrowTerm,
    reader: UserRow,
    scene: Scene,
  ) => { sql: string; parameters: readonly (string | number)[] } | undefined
  /** The address that the server knows for one of the level. */
  readonly address?: (url: string) => string
  /** What goes on by itself; returns how to stop. */
  readonly work?: (scene: Scene) => () => void
  readonly routes?: (app: FastifyInstance, api: Endpoints, scene: Scene) => void
}

/**
 * One change of the protocol (newer-servers.md; wire-protocol.md for those up to 237). The server implements level 237:
 * a change of a later level is made where the level asked for has it, in the order of the levels; one of an earlier level
 * is unmade where the level asked for lacks it, the latest first.
 */
export interface LevelChange {
  readonly level: number
  readonly what: string
  readonly rewrite: Rewrite
}

/** The object without some of its fields. */
export function without(object: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** The object with fields under other names; those that it lacks are left out. */
export function renamed(object: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]))
}

/** The same event with other fields. */
export function eventOf(fields: Fields): ServerEvent {
  return fields as ServerEvent // made from an event, whose type stays
}

/** Lists of objects as they stand in answers; anything else counts as empty. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? (value.filter((item) => typeof item === 'object' && item !== null) as Fields[]) : []
}

/** Changes the lists of settings in a registration. */
export function inSettingLists(state: Fields, change: (settings: Fields) => Fields): Fields {
  const found = settingLists.filter((name) => typeof state[name] === 'object' && state[name] !== null)
  return { ...state, ...Object.fromEntries(found.map((name) => [name, change(state[name] as Fields)])) } // checked in the line before
}
