/** JSON of an object that many answers hold, as UTF-8, made when it is first needed. */
const shared = new WeakMap<object, { json: Buffer | undefined }>()

const comma = Buffer.from(',')

/** Marks an object as one that stays as it is, in answer after answer: its JSON is then made once. */
export function share<T extends object>(object: T): Readonly<T> {
  shared.set(object, { json: undefined })
  return object
}

/** An object's JSON as UTF-8; the shared members of its lists are not written anew. */
export function writeJson(fields: Readonly<Record<string, unknown>>): Buffer {
  const pieces: Buffer[] = []
  let plain = ''
  const add = (piece: Buffer) => {
    pieces.push(plain === ',' ? comma : Buffer.from(plain), piece)
    plain = ''
  }
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    plain += `${plain === '' && pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (!Array.isArray(value)) {
      plain += JSON.stringify(value)
      continue
    }
    plain += '['
    for (const [index, member] of (value as unknown[]).entries()) {
      if (index > 0) plain += ','
      const json = sharedJson(member)
      if (json === undefined) plain += JSON.stringify(member)
      else add(json)
    }
    plain += ']'
  }
  return Buffer.concat([...pieces, Buffer.from(plain === '' ? '{}' : `${plain}}`)])
}

function sharedJson(member: unknown): Buffer | undefined {
  if (typeof member !== 'object' || member === null) return undefined
  const entry = shared.get(member)
  if (entry === undefined) return undefined
  entry.json ??= Buffer.from(JSON.stringify(member))
  return entry.json
}
