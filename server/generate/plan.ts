/** The size of a generated organization. */
export interface GeneratePlan {
  readonly users: number
  readonly streams: number
  readonly messages: number
  /** The same seed and sizes give the same organization. */
  readonly seed: number
}

const bounds = {
  users: { usual: 1000, least: 2, most: 200_000 },
  streams: { usual: 100, least: 1, most: 50_000 },
  messages: { usual: 100_000, least: 0, most: 20_000_000 },
  seed: { usual: 1, least: 0, most: 2 ** 31 },
}

/** Parses `users=…,streams=…,messages=…[,seed=…]`; returns a message for invalid input. */
export function generatePlan(text: string): GeneratePlan | string {
  const plan: Record<string, number> = Object.fromEntries(
    Object.entries(bounds).map(([name, { usual }]) => [name, usual]),
  )
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.split('=')
    const bound = (bounds as Readonly<Record<string, { least: number; most: number }>>)[name.trim()]
    if (bound === undefined) return `users, streams, messages and seed are understood, not “${name}”`
    const number = /^\d+$/.test(value.trim()) ? Number(value) : Number.NaN
    if (!(number >= bound.least && number <= bound.most)) {
      return `${name} is a whole number from ${bound.least} to ${bound.most}`
    }
    plan[name.trim()] = number
  }
  const { users = 0, streams = 0, messages = 0, seed = 0 } = plan
  return { users, streams, messages, seed }
}
