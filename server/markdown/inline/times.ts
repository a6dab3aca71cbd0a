import { DateParts, daysOf, NoTime } from './time-fields.ts'
import { halfOfDay, isJump, monthOf, timeTokens, unitOf, weekdayOf, zoneOffset } from './time-words.ts'

/** Maximum length of a time. */
const longestTime = 200

/**
 * The instant of a typed time in the form `2026-11-22T09:00:00Z`, as the family's server reads it: most English forms,
 * ISO 8601, or UNIX seconds. Missing parts are those of today's midnight, and the default time zone is UTC. Undefined
 * for other texts.
 */
export function readTime(typed: string, now: Date): string | undefined {
  if (typed.length > longestTime) return undefined
  try {
    return new TimeReader(timeTokens(typed)).instant(now)
  } catch (error) {
    if (!(error instanceof NoTime)) throw error
    return unixTime(typed)
  }
}

function unixTime(typed: string): string | undefined {
  if (!/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(typed)) return undefined
  const microseconds = Math.round(Number(typed) * 1_000_000)
  const date = new Date(Math.floor(microseconds / 1000))
  const year = date.getUTCFullYear()
  if (!(year >= 1 && year <= 9999)) return undefined
  return written(date, ((microseconds % 1_000_000) + 1_000_000) % 1_000_000)
}

function written(date: Date, microseconds: number): string {
  const fraction = microseconds === 0 ? '' : `.${String(microseconds).padStart(6, '0')}`
  return `${date.toISOString().slice(0, 19)}${fraction}Z`
}

/** Reads tokens from left to right, as python-dateutil does. */
class TimeReader {
  readonly #tokens: string[]
  readonly #date = new DateParts()
  #at = 0
  #hour: number | undefined
  #minute: number | undefined
  #second: number | undefined
  #microsecond: number | undefined
  #weekday: number | undefined
  #zone: string | undefined
  #offset: number | undefined

  constructor(tokens: string[]) {
    this.#tokens = tokens
    while (this.#at < tokens.length) {
      this.#readToken(this.#token())
      this.#at += 1
    }
  }

  instant(now: Date): string {
    const parts = this.#date.resolve()
    const isEmpty = [this.#hour, this.#minute, this.#second, this.#weekday, this.#zone].every((x) => x === undefined)
    if (isEmpty && Object.keys(parts).length === 0) throw new NoTime()
    const year = parts.year === undefined ? now.getUTCFullYear() : this.#century(parts.year, now)
    const month = parts.month ?? now.getUTCMonth() + 1
    const day = parts.day ?? Math.min(now.getUTCDate(), daysOf(year, month))
    const hour = this.#hour ?? 0
    const minute = this.#minute ?? 0
    const second = this.#second ?? 0
    const isDate = year >= 1 && year <= 9999 && day >= 1 && day <= daysOf(year, month)
    if (!isDate || hour > 23 || minute > 59 || second > 59) throw new NoTime()
    const date = new Date(0)
    date.setUTCFullYear(year, month - 1, day)
    date.setUTCHours(hour, minute, second)
    if (this.#weekday !== undefined && (parts.day ?? 0) === 0) {
      date.setUTCDate(date.getUTCDate() + ((this.#weekday - ((date.getUTCDay() + 6) % 7) + 7) % 7))
    }
    date.setTime(date.getTime() - this.#zoneSeconds() * 1000)
    if (date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999) throw new NoTime()
    return written(date, this.#microsecond ?? 0)
  }

  #century(year: number, now: Date): number {
    if (year >= 100 || this.#date.hasCentury) return year
    const current = now.getUTCFullYear()
    const near = year + Math.floor(current / 100) * 100
    if (near >= current + 50) return near - 100
    return near < current - 50 ? near + 100 : near
  }

  #zoneSeconds(): number {
    const zone = this.#zone === 'Z' || this.#zone === 'z' ? 'UTC' : this.#zone
    const known = zone === undefined ? undefined : zoneOffset(zone)
    return known ?? this.#offset ?? 0
  }

  #token(distance = 0): string {
    const token = this.#peek(distance)
    if (token === undefined) throw new NoTime()
    return token
  }

  #peek(distance: number): string | undefined {
    return this.#tokens[this.#at + distance]
  }

  #readToken(token: string): void {
    if (/^[\d.]*\d[\d.]*$/.test(token)) {
      this.#readNumber(token)
      return
    }
    const weekday = weekdayOf(token)
    const month = monthOf(token)
    const half = halfOfDay(token)
    if (weekday !== undefined) this.#weekday = weekday
    else if (month !== undefined) this.#readMonth(month)
    else if (half !== undefined) {
      if (this.#hour === undefined || this.#hour > 12) throw new NoTime()
      this.#hour = inHalf(this.#hour, half)
    } else if (this.#isZone(token)) this.#readZone(token)
    else if (this.#hour !== undefined && (token === '+' || token === '-')) this.#readOffset(token)
    else if (!isJump(token)) throw new NoTime()
  }

  #readMonth(month: number): void {
    this.#date.add(month, 'month')
    const separator = this.#peek(1)
    if (separator === '-' || separator === '/') {
      this.#date.add(this.#token(2))
      if (this.#peek(3) === separator) {
        this.#date.add(this.#token(4))
        this.#at += 2
      }
      this.#at += 2
    } else if (separator === ' ' && this.#peek(2)?.toLowerCase() === 'of' && this.#peek(3) === ' ') {
      const year = this.#peek(4)
      if (year !== undefined && /^\d+$/.test(year)) this.#date.add(year, 'year')
      if (year !== undefined) this.#at += 4
    }
  }

  #isZone(token: string): boolean {
    if (this.#hour === undefined || this.#zone !== undefined || this.#offset !== undefined) return false
    return /^(?:[A-Z]{1,5}|z)$/.test(token)
  }

  #readZone(token: string): void {
    const isUtc = ['UTC', 'GMT', 'Z', 'z'].includes(token)
    this.#zone = token
    this.#offset = isUtc ? 0 : undefined
    const sign = this.#peek(1)
    if (sign !== '+' && sign !== '-') return
    // `BRST+3` is three hours behind Greenwich.
    this.#tokens[this.#at + 1] = sign === '+' ? '-' : '+'
    this.#offset = undefined
    if (isUtc) this.#zone = undefined
  }

  #readOffset(sign: '+' | '-'): void {
    const digits = this.#token(1)
    let hours = digits.slice(0, 2)
    let minutes = '0'
    if (digits.length === 4) minutes = digits.slice(2)
    else if (this.#peek(2) === ':') {
      hours = digits
      minutes = this.#token(3)
      this.#at += 2
    } else if (digits.length > 2) throw new NoTime()
    if (!/^\d+$/.test(hours) || !/^\d+$/.test(minutes)) throw new NoTime()
    this.#offset = (sign === '+' ? 1 : -1) * (Number(hours) * 3600 + Number(minutes) * 60)
    this.#at += 1
  }

  #readNumber(token: string): void {
    const { length } = token
    const next = this.#peek(1)
    const isAlone = next === undefined || (next !== ':' && unitOf(next) === undefined)
    if (this.#date.length === 3 && (length === 2 || length === 4) && this.#hour === undefined && isAlone) {
      this.#setClock(token.slice(0, 2), length === 4 ? token.slice(2) : undefined)
    } else if (length === 6 || (length > 6 && token.indexOf('.') === 6)) this.#readSixDigits(token)
    else if (length === 8 || length === 12 || length === 14) this.#readCompactDate(token)
    else if (!this.#readWithUnit(token)) this.#readPlainNumber(token, next)
  }

  #readSixDigits(token: string): void {
    if (this.#date.length === 0 && !token.includes('.')) {
      for (const at of [0, 2, 4]) this.#date.add(token.slice(at, at + 2))
    } else {
      this.#setClock(token.slice(0, 2), token.slice(2, 4))
      this.#setSeconds(token.slice(4))
    }
  }

  #readCompactDate(token: string): void {
    this.#date.add(token.slice(0, 4), 'year')
    this.#date.add(token.slice(4, 6))
    this.#date.add(token.slice(6, 8))
    if (token.length > 8) this.#setClock(token.slice(8, 10), token.slice(10, 12))
    if (token.length > 12) this.#second = wholeNumber(token.slice(12))
  }

  /** Reads `12h`, `5 m`, and the minutes of `12h04`. */
  #readWithUnit(token: string): boolean {
    const isLast = this.#at === this.#tokens.length - 1
    const after = [1, ...(this.#peek(1) === ' ' ? [2] : [])].find(
      (distance) => unitOf(this.#peek(distance)) !== undefined,
    )
    const before = [-1, ...(isLast && this.#at > 1 && this.#peek(-1) === ' ' ? [-2] : [])].find(
      (distance) => unitOf(this.#peek(distance)) !== undefined,
    )
    const distance = after ?? before
    if (distance === undefined) return false
    const unit = (unitOf(this.#peek(distance)) ?? 0) + (distance < 0 ? 1 : 0)
    if (distance > 0) this.#at += distance
    const value = Number(token)
    if (!Number.isFinite(value)) throw new NoTime()
    if (unit === 0) {
      this.#hour = Math.trunc(value)
      if (value % 1 !== 0) this.#minute = Math.trunc(60 * (value % 1))
    } else if (unit === 1) this.#setMinutes(value)
    else if (unit === 2) this.#setSeconds(token)
    return true
  }

  #readPlainNumber(token: string, next: string | undefined): void {
    const value = Number(token)
    if (!Number.isFinite(value)) throw new NoTime()
    const half = halfOfDay(next)
    if (next === ':' && this.#peek(2) !== undefined) {
      this.#hour = Math.trunc(value)
      this.#setMinutes(Number(this.#token(2)))
      if (this.#peek(3) === ':' && this.#peek(4) !== undefined) {
        this.#setSeconds(this.#token(4))
        this.#at += 2
      }
      this.#at += 2
    } else if (next === '-' || next === '/' || next === '.') this.#readSeparated(token, next)
    else if (next === undefined || isJump(next)) {
      const later = halfOfDay(this.#peek(2))
      if (later === undefined) this.#date.add(value)
      else {
        this.#hour = inHalf(Math.trunc(value), later)
        this.#at += 1
      }
      this.#at += 1
    } else if (half !== undefined && value < 24) {
      this.#hour = inHalf(Math.trunc(value), half)
      this.#at += 1
    } else if (this.#date.couldBeDay(value)) this.#date.add(value)
    else throw new NoTime()
  }

  /** Reads `01-01[-01]`, `01-Jan[-01]`, also with slashes or dots. */
  #readSeparated(token: string, separator: string): void {
    this.#date.add(token)
    const second = this.#peek(2)
    if (second !== undefined && !isJump(second)) {
      this.#addNumberOrMonth(second)
      if (this.#peek(3) === separator) {
        this.#addNumberOrMonth(this.#token(4))
        this.#at += 2
      }
      this.#at += 1
    }
    this.#at += 1
  }

  #addNumberOrMonth(token: string): void {
    const month = monthOf(token)
    if (month !== undefined) this.#date.add(month, 'month')
    else if (/^\d+$/.test(token)) this.#date.add(token)
    else throw new NoTime()
  }

  #setClock(hour: string, minute: string | undefined): void {
    this.#hour = wholeNumber(hour)
    if (minute !== undefined) this.#minute = wholeNumber(minute)
  }

  #setMinutes(value: number): void {
    if (!Number.isFinite(value)) throw new NoTime()
    this.#minute = Math.trunc(value)
    this.#second = value % 1 === 0 ? undefined : Math.trunc(60 * (value % 1))
  }

  #setSeconds(typed: string): void {
    const match = /^(\d+)(?:\.(\d*))?$/.exec(typed)
    if (match === null) throw new NoTime()
    this.#second = Number(match[1])
    this.#microsecond = Number((match[2] ?? '').padEnd(6, '0').slice(0, 6))
  }
}

function wholeNumber(digits: string): number {
  if (!/^\d+$/.test(digits)) throw new NoTime()
  return Number(digits)
}

function inHalf(hour: number, half: 'am' | 'pm'): number {
  if (half === 'pm' && hour < 12) return hour + 12
  return half === 'am' && hour === 12 ? 0 : hour
}
