import { z } from 'zod'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { badRequest } from '#server/base/errors.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { limits, listLimit, requireAtMost, requireLength, textLimit, urlTemplateLimit } from '#server/base/limits.ts'
import type { ServerContext } from '#server/context/context.ts'
import type { NewLinkifier, RequestFields, StoreSettings } from '#server/context/level-rules.ts'
import { compileLinkifier, findAll } from '#shared/content/linkifiers.ts'
import { objects, type Fields, type LevelChange, type Scene } from '../../change.ts'

const exampleLimit = textLimit(1000, 'example_input', 'example of a linkifier')
const reverseLimit = textLimit(1000, 'reverse_template', 'template that turns the link of a linkifier into text')
const mostAlternatives = listLimit(100, 'alternative URL templates of a linkifier')

/** The settings of a linkifier, with their values if a request lacks them. A change replaces all of them. */
const settings: readonly { readonly level: number; readonly names: readonly string[]; readonly usual: unknown }[] = [
  { level: 471, names: ['example_input', 'reverse_template'], usual: null },
  { level: 478, names: ['alternative_url_templates'], usual: [] },
]

/** Linkifiers that also turn a pasted link into the text of the pattern (newer-servers.md, Other changes). */
export const linkifiers: readonly LevelChange[] = settings.map(({ level, names, usual }): LevelChange => {
  const withSettings = (list: unknown, { context }: Scene) =>
    objects(list).map((linkifier) => ({
      ...linkifier,
      ...Object.fromEntries(
        names.map((name) => [name, context.levelSettings?.get(place(Number(linkifier.id)), name) ?? usual]),
      ),
    }))
  return {
    level,
    what: `linkifiers have ${names.join(' and ')}`,
    rewrite: {
      register: (state, scene) =>
        'realm_linkifiers' in state
          ? { ...state, realm_linkifiers: withSettings(state.realm_linkifiers, scene) }
          : state,
      event: (event, scene) => [
        event.type === 'realm_linkifiers'
          ? { ...event, realm_linkifiers: withSettings(event.realm_linkifiers, scene) }
          : event,
      ],
      calls: {
        async 'GET /realm/linkifiers'(_call, next, scene): Promise<Fields> {
          const answer = await next()
          return { ...answer, linkifiers: withSettings(answer.linkifiers, scene) }
        },
      },
    },
  }
})

/** Reads the settings of a linkifier that the level has. @throws ServiceError */
export function linkifierSettings(level: FeatureLevel, organization: () => ServerContext) {
  return (fields: RequestFields, linkifier: NewLinkifier): StoreSettings => {
    const read = {
      example_input: (text: string) => readText(text, 'example_input', exampleLimit),
      reverse_template: (text: string) => readText(text, 'reverse_template', reverseLimit),
      alternative_url_templates: readAlternatives,
    }
    const values = new Map<string, unknown>()
    for (const { names, usual } of settings.filter((setting) => setting.level <= level)) {
      for (const name of names) {
        const text = fields.take(name)
        values.set(name, text === undefined ? usual : read[name as keyof typeof read](text)) // the names of `settings`
      }
    }
    requireExample(linkifier, values.get('example_input'), values.get('reverse_template'))
    return (id) => {
      for (const [name, value] of values) organization().levelSettings?.set(place(id), name, value)
    }
  }
}

/** The storage key of the settings of a linkifier. */
function place(id: number): string {
  return `linkifier:${id}`
}

/** A text, or null for an empty one. @throws ServiceError `BAD_REQUEST` */
function readText(text: string, name: string, limit: typeof exampleLimit): string | null {
  const given = requireLength(name, text.trim(), limit)
  return given === '' || given === 'null' ? null : given
}

/** @throws ServiceError `BAD_REQUEST` */
function readAlternatives(text: string): readonly string[] {
  let value: unknown
  try {
    value = parseGivenJson(text)
  } catch {
    throw badRequest('Argument "alternative_url_templates" is not valid JSON.')
  }
  const list = z.array(z.string()).safeParse(value)
  if (!list.success) throw badRequest('alternative_url_templates is not a list of texts')
  requireAtMost(mostAlternatives, list.data.length)
  for (const template of list.data) {
    requireLength('alternative_url_templates', template, urlTemplateLimit)
    if (!/^(?:https?|mailto|tel):|^\//i.test(template)) throw badRequest('Invalid URL template.')
  }
  return list.data
}

/**
 * Checks that the example matches the pattern, and that a reverse template has an example and only variables of the
 * pattern.
 * @throws ServiceError `BAD_REQUEST`
 */
function requireExample({ pattern, urlTemplate }: NewLinkifier, example: unknown, reverse: unknown): void {
  if (reverse !== undefined && reverse !== null && typeof example !== 'string') {
    throw badRequest('An example input is required for a reverse template.')
  }
  if (typeof example !== 'string') return
  const compiled = compileLinkifier({ pattern, url_template: urlTemplate }, limits.linkifierProgram.most)
  const time = { leftMs: limits.linkifierTime.most }
  const [match] = findAll(compiled, example, time, () => performance.now())
  if (match?.text !== example) throw badRequest('The example input does not match the pattern.')
  if (typeof reverse !== 'string') return
  const unknown = [...reverse.matchAll(/\{(\w+)\}/g)].find(([, name = '']) => !compiled.variables.includes(name))
  if (unknown !== undefined) throw badRequest(`Group '${unknown[1] ?? ''}' in reverse template is not in the pattern.`)
}
