/** The typed text is not a time. */
export class NoTime extends Error {}

type Part = 'year' | 'month' | 'day'

/** The numbers of a date in typed order. The role of each is decided at the end. */
export class DateParts {
  readonly #values: number[] = []
  readonly #indexes: Partial<Record<Part, number>> = {}
  hasCentury = false

  get length(): number {
    return this.#values.length
  }

  add(typed: string | number, given?: Part): void {
    const isYear = typeof typed === 'string' ? /^\d{3,}$/.test(typed) : typed > 100
    if (isYear) this.hasCentury = true
    const part = isYear ? 'year' : given
    if (isYear && given !== undefined && given !== 'year') throw new NoTime()
    const value = Number(typed)
    if (!Number.isFinite(value)) throw new NoTime()
    this.#values.push(Math.trunc(value))
    if (part === undefined) return
    if (this.#indexes[part] !== undefined) throw new NoTime()
    this.#indexes[part] = this.#values.length - 1
  }

  couldBeDay(value: number): boolean {
    if (this.#indexes.day !== undefined) return false
    const month = this.#at('month')
    const most = month === undefined ? 31 : daysOf(this.#at('year') ?? 2000, month)
    return value >= 1 && value <= most
  }

  /** Year, month and day, as far as they are typed. */
  resolve(): Partial<Record<Part, number>> {
    const known = Object.keys(this.#indexes).length
    const count = this.#values.length
    if (count > 0 && (count === known || (count === 3 && known === 2))) return this.#byIndexes()
    if (count > 3) throw new NoTime()
    const [a = 0, b = 0, c = 0] = this.#values
    const monthIndex = this.#indexes.month
    if (count === 0) return {}
    if (count === 1 || (count === 2 && monthIndex !== undefined)) {
      const other = monthIndex === undefined || monthIndex === 1 ? a : b
      const rest = count === 2 || monthIndex === undefined ? (other > 31 ? { year: other } : { day: other }) : {}
      return { ...rest, ...(monthIndex === undefined ? {} : { month: this.#values[monthIndex] ?? 0 }) }
    }
    if (count === 2) {
      if (a > 31) return { year: a, month: b }
      return b > 31 ? { month: a, year: b } : { month: a, day: b }
    }
    switch (monthIndex) {
      case 0:
        return b > 31 ? { month: a, year: b, day: c } : { month: a, day: b, year: c }
      case 1:
        return a > 31 ? { year: a, month: b, day: c } : { day: a, month: b, year: c }
      case 2:
        return b > 31 ? { day: a, year: b, month: c } : { year: a, day: b, month: c }
      default:
        if (a > 31 || this.#indexes.year === 0) return { year: a, month: b, day: c }
        return a > 12 ? { day: a, month: b, year: c } : { month: a, day: b, year: c }
    }
  }

  #at(part: Part): number | undefined {
    const index = this.#indexes[part]
    return index === undefined ? undefined : this.#values[index]
  }

  #byIndexes(): Partial<Record<Part, number>> {
    const parts = new Map<Part, number>()
    for (const part of ['year', 'month', 'day'] as const) {
      const value = this.#at(part)
      if (value !== undefined) parts.set(part, value)
    }
    if (this.#values.length === 3 && parts.size === 2) {
      const missing = (['year', 'month', 'day'] as const).find((part) => !parts.has(part)) ?? 'day'
      const used = new Set(Object.values(this.#indexes))
      parts.set(missing, this.#values.find((_, index) => !used.has(index)) ?? 0)
    }
    return Object.fromEntries(parts)
  }
}

/** The number of days of a month; 0 for a month that does not exist. */
export function daysOf(year: number, month: number): number {
  return month >= 1 && month <= 12 ? new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate() : 0
}
