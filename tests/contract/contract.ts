import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { nameOf, waysIn } from '#support/ways.ts'

type Json = Record<string, unknown>
const methods = ['get', 'post', 'patch', 'delete'] as const
type Method = (typeof methods)[number]

interface Operation {
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: Json }>; $ref?: string }>>
}

interface Description {
  readonly paths: Readonly<Record<string, Partial<Record<Method, Operation>>>>
}

/** An answer or event differs from the service's description. */
export class ContractError extends Error {
  readonly code = 'CONTRACT'
}

/** Makes alternatives overlap if nothing is required, so that one match is sufficient. */
function lenient(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lenient)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (key === 'oneOf') return [['anyOf', lenient(inner)]]
    if (key === 'discriminator' || key === 'example' || key === 'deprecated') return []
    return [[key, lenient(inner)]]
  })
  const result = Object.fromEntries(entries)
  // In OpenAPI 3.0 "or null" is beside a reference or a union; JSON schema has no such keyword there.
  if (result.nullable === true && result.type === undefined) {
    delete result.nullable
    return { anyOf: [result, { type: 'null' }] }
  }
  return result
}

const description = lenient(
  JSON.parse(readFileSync(join(import.meta.dirname, 'openapi.json'), 'utf8')),
) as Description & Json

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: true })
// The package's default export is a function in a CommonJS module.
;(formats as unknown as (target: Ajv) => void)(ajv)
ajv.addSchema(description, 'openapi')

const compiled = new Map<string, ValidateFunction>()

function validator(pointer: string): ValidateFunction {
  let found = compiled.get(pointer)
  if (found === undefined) {
    found = ajv.compile({ $ref: `openapi#/${pointer}` })
    compiled.set(pointer, found)
  }
  return found
}

function escapePointer(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
}

interface Endpoint {
  readonly name: string
  readonly path: string
  readonly method: Method
  readonly pattern: RegExp
  readonly parameters: number
}

const endpoints: readonly Endpoint[] = Object.entries(description.paths)
  .flatMap(([path, operations]) =>
    methods
      .filter((method) => operations[method] !== undefined)
      .map((method) => ({
        name: `${method.toUpperCase()} ${path}`,
        path,
        method,
        // Ids and e-mails are distinguished by their form.
        pattern: new RegExp(
          `^${path
            .replaceAll('{email}', '[^/]*@[^/]*')
            .replaceAll('{filename}', '.+')
            .replaceAll('{user_id_or_email}', '[^/]+')
            .replaceAll(/\{[^}]+\}/g, '[^/@]+')}$`,
        ),
        parameters: path.split('{').length - 1,
      })),
  )
  .sort((a, b) => a.parameters - b.parameters)

/** Every endpoint of the description, such as `GET /messages`. */
export const describedEndpoints: readonly string[] = endpoints.map((endpoint) => endpoint.name)

/** The described endpoint that a request is for. */
export function endpointOf(method: string, path: string): string | undefined {
  const [bare = ''] = path.split('?')
  return find(method, decodeURIComponent(bare))?.name
}

function find(method: string, path: string): Endpoint | undefined {
  return endpoints.find((endpoint) => endpoint.method === method.toLowerCase() && endpoint.pattern.test(path))
}

/** The additional keys of an error, by its code (wire-protocol.md §2.13). */
const errorExtras: Readonly<Record<string, readonly string[]>> = {
  REQUEST_VARIABLE_MISSING: ['var_name'],
  REQUEST_VARIABLE_INVALID: ['var_name', 'bad_value'],
  INVALID_JSON: ['var_name'],
  BAD_NARROW: ['desc'],
  BAD_EVENT_QUEUE_ID: ['queue_id'],
  STREAM_DOES_NOT_EXIST: ['stream', 'stream_id'],
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: [
    'first_message_id_allowed_to_move',
    'total_messages_in_topic',
    'total_messages_allowed_to_move',
  ],
  CANNOT_DEACTIVATE_LAST_USER: ['is_last_owner', 'entity'],
  INVITATION_FAILED: ['errors', 'sent_invitations', 'license_limit_reached', 'daily_limit_reached'],
  RATE_LIMIT_HIT: ['retry-after'],
}

function requireErrorEnvelope(name: string, status: number, body: Json): void {
  const { result, msg, code, ...extra } = body
  if (result !== 'error' || typeof msg !== 'string' || msg === '' || typeof code !== 'string') {
    throw new ContractError(`${name} answered ${status} without the envelope: ${JSON.stringify(body)}`)
  }
  const allowed = status === 405 ? ['allowed_methods'] : (errorExtras[code] ?? [])
  for (const key of Object.keys(extra)) {
    if (!allowed.includes(key)) throw new ContractError(`${name}: the error ${code} has no "${key}"`)
  }
}

/** The statuses of each described endpoint, and the events, so far. */
export const seen = {
  answers: new Map<string, Set<'success' | 'error'>>(),
  events: new Set<string>(),
  /** One event of each form, by its type and the names of its fields. */
  eventForms: new Map<string, Json>(),
}

function note(name: string, status: number): void {
  const answers = seen.answers.get(name) ?? new Set()
  answers.add(status === 200 ? 'success' : 'error')
  seen.answers.set(name, answers)
}

/** Compares an answer with the description. @throws ContractError */
export function checkAnswer(method: string, path: string, status: number, body: Json): void {
  const [bare = ''] = path.split('?')
  const endpoint = find(method, decodeURIComponent(bare))
  const name = endpoint?.name ?? `${method} ${bare}`
  note(name, status)
  if (status !== 200) {
    requireErrorEnvelope(name, status, body)
    return
  }
  if (body.result !== 'success' || body.msg !== '') {
    throw new ContractError(`${name} has no envelope: ${JSON.stringify(body).slice(0, 200)}`)
  }
  if (endpoint === undefined) return
  const response = description.paths[endpoint.path]?.[endpoint.method]?.responses['200']
  const base =
    response?.$ref === undefined
      ? `paths/${escapePointer(endpoint.path)}/${endpoint.method}/responses/200`
      : response.$ref.replace('#/', '')
  if (endpoint.name === 'GET /events') {
    const { events } = body as { events: Json[] }
    for (const event of events) checkEvent(event)
    return
  }
  const validate = validator(`${base}/content/application~1json/schema`)
  if (!validate(body)) throw new ContractError(`${name}: ${explain(validate, body)}`)
}

const eventSchemas = `paths/~1events/get/responses/200/content/application~1json/schema/allOf/1/properties/events/items/anyOf`
const alternatives = (
  eventSchemas
    .split('/')
    .map((part) => part.replaceAll('~1', '/'))
    .reduce<unknown>((value, key) => (value as Json)[key], description) as Json[]
).map((schema, index) => ({ schema, pointer: `${eventSchemas}/${index}` }))

function dereferenced(schema: Json): Json {
  const pointer = typeof schema.$ref === 'string' ? schema.$ref : undefined
  if (pointer === undefined) return schema
  const target = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Json)[key], description)
  return dereferenced(target as Json)
}

/** The parts of a schema about one key, through all combinations. */
function aboutKey(given: Json, key: string): unknown[] {
  const schema = dereferenced(given)
  const own = (schema.properties as Json | undefined)?.[key]
  const parts = (schema.allOf as Json[] | undefined) ?? []
  return [...(own === undefined ? [] : [own]), ...parts.flatMap((part) => aboutKey(part, key))]
}

/** The values that a schema allows for one key of an event. */
function allowedWords(schema: Json, key: string): readonly unknown[] {
  const text = JSON.stringify(aboutKey(schema, key))
  return [...text.matchAll(/"enum":(\[[^\]]*\])/g)].flatMap(([, list]) => JSON.parse(list ?? '[]') as unknown[])
}

/** Every event of the description, such as `stream create`. */
export const describedEvents: readonly string[] = [
  ...new Set(
    alternatives.flatMap(({ schema }) => {
      const ops = allowedWords(schema, 'op')
      return allowedWords(schema, 'type').flatMap((type) =>
        ops.length === 0 ? [String(type)] : ops.map((op) => `${String(type)} ${String(op)}`),
      )
    }),
  ),
].sort()

/** Compares an event with the description. @throws ContractError */
export function checkEvent(event: Json & { op?: string; type?: string }): void {
  const name = `event ${event.type ?? ''}${event.op === undefined ? '' : ` ${event.op}`}`
  seen.events.add(name.slice('event '.length))
  const form = [...waysIn(event)].map(nameOf).toSorted().join(' ')
  if (!seen.eventForms.has(`${name} ${form}`)) seen.eventForms.set(`${name} ${form}`, event)
  const candidates = alternatives.filter(({ schema }) => {
    const isType = allowedWords(schema, 'type').includes(event.type)
    return isType && (event.op === undefined || allowedWords(schema, 'op').includes(event.op))
  })
  if (candidates.length === 0) throw new ContractError(`${name} is not described: ${JSON.stringify(event)}`)
  const errors: string[] = []
  for (const { pointer } of candidates) {
    const validate = validator(pointer)
    if (validate(event)) return
    errors.push(explain(validate, event))
  }
  throw new ContractError(`${name}: ${errors.join(' | or: ')}`)
}

function explain(validate: ValidateFunction, value: unknown): string {
  const errors = (validate.errors ?? []).slice(0, 6).map((error) => {
    const extra = 'additionalProperty' in error.params ? ` "${String(error.params.additionalProperty)}"` : ''
    return `${error.instancePath} ${error.message ?? ''}${extra}`
  })
  return `${errors.join('; ')} in ${JSON.stringify(value).slice(0, 400)}`
}
