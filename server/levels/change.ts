import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context/context.ts'
import type { Endpoints, PerhapsAuthenticatedCall } from '../http/endpoint.ts'
import type { ServerEvent } from '../events/event-log.ts'
import type { Habit, NarrowTerm } from '../context/level-rules.ts'
import type { UserRow } from '../store/people/users.ts'
import type { FeatureLevel } from '../base/feature-levels.ts'

/** A JSON object of an answer or an event. */
export type Fields = Readonly<Record<string, unknown>>

/** The kinds of objects in answers and events (`routes.ts`). */
export type Kind = 'message' | 'stream' | 'user' | 'bot' | 'group' | 'attachment'

/** The client and the organization of an answer or an event. */
export interface Scene {
  /** The feature level of the client's forms. */
  readonly level: FeatureLevel
  readonly dialect: 'svc' | 'zulip'
  readonly context: ServerContext
  /** The client's capabilities, from its queue or from the current request (`otherCapabilities`). */
  readonly capabilities: ReadonlySet<string>
  /** The form of an object after all changes. */
  readonly formed: (kind: Kind, object: Fields) => Fields
  /** The calling user; undefined for events, which are made for many users at once. */
  readonly userId: number | undefined
}

/** Rewrites a call: `next` executes it with the current parameters. */
export type CallRewrite = (
  call: PerhapsAuthenticatedCall,
  next: () => Promise<Fields>,
  scene: Scene,
) => Promise<Fields> | Fields

/** The parts of a change; each is optional. */
export interface Rewrite {
  /** The answer of `POST /register`, after its objects have their forms. */
  readonly register?: (state: Fields, scene: Scene) => Fields
  /** Rewrites by the endpoint's name, such as `POST /messages`. */
  readonly calls?: Readonly<Record<string, CallRewrite>>
  /** A rewrite of every call, before those by name. */
  readonly everyCall?: CallRewrite
  readonly forms?: Partial<Record<Kind, (object: Fields, scene: Scene) => Fields>>
  /** The forms of an event after its objects have theirs: none, one or several. */
  readonly event?: (event: ServerEvent, scene: Scene) => readonly ServerEvent[]
  /** Rewrites rendered text before it is stored or previewed. */
  readonly storedHtml?: (html: string, scene: Scene) => string
  /** Rewrites rendered text in answers and events. */
  readonly html?: (html: string, scene: Scene) => string
  /** Rewrites Markdown source in answers. */
  readonly markdown?: (text: string, scene: Scene) => string
  /** Additional wildcard mentions. */
  readonly wildcards?: Readonly<Record<string, 'stream' | 'topic'>>
  /** The emoji of Unicode 15.1 are emoji in texts. */
  readonly hasNewerEmoji?: true
  /** Behaviour that the server has at the level. */
  readonly habits?: readonly Habit[]
  /** The title and tasks of a to-do list come from the text of its message. */
  readonly readsTasks?: true
  readonly narrowTerm?: (
    term: NarrowTerm,
    reader: UserRow,
    scene: Scene,
  ) => { sql: string; parameters: readonly (string | number)[] } | undefined
  /** Maps an address of the level to one of the server. */
  readonly address?: (url: string) => string
  /** Starts background work; returns the function that stops it. */
  readonly work?: (scene: Scene) => () => void
  readonly routes?: (app: FastifyInstance, api: Endpoints, scene: Scene) => void
}

/**
 * One change of the protocol (newer-servers.md; Service API, Versioning, for levels up to 237). The server implements
 * level 237: later changes up to the requested level are applied in ascending order; earlier changes above it are
 * reverted in descending order.
 */
export interface LevelChange {
  readonly level: number
  readonly what: string
  readonly rewrite: Rewrite
}

/** The object without the given fields. */
export function without(object: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
}

/** The object with renamed fields; missing ones are omitted. */
export function renamed(object: Fields, names: Readonly<Record<string, string>>): Fields {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names[name] ?? name, value]))
}

/** The event with other fields. */
export function eventOf(fields: Fields): ServerEvent {
  return fields as ServerEvent // built from an event, whose type it keeps
}

/** A list of objects from an answer; empty for any other value. */
export function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? (value.filter((item) => typeof item === 'object' && item !== null) as Fields[]) : []
}

/** Matches the fields of a registration with all user settings: the user's, and the defaults. */
const settingLists = /(?:^|_)user_settings(?:_|$)/

/** Changes the settings lists of a registration. */
export function inSettingLists(state: Fields, change: (settings: Fields) => Fields): Fields {
  const found = Object.entries(state).filter(
    (field): field is [string, Fields] =>
      settingLists.test(field[0]) && typeof field[1] === 'object' && field[1] !== null,
  )
  return { ...state, ...Object.fromEntries(found.map(([name, settings]) => [name, change(settings)])) }
}

/** Adds fields to a registration with the organization's state. */
export function withRealm(state: Fields, fields: Fields): Fields {
  return 'realm_name' in state ? { ...state, ...fields } : state
}
