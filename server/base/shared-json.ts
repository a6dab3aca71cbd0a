import { joinInSlices } from './slices.ts'

/** The cached JSON, as UTF-8, of an object that appears in many answers; serialized on first use. */
const shared = new WeakMap<object, { json: Buffer | undefined }>()

/** The approximate length of a piece of an answer, in UTF-16 units. */
const pieceLength = 65_536
/** Lists and objects with more entries are serialized entry by entry. */
const fewEntries = 20

/** Marks an object as immutable and shared between answers, so that its JSON is cached. */
export function share<T extends object>(object: T): Readonly<T> {
  shared.set(object, { json: undefined })
  return object
}

/**
 * Serializes an answer to UTF-8 JSON with the cached JSON of shared objects. Long answers are serialized in slices, so
 * that the event loop stays responsive; their objects must not change until then.
 */
export function writeJson(fields: Readonly<Record<string, unknown>>): Buffer | Promise<Buffer> {
  return joinInSlices(new JsonWriter().pieces(fields))
}

class JsonWriter {
  #plain = ''

  pieces(fields: Readonly<Record<string, unknown>>): Generator<Buffer, void> {
    return this.#whole(fields)
  }

  *#whole(fields: Readonly<Record<string, unknown>>): Generator<Buffer, void> {
    yield* this.#object(fields)
    yield Buffer.from(this.#plain)
  }

  *#value(value: unknown): Generator<Buffer, void> {
    const json = sharedJson(value)
    if (json !== undefined) {
      if (this.#plain !== '') yield Buffer.from(this.#plain)
      this.#plain = ''
      yield json
      return
    }
    if (Array.isArray(value) && isEntryByEntry(value)) yield* this.#list(value)
    else if (isPlain(value) && isLong(value)) yield* this.#object(value)
    // Values without a JSON form become null, as in arrays of JSON.stringify().
    else this.#plain += (JSON.stringify(value) as string | undefined) ?? 'null'
    if (this.#plain.length < pieceLength) return
    yield Buffer.from(this.#plain)
    this.#plain = ''
  }

  *#list(list: readonly unknown[]): Generator<Buffer, void> {
    this.#plain += '['
    for (const [index, member] of list.entries()) {
      if (index > 0) this.#plain += ','
      yield* this.#value(member)
    }
    this.#plain += ']'
  }

  *#object(object: Readonly<Record<string, unknown>>): Generator<Buffer, void> {
    let separator = '{'
    for (const [name, value] of Object.entries(object)) {
      if (value === undefined) continue
      this.#plain += `${separator}${JSON.stringify(name)}:`
      separator = ','
      yield* this.#value(value)
    }
    this.#plain += separator === '{' ? '{}' : '}'
  }
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Whether an object is long or may contain a long one. */
function isLong(object: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(object)
  return values.length > fewEntries || values.some((value) => Array.isArray(value) && value.length > fewEntries)
}

/** Lists of ids are serialized at once: even a hundred thousand of them are fast. */
function isEntryByEntry(list: readonly unknown[]): boolean {
  return (list.length > fewEntries && typeof list[0] !== 'number') || list.some(isShared)
}

function isShared(value: unknown): boolean {
  return typeof value === 'object' && value !== null && shared.has(value)
}

function sharedJson(member: unknown): Buffer | undefined {
  if (typeof member !== 'object' || member === null) return undefined
  const entry = shared.get(member)
  if (entry === undefined) return undefined
  entry.json ??= Buffer.from(JSON.stringify(member))
  return entry.json
}
