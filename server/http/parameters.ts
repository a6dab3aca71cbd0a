import { z } from 'zod'
import { badRequest, ServiceError } from '../base/errors.ts'
import { parseGivenJson } from '../base/json.ts'
import { limits, requireAtMost, type Limit } from '../base/limits.ts'

/** Creating a schema costs more than applying it, and every poll parses such values. */
const integerSchema = z.number().int()
const booleanSchema = z.boolean()

/**
 * The form fields of one request. Each getter records its name, so that the remaining fields can be reported as
 * `ignored_parameters_unsupported` (Service API, Versioning, feature level 167).
 */
export class Parameters {
  readonly #fields = new Map<string, string>()
  readonly #known = new Set<string>()
  readonly #disowned = new Set<string>()

  /** A field of a later source replaces that of an earlier one. */
  constructor(...sources: unknown[]) {
    for (const source of sources) this.add(source)
  }

  /** Adds fields that arrive later, such as those beside a file. */
  add(source: unknown): void {
    if (typeof source !== 'object' || source === null) return
    for (const [name, value] of Object.entries(source)) {
      const text: unknown = Array.isArray(value) ? value.at(-1) : value
      if (typeof text === 'string') this.#fields.set(name, text)
    }
  }

  /** The text of a field, without marking it as supported. */
  peek(name: string): string | undefined {
    return this.#fields.get(name)
  }

  /** Sets a field as if the client had sent it. */
  set(name: string, value: string): void {
    this.#fields.set(name, value)
  }

  /** Removes a field as if the client had not sent it. */
  take(name: string): string | undefined {
    const value = this.#fields.get(name)
    this.#fields.delete(name)
    return value
  }

  /** Makes the field count as unsupported. */
  disown(name: string): void {
    if (this.#fields.delete(name)) this.#disowned.add(name)
  }

  /** Makes all fields count as supported. */
  ignoreAll(): void {
    this.ignore(...this.#fields.keys())
    this.#disowned.clear()
  }

  get unsupported(): string[] {
    return [...[...this.#fields.keys()].filter((name) => !this.#known.has(name)), ...this.#disowned].sort()
  }

  optionalText(name: string): string | undefined {
    this.#known.add(name)
    return this.#fields.get(name)
  }

  text(name: string): string {
    const value = this.optionalText(name)
    if (value === undefined) {
      throw new ServiceError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { extra: { var_name: name } })
    }
    return value
  }

  optionalInteger(name: string): number | undefined {
    return this.optionalJson(name, integerSchema)
  }

  integer(name: string): number {
    return this.json(name, integerSchema)
  }

  /** A count such as `num_before`: 0 or more. */
  count(name: string): number {
    const value = this.text(name)
    const number = Number(value)
    if (!/^\d{1,16}$/.test(value.trim()) || !Number.isSafeInteger(number)) throw invalidValue(name, value)
    return number
  }

  requiredBoolean(name: string): boolean {
    return this.json(name, booleanSchema)
  }

  boolean(name: string, fallback: boolean): boolean {
    return this.optionalJson(name, booleanSchema) ?? fallback
  }

  /**
   * Whether the client builds the addresses of external avatars. The field has different names in the specification and
   * upstream.
   */
  clientAvatars(fallback = true): boolean {
    const upstream = this.boolean('client_gravatar', fallback)
    return this.boolean('client_extavatar', upstream)
  }

  /** Makes fields without an effect on this server count as supported. */
  ignore(...names: string[]): void {
    for (const name of names) this.#known.add(name)
  }

  /** @param most bounds the entries of a list or object, which are counted before validation */
  json<T>(name: string, schema: z.ZodType<T>, most?: Limit): T {
    const value = this.text(name)
    return parseJson(name, value, schema, most)
  }

  /** A JSON value that the family's refusal only calls invalid, such as `narrow`. */
  converted<T>(name: string, schema: z.ZodType<T>, most?: Limit): T {
    this.text(name)
    return this.optionalConverted(name, schema, most) as T // the field is present
  }

  optionalConverted<T>(name: string, schema: z.ZodType<T>, most?: Limit): T | undefined {
    const value = this.optionalText(name)
    if (value === undefined) return undefined
    const parsed = parsedJson(value)
    const result = parsed.isJson && schema.safeParse(within(parsed.value, most))
    if (result === false || !result.success) throw invalidValue(name, value)
    return result.data
  }

  optionalJson<T>(name: string, schema: z.ZodType<T>, most?: Limit): T | undefined {
    const value = this.optionalText(name)
    return value === undefined ? undefined : parseJson(name, value, schema, most)
  }
}

type Parsed = { readonly isJson: true; readonly value: unknown } | { readonly isJson: false }

function parsedJson(text: string): Parsed {
  try {
    return { isJson: true, value: parseGivenJson(text) }
  } catch {
    return { isJson: false }
  }
}

/** A list or object within the limit. @throws ServiceError the limit's refusal */
function within(value: unknown, most: Limit = limits.list): unknown {
  if (typeof value !== 'object' || value === null) return value
  requireAtMost(most, Array.isArray(value) ? value.length : Object.keys(value).length)
  return value
}

function parseJson<T>(name: string, value: string, schema: z.ZodType<T>, most: Limit | undefined): T {
  const parsed = parsedJson(value)
  if (!parsed.isJson) throw badRequest(`Argument "${name}" is not valid JSON.`)
  const result = schema.safeParse(within(parsed.value, most))
  if (!result.success) throw badRequest(complaint(name, result.error.issues[0]))
  return result.data
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'an integer',
  int: 'an integer',
  boolean: 'a boolean',
  array: 'a list',
  object: 'a dict',
  record: 'a dict',
}

/** The validation error in the family's words: `messages[0] is not an integer`. */
export function complaint(name: string, issue: z.core.$ZodIssue | undefined): string {
  const place = placeOf(name, issue?.path ?? [])
  const type = issue?.code === 'invalid_type' ? typeNames[issue.expected] : undefined
  return type === undefined ? `Invalid ${place}: ${issue?.message ?? 'not understood'}` : `${place} is not ${type}`
}

/** A path within a value in the family's notation: `messages[0]`, `extra_data["heading"]`. */
export function placeOf(name: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (outer, key) => outer + (typeof key === 'number' ? `[${key}]` : `["${String(key)}"]`),
    name,
  )
}

/** The refusal of a parameter with an unsupported value. */
export function invalidValue(name: string, value: string): ServiceError {
  return new ServiceError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value.slice(0, 100)}`, {
    extra: { var_name: name, bad_value: value.slice(0, 100) },
  })
}
