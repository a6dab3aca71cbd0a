import { Seeded } from '../generate/seeded.ts'
import type { PersonKey, StreamName } from './people.ts'
import { cities, days, parts, scripts, type Script } from './scripts.ts'

/** One message of the previous weeks. */
export interface PastMessage {
  readonly stream: StreamName
  readonly topic: string
  readonly sender: PersonKey
  readonly text: string
  /** Seconds before now. */
  readonly age: number
}

const seed = 417
const daySeconds = 86_400
const weeks = 6
/** Minimum age of these messages; younger ones belong to the threads. */
const youngest = 2.5 * daySeconds
const conversations = 520
const alerts = 720
const builds = 560
const ticketsTold = 160

/** Generates the conversations of the last weeks, by people and bots. The result is always the same. */
export function pastMessages(): PastMessage[] {
  const random = new Seeded(seed)
  return [...spoken(random), ...fleetAlerts(random), ...branchBuilds(random), ...tickets(random)]
}

function spoken(random: Seeded): PastMessage[] {
  return Array.from({ length: conversations }, (_, index) => {
    const script = scripts[index % scripts.length]
    return script === undefined ? [] : conversation(script, random, index)
  }).flat()
}

function conversation(script: Script, random: Seeded, index: number): PastMessage[] {
  const words: Readonly<Record<string, string>> = {
    city: random.pick(cities),
    unit: String(400 + random.below(200)).padStart(4, '0'),
    n: String(1000 + index * 7 + random.below(7)),
    part: random.pick(parts),
    day: random.pick(days),
  }
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => words[name] ?? whole)
  const first = random.below(script.cast.length)
  const speaker = (letter: string) =>
    script.cast[(first + (letter.codePointAt(0) ?? 65) - 65) % script.cast.length] ?? 'noor'
  const begun = workingTime(random, youngest + random.next() * (weeks * 7 * daySeconds - youngest))
  let passed = 0
  return script.lines.map((line) => {
    passed += 90 + Math.floor(random.next() ** 2 * 2400)
    return {
      stream: script.stream,
      topic: fill(script.topic),
      sender: speaker(line.charAt(0)),
      text: fill(line.slice(3)),
      age: Math.max(youngest, begun - passed),
    }
  })
}

/** A time during working hours, rarely at weekends. */
function workingTime(random: Seeded, age: number): number {
  const whole = Math.ceil(age / daySeconds) * daySeconds
  return Math.max(youngest, whole - (7 + random.next() * 9) * 3600)
}

function fleetAlerts(random: Seeded): PastMessage[] {
  return Array.from({ length: alerts }, () => {
    const unit = String(400 + random.below(200)).padStart(4, '0')
    const kinds = [
      `Unit ${unit} (${random.pick(cities)}): drive temperature ${78 + random.below(9)} °C`,
      `Unit ${unit} (${random.pick(cities)}): light curtain interrupted, restarted after ${2 + random.below(50)} s`,
      `Unit ${unit} (${random.pick(cities)}): gripper pads at ${4 + random.below(15)} %`,
      `Unit ${unit} (${random.pick(cities)}): **emergency stop** pressed`,
    ]
    const kind = random.below(100)
    const text = kinds[kind < 45 ? 0 : kind < 75 ? 1 : kind < 95 ? 2 : 3] ?? ''
    return {
      stream: 'fleet-alerts' as const,
      topic: kind < 45 ? 'temperature' : kind < 75 ? 'light curtains' : kind < 95 ? 'wear' : 'stops',
      sender: 'fleet' as const,
      text,
      age: youngest + random.next() * (weeks * 7 * daySeconds - youngest),
    }
  })
}

function branchBuilds(random: Seeded): PastMessage[] {
  const branches = ['main', 'fix/cold-table', 'feature/belt-shift', 'release/2.3', 'panel/rtl', 'motors/brake-release']
  return Array.from({ length: builds }, (_, index) => {
    const branch = random.pick(branches)
    const hasFailed = random.chance(0.08)
    const number = 4200 + index
    return {
      stream: 'build-log' as const,
      topic: hasFailed ? 'failures before 2.4' : 'branches before 2.4',
      sender: 'build' as const,
      text: hasFailed
        ? `Build **#${number}** of \`${branch}\` failed in \`test_${random.pick(['homing', 'brakes', 'frames', 'limits'])}\` after ${30 + random.below(90)} s.`
        : `Build #${number} of \`${branch}\` passed in ${150 + random.below(80)} s.`,
      age: 8 * daySeconds + (1 - index / builds) * (weeks * 7 - 8) * daySeconds,
    }
  })
}

function tickets(random: Seeded): PastMessage[] {
  const doings = ['opened', 'assigned', 'closed', 'closed', 'waits for an answer']
  return Array.from({ length: ticketsTold }, (_, index) => ({
    stream: 'it-help' as const,
    topic: 'tickets',
    sender: 'tickets' as const,
    text: `T${2000 + index}: ${random.pick(doings)} (${random.pick(['printer', 'VPN', 'password', 'screen', 'account', 'keyboard'])})`,
    age: youngest + (1 - index / ticketsTold) * (weeks * 7 * daySeconds - youngest),
  }))
}
