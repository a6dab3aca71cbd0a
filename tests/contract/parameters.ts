import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A parameter of a described endpoint. */
export interface DescribedParameter {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path with its own parameters in braces. */
  readonly path: string
  readonly name: string
  readonly isInPath: boolean
}

interface Given {
  readonly $ref?: string
  readonly in?: string
  readonly name?: string
}

interface Described {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly Given[]; readonly requestBody?: unknown }>>>
  >
  readonly components: { readonly parameters: Readonly<Record<string, Given>> }
}

// Our own copy of the description of the service.
const described = JSON.parse(readFileSync(join(import.meta.dirname, 'openapi.json'), 'utf8')) as Described

/** All parameters of all endpoints; an endpoint that takes a file has one called `file`. */
export const describedParameters: readonly DescribedParameter[] = Object.entries(described.paths).flatMap(
  ([path, operations]) =>
    Object.entries(operations).flatMap(([method, { parameters = [], requestBody }]) => {
      const of = (name: string, isInPath: boolean): DescribedParameter => ({
        method: method.toUpperCase() as DescribedParameter['method'], // the description has no others
        path,
        name,
        isInPath,
      })
      const named = parameters.map((given) => {
        const { name = '', in: place } =
          given.$ref === undefined ? given : (described.components.parameters[given.$ref.split('/').at(-1) ?? ''] ?? {})
        return of(name, place === 'path')
      })
      return requestBody === undefined ? named : [...named, of('file', false)]
    }),
)
