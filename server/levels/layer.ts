import type { FastifyInstance } from 'fastify'
import type { OrganizationLayer, ServerContext } from '../context/context.ts'
import { LargeAnswer, WrittenAnswer, type CallForms, type Endpoints } from '../http/endpoint.ts'
import type { ServerEvent } from '../events/event-log.ts'
import { parseGivenJson } from '../base/json.ts'
import type { ServerOptions } from '../base/options.ts'
import { otherCapabilities, type QueueOptions } from '../events/queue-options.ts'
import { changes } from './changes.ts'
import { linkifierSettings } from './changes/organization/linkifiers.ts'
import { profileFieldRules } from './changes/organization/profile-fields.ts'
import { folderOfNewStreams } from './changes/streams/folders.ts'
import type { CallRewrite, Fields, Kind, LevelChange, Scene } from './change.ts'
import { ownLevel, type FeatureLevel } from '../base/feature-levels.ts'
import { groupRights } from './group-rights.ts'
import { isDeactivated, newSettingReaders } from './group-settings.ts'
import { formedAnswer, formedEvent, withPast, withTexts, type Forms } from './places.ts'

/**
 * Translates requests, answers and events between the endpoints and clients of another feature level. The server's own
 * level has no layer.
 */
export interface Layer extends OrganizationLayer, CallForms {
  /** Maps an address of the level to one of the server. */
  address(url: string): string
  /** Adds the endpoints of the level that the server lacks. */
  routes(app: FastifyInstance, api: Endpoints): void
  /** Starts background work; returns the function that stops it. */
  work(): () => void
}

/** The changes between the server's own level and another one, in the order of their application. */
export function changesFor(level: FeatureLevel): readonly LevelChange[] {
  return level > ownLevel
    ? changes.filter((change) => change.level > ownLevel && change.level <= level).sort((a, b) => a.level - b.level)
    : changes.filter((change) => change.level <= ownLevel && change.level > level).sort((a, b) => b.level - a.level)
}

/** The layer for the level in the options; undefined for the server's own. */
export function openLayer(options: ServerOptions): Layer | undefined {
  const level = options.featureLevel ?? ownLevel
  return level === ownLevel ? undefined : makeLayer(level, options.dialect ?? 'svc')
}

function makeLayer(level: FeatureLevel, dialect: 'svc' | 'zulip'): Layer {
  const wanted = changesFor(level)
  const rewrites = wanted.map((change) => change.rewrite)
  const events = rewrites.flatMap((rewrite) => rewrite.event ?? [])
  const registers = rewrites.flatMap((rewrite) => rewrite.register ?? [])
  const htmls = rewrites.flatMap((rewrite) => rewrite.html ?? [])
  const markdowns = rewrites.flatMap((rewrite) => rewrite.markdown ?? [])
  const terms = rewrites.flatMap((rewrite) => rewrite.narrowTerm ?? [])
  const addresses = rewrites.flatMap((rewrite) => rewrite.address ?? [])
  const wildcards: Readonly<Record<string, 'stream' | 'topic'>> = Object.assign(
    {},
    ...rewrites.map((rewrite) => rewrite.wildcards),
  ) as Record<string, 'stream' | 'topic'> // from the changes
  const settings = newSettingReaders(level, known)
  const made = new WeakMap<ServerEvent, Map<string, readonly ServerEvent[]>>()
  let organization: ServerContext | undefined

  function known(): ServerContext {
    if (organization === undefined) throw new Error('the layer has no organization yet')
    return organization
  }

  function sceneOf(capabilities: readonly string[], userId: number | undefined): Scene {
    const scene: Scene = {
      level,
      dialect,
      formed: (kind, object) => formsOf(scene).of(kind)?.(object) ?? object,
      get context() {
        return known()
      },
      capabilities: new Set(capabilities),
      userId,
    }
    return scene
  }

  function formsOf(scene: Scene): Forms {
    const html = (text: string) => htmls.reduce((sum, rewrite) => rewrite(sum, scene), text)
    const markdown = (text: string) => markdowns.reduce((sum, rewrite) => rewrite(sum, scene), text)
    return {
      html,
      markdown,
      past: (entry) => withPast(entry, { html, markdown }),
      of(kind: Kind) {
        const rules = rewrites.flatMap((rewrite) => rewrite.forms?.[kind] ?? [])
        const form = (object: Fields) => rules.reduce((sum, rule) => rule(sum, scene), object)
        if (kind === 'message') return (object) => form(withTexts(object, { html, markdown }))
        return rules.length === 0 ? undefined : form
      },
    }
  }

  return {
    rights: groupRights(level, known),
    bind(context) {
      organization = context
    },
    address: (url) => addresses.reduce((sum, rewrite) => rewrite(sum), url),
    routes(app, api) {
      for (const rewrite of rewrites) rewrite.routes?.(app, api, sceneOf([], undefined))
    },
    work() {
      const stops = rewrites.flatMap((rewrite) => rewrite.work?.(sceneOf([], undefined)) ?? [])
      return () => {
        for (const stop of stops) stop()
      }
    },
    async call(name, call, next) {
      const scene = sceneOf(saidIn(call.parameters.peek('client_capabilities'), call.parameters), call.user?.id)
      const steps: CallRewrite[] = rewrites.flatMap((rewrite) => [
        ...(rewrite.everyCall === undefined ? [] : [rewrite.everyCall]),
        ...(rewrite.calls?.[name] === undefined ? [] : [rewrite.calls[name]]),
      ])
      const held: { written?: WrittenAnswer; isLarge?: boolean } = {}
      const last = async (): Promise<Fields> => {
        const answer = await next(call)
        if (answer instanceof WrittenAnswer) {
          held.written = answer
          return {}
        }
        held.isLarge = answer instanceof LargeAnswer
        const formed = formedAnswer(name, answer instanceof LargeAnswer ? answer.fields : answer, formsOf(scene))
        return name === 'POST /register' ? registers.reduce((sum, rewrite) => rewrite(sum, scene), formed) : formed
      }
      // The change next to the server's own level is applied next to the endpoint.
      const chain = steps.reduce<() => Promise<Fields>>((inner, step) => async () => step(call, inner, scene), last)
      const fields = await chain()
      return held.written ?? (held.isLarge === true ? new LargeAnswer(fields) : fields)
    },
    event(event: ServerEvent, options: QueueOptions) {
      // Most readers get an identical event, which is translated only once.
      const key = options.otherCapabilities.join()
      const forms = made.get(event) ?? new Map<string, readonly ServerEvent[]>()
      made.set(event, forms)
      const found = forms.get(key)
      if (found !== undefined) return found
      const scene = sceneOf(options.otherCapabilities, undefined)
      let list: readonly ServerEvent[] = [formedEvent(event, formsOf(scene))]
      for (const rewrite of events) list = list.flatMap((one) => rewrite(one, scene))
      forms.set(key, list)
      return list
    },
    wildcard: (name) => (Object.hasOwn(wildcards, name) ? wildcards[name] : undefined),
    hasNewerEmoji: rewrites.some((rewrite) => rewrite.hasNewerEmoji === true),
    habits: new Set(rewrites.flatMap((rewrite) => rewrite.habits ?? [])),
    ...profileFieldRules(level, known),
    settingsOfLinkifier: linkifierSettings(level, known),
    settingsOfNewGroup: settings.settingsOfNewGroup,
    settingsOfNewStreams(fields) {
      const stores = [settings.settingsOfNewStreams(fields), folderOfNewStreams(fields, level, known)]
      return (id) => {
        for (const store of stores) store(id)
      }
    },
    storedHtml: (html) =>
      rewrites.reduce((sum, { storedHtml }) => storedHtml?.(sum, sceneOf([], undefined)) ?? sum, html),
    readsTasks: rewrites.some((rewrite) => rewrite.readsTasks === true),
    isGroupOutOfUse: (groupId) => organization !== undefined && isDeactivated(organization, groupId),
    narrowTerm(reader, term) {
      const scene = sceneOf([], reader.id)
      for (const rewrite of terms) {
        const condition = rewrite(term, reader, scene)
        if (condition !== undefined) return condition
      }
      return undefined
    },
  }
}

/** The client's capabilities in a request, from `client_capabilities` or a separate parameter. */
function saidIn(text: string | undefined, parameters: { peek(name: string): string | undefined }): string[] {
  const said: string[] = parameters.peek('allow_empty_topic_name') === 'true' ? ['empty_topic_name'] : []
  if (text === undefined) return said
  try {
    const given = parseGivenJson(text) // validated by the next line
    if (typeof given !== 'object' || given === null) return said
    return [...said, ...otherCapabilities.filter((name) => (given as Fields)[name] === true)]
  } catch {
    return said
  }
}
