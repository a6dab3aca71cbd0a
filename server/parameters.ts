import type { z } from 'zod'
import { badRequest, ServiceError } from './errors.ts'

/**
 * The form fields of one request. Each getter notes the name it was asked for, so that what nobody asked for can be
 * reported as `ignored_parameters_unsupported` (service-api.md, feature level 167).
 */
export class Parameters {
  readonly #fields = new Map<string, string>()
  readonly #known = new Set<string>()

  /** A field of a later source replaces that of an earlier one. */
  constructor(...sources: unknown[]) {
    for (const source of sources) this.add(source)
  }

  /** Adds fields that came in later, such as those beside a file. */
  add(source: unknown): void {
    if (typeof source !== 'object' || source === null) return
    for (const [name, value] of Object.entries(source)) {
      const text: unknown = Array.isArray(value) ? value.at(-1) : value
      if (typeof text === 'string') this.#fields.set(name, text)
    }
  }

  get unsupported(): string[] {
    return [...this.#fields.keys()].filter((name) => !this.#known.has(name)).sort()
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
    const value = this.optionalText(name)
    if (value === undefined) return undefined
    const number = Number(value)
    if (!/^-?\d{1,16}$/.test(value.trim()) || !Number.isSafeInteger(number)) throw invalid(name, value)
    return number
  }

  integer(name: string): number {
    this.text(name)
    return this.optionalInteger(name) ?? 0
  }

  boolean(name: string, fallback: boolean): boolean {
    const value = this.optionalText(name)
    if (value === undefined) return fallback
    if (value === 'true') return true
    if (value === 'false') return false
    throw invalid(name, value)
  }

  /** Whether pictures of an outside provider are left to the client, under the specification's name or upstream's. */
  clientAvatars(fallback = true): boolean {
    const upstream = this.boolean('client_gravatar', fallback)
    return this.boolean('client_extavatar', upstream)
  }

  /** Notes names that are understood, but change nothing here. */
  ignore(...names: string[]): void {
    for (const name of names) this.#known.add(name)
  }

  json<T>(name: string, schema: z.ZodType<T>): T {
    const value = this.text(name)
    return parseJson(name, value, schema)
  }

  optionalJson<T>(name: string, schema: z.ZodType<T>): T | undefined {
    const value = this.optionalText(name)
    return value === undefined ? undefined : parseJson(name, value, schema)
  }
}

function parseJson<T>(name: string, value: string, schema: z.ZodType<T>): T {
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch {
    throw new ServiceError('INVALID_JSON', 'Malformed JSON', { extra: { var_name: name } })
  }
  const result = schema.safeParse(parsed)
  if (!result.success) {
    const issue = result.error.issues[0]
    const place = [name, ...(issue?.path ?? []).map(String)].join('.')
    throw badRequest(`Invalid ${place}: ${issue?.message ?? 'not understood'}`)
  }
  return result.data
}

function invalid(name: string, value: string): ServiceError {
  return new ServiceError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value.slice(0, 100)}`, {
    extra: { var_name: name, bad_value: value.slice(0, 100) },
  })
}
