/** A use of electron that the host does not implement. The message names the missing part. */
export class HostLacksError extends Error {
  readonly code = 'HOST_LACKS'

  constructor(name: string) {
    super(`the browser host has no electron.${name}; add it in browser-host/electron.ts`)
    this.name = 'HostLacksError'
  }
}

/** Property names that the language itself reads. */
const asked = new Set(['then', 'toJSON', 'constructor', 'prototype', '$$typeof', 'nodeType', 'asymmetricMatch'])

/**
 * Wraps `part` so that an access to a missing property throws an error with the name instead of returning undefined.
 */
export function strictPart<T extends object>(name: string, part: T): T {
  return new Proxy(part, {
    get(target, property) {
      if (typeof property === 'symbol' || property in target || asked.has(property)) {
        const value: unknown = Reflect.get(target, property, target)
        // Bound to the real object, since a proxy cannot access private fields.
        return typeof value === 'function' && !('prototype' in value && isClass(value))
          ? (value.bind(target) as unknown)
          : value
      }
      throw new HostLacksError(`${name}.${property}`)
    },
    set(target, property, value) {
      if (typeof property === 'string' && !(property in target)) throw new HostLacksError(`${name}.${property} =`)
      return Reflect.set(target, property, value, target)
    },
  })
}

function isClass(value: object): boolean {
  return Function.prototype.toString.call(value).startsWith('class')
}
