/** The English words of dates and times that the family's server reads (python-dateutil). */
const jumps = new Set([
  ' ',
  '.',
  ',',
  ';',
  '-',
  '/',
  "'",
  'at',
  'on',
  'and',
  'ad',
  'm',
  't',
  'of',
  'st',
  'nd',
  'rd',
  'th',
])
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const longWeekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const longMonths = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
]
const units: readonly (readonly string[])[] = [
  ['h', 'hour', 'hours'],
  ['m', 'minute', 'minutes'],
  ['s', 'second', 'seconds'],
]

/** Time zone abbreviations in hours; ambiguous ones have the meaning of the family's server. */
const zones: Readonly<Record<string, number>> = {
  ...{ SST: -11, HST: -10, AKST: -9, HDT: -9, AKDT: -8, PST: -8, MST: -7, PDT: -7, CST: -6, MDT: -6, CDT: -5, EST: -5 },
  ...{
    AST: -4,
    EDT: -4,
    NST: -3.5,
    ADT: -3,
    NDT: -2.5,
    GMT: 0,
    UTC: 0,
    WET: 0,
    BST: 1,
    CET: 1,
    MET: 1,
    WAT: 1,
    WEST: 1,
  },
  ...{ CAT: 2, CEST: 2, EET: 2, MEST: 2, SAST: 2, EAT: 3, EEST: 3, IDT: 3, MSK: 3, PKT: 5, IST: 5.5, WIB: 7, AWST: 8 },
  ...{
    HKT: 8,
    WITA: 8,
    JST: 9,
    KST: 9,
    WIT: 9,
    ACST: 9.5,
    AEST: 10,
    ChST: 10,
    ACDT: 10.5,
    AEDT: 11,
    NZST: 12,
    NZDT: 13,
  },
}

/** Whether a token only separates other tokens. */
export function isJump(token: string | undefined): boolean {
  return token !== undefined && jumps.has(token.toLowerCase())
}

/** The number of a weekday; 0 is Monday. */
export function weekdayOf(token: string): number | undefined {
  return indexIn(weekdays, token) ?? indexIn(longWeekdays, token)
}

/** The number of a month; 1 is January. */
export function monthOf(token: string | undefined): number | undefined {
  if (token === undefined) return undefined
  const index = token.toLowerCase() === 'sept' ? 8 : (indexIn(months, token) ?? indexIn(longMonths, token))
  return index === undefined ? undefined : index + 1
}

/** The unit of a token: 0 for hours, 1 for minutes, 2 for seconds. */
export function unitOf(token: string | undefined): number | undefined {
  const index = units.findIndex((names) => token !== undefined && names.includes(token.toLowerCase()))
  return index < 0 ? undefined : index
}

export function halfOfDay(token: string | undefined): 'am' | 'pm' | undefined {
  switch (token?.toLowerCase()) {
    case 'am':
    case 'a':
      return 'am'
    case 'pm':
    case 'p':
      return 'pm'
    default:
      return undefined
  }
}

/** Seconds east of Greenwich; undefined for an unknown abbreviation. */
export function zoneOffset(name: string): number | undefined {
  const hours = Object.hasOwn(zones, name) ? zones[name] : undefined
  return hours === undefined ? undefined : hours * 3600
}

function indexIn(names: readonly string[], token: string): number | undefined {
  const index = names.indexOf(token.toLowerCase())
  return index < 0 ? undefined : index
}

/** Splits a typed time into words, numbers and single characters. Dots stay only in decimal numbers. */
export function timeTokens(typed: string): string[] {
  const tokens: string[] = []
  let token = ''
  const push = () => {
    if (isDotted(token)) tokens.push(...token.split(/([.,])/).filter(Boolean))
    else if (token !== '') tokens.push(token.replace(',', '.'))
    token = ''
  }
  for (const character of typed.replaceAll('\0', '')) {
    if (!continues(token, character)) push()
    token += /\s/.test(character) ? ' ' : character
    if (!/[\p{L}\p{Nd}.,]/u.test(character) || token === '.' || token === ',') {
      tokens.push(token)
      token = ''
    }
  }
  push()
  return tokens
}

/**
 * Whether a character belongs to the token before it: letters continue words, digits continue numbers, a dot continues
 * both.
 */
function continues(token: string, character: string): boolean {
  if (token === '') return true
  const hasDot = token.includes('.') || token.includes(',')
  const endsInDot = token.endsWith('.')
  if (/\p{L}/u.test(character)) return endsInDot || /\p{L}$/u.test(token)
  if (/\p{Nd}/u.test(character)) return endsInDot || /[\p{Nd},]$/u.test(token)
  if (character === '.') return true
  return character === ',' && !hasDot && /^\p{Nd}{2,}$/u.test(token)
}

/** Whether dots and commas separate parts of a token. */
function isDotted(token: string): boolean {
  if (!/[.,]/.test(token)) return false
  return /\p{L}/u.test(token) || /[.,]$/.test(token) || token.split('.').length > 2
}
