import { joinInSlices } from './slices.ts'

/** JSON of an object that many answers hold, as UTF-8, made when it is first needed. */
const shared = new WeakMap<object, { json: Buffer | undefined }>()

/** Pieces of an answer have about so many UTF-16 units. */
const pieceLength = 65_536
/** Lists and objects with more entries are written entry by entry. */
const fewEntries = 20

/** Marks an object as one that stays as it is, in answer after answer: its JSON is then made once. */
export function share<T extends object>(object: T): Readonly<T> {
  shared.set(object, { json: undefined })
  return object
}

/**
 * An answer's JSON as UTF-8; shared objects in it are not written anew. Long answers are written in slices, so that
 * others are served in between: what they hold must stay as it is until then.
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
    // What JSON has no word for stands as null, as in lists of JSON.stringify().
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

/** Whether an object is long, or holds something that may be. */
function isLong(object: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(object)
  return values.length > fewEntries || values.some((value) => Array.isArray(value) && value.length > fewEntries)
}

/** Ids are written at once: even a hundred thousand of them take no time. */
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
