import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isLoopbackAddress } from './http/requested-host.ts'
import { generatePlan, type GeneratePlan } from './generate/plan.ts'
import { ownLevel, readFeatureLevel } from './base/feature-levels.ts'
import { usualMaxUploadMib, usualRateLimits, type ServerOptions } from './base/options.ts'

/** An invalid command line; the message says how to correct it. */
export class UsageError extends Error {
  readonly code = 'USAGE'
}

/** The first account of a new organization. */
export interface FirstOwner {
  readonly email: string
  readonly password: string
}

/** The parsed command line. */
export type Command =
  | { readonly type: 'backup'; readonly data: string; readonly file: string }
  | { readonly type: 'restore'; readonly data: string; readonly file: string }
  | { readonly type: 'generate'; readonly data: string; readonly plan: GeneratePlan }
  | {
      readonly type: 'serve'
      readonly data: string
      readonly host: string
      readonly port: number
      readonly isDemo: boolean
      readonly isLive: boolean
      /** Whether an organization that its owner has deactivated is reactivated. */
      readonly reactivates: boolean
      /** Called if the data folder is empty. @throws UsageError */
      readonly firstOwner: () => FirstOwner
      readonly server: ServerOptions
    }

function defaultDataFolder(): string {
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'Skein Server')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Skein Server')
  return join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'skein-server')
}

function count(name: string, text: string, range: { least: number; most: number }): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= range.least && value <= range.most)) {
    throw new UsageError(`--${name} ${text}: a whole number from ${range.least} to ${range.most} is expected`)
  }
  return value
}

/** Parses the arguments of a command line. @throws UsageError, or parseArgs' own errors for unknown options */
export function readCommand(args: readonly string[] = process.argv.slice(2)): Command {
  const { values } = parseArgs({
    args: [...args],
    options: {
      backup: { type: 'string' },
      'behind-proxy': { type: 'boolean', default: false },
      data: { type: 'string', default: defaultDataFolder() },
      demo: { type: 'boolean', default: false },
      dialect: { type: 'string', default: 'svc' },
      'feature-level': { type: 'string' },
      'forget-queues': { type: 'boolean', default: false },
      generate: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      live: { type: 'boolean', default: false },
      'max-upload': { type: 'string', default: String(usualMaxUploadMib) },
      owner: { type: 'string' },
      'password-file': { type: 'string' },
      port: { type: 'string', default: '0' },
      proxy: { type: 'string' },
      'rate-limit': { type: 'string' },
      reactivate: { type: 'boolean', default: false },
      restore: { type: 'string' },
      'upload-quota': { type: 'string' },
      url: { type: 'string' },
      'web-public-streams': { type: 'boolean', default: false },
    },
  })
  const { data } = values
  const tasks = [values.backup, values.restore, values.generate].filter((task) => task !== undefined)
  if (tasks.length > 1) throw new UsageError('only one of --backup, --restore and --generate can be done at a time')
  if (values.backup !== undefined) return { type: 'backup', data, file: values.backup }
  if (values.restore !== undefined) return { type: 'restore', data, file: values.restore }
  if (values.generate !== undefined) {
    const plan = generatePlan(values.generate)
    if (typeof plan === 'string') throw new UsageError(`--generate ${values.generate}: ${plan}`)
    return { type: 'generate', data, plan }
  }
  const { dialect } = values
  if (dialect !== 'svc' && dialect !== 'zulip') throw new UsageError(`--dialect ${dialect}: svc or zulip is expected`)
  const featureLevel = values['feature-level'] === undefined ? ownLevel : readFeatureLevel(values['feature-level'])
  if (typeof featureLevel === 'string')
    throw new UsageError(`--feature-level ${values['feature-level'] ?? ''}: ${featureLevel}`)
  if (values.live && !values.demo) throw new UsageError('--live belongs to --demo: its colleagues live there')
  const port = /^\d+$/.test(values.port) ? Number(values.port) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError(`--port ${values.port} is no port number`)
  // The demo has one user, whose client has no limit.
  const perUser = count('rate-limit', values['rate-limit'] ?? (values.demo ? '0' : String(usualRateLimits.perUser)), {
    least: 0,
    most: 1_000_000,
  })
  return {
    type: 'serve',
    data,
    host: values.host,
    port,
    isDemo: values.demo,
    isLive: values.live,
    reactivates: values.reactivate,
    firstOwner: () => readOwner(values.owner, values['password-file']),
    server: {
      forgetQueues: values['forget-queues'],
      dialect,
      featureLevel,
      maxUploadMib: count('max-upload', values['max-upload'], { least: 1, most: 10_240 }),
      ...(values['upload-quota'] === undefined
        ? {}
        : { uploadQuotaMib: count('upload-quota', values['upload-quota'], { least: 1, most: 10_000_000 }) }),
      webPublicStreams: values['web-public-streams'],
      ...readProxy(values['behind-proxy'], values.proxy),
      ...(values.url === undefined ? {} : { publicUrl: readUrl(values.url) }),
      // Behind a proxy or with a configured address, other names are valid, too.
      isLoopbackOnly:
        isLoopbackAddress(values.host) &&
        values.url === undefined &&
        values.proxy === undefined &&
        !values['behind-proxy'],
      ...(perUser === 0 ? {} : { rateLimits: { ...usualRateLimits, perUser } }),
    },
  }
}

/** @throws UsageError for an entry that is neither an address nor a network, or names no known network */
function readProxy(isNeighbour: boolean, list: string | undefined): Pick<ServerOptions, 'proxy'> {
  if (list === undefined) return isNeighbour ? { proxy: 'neighbour' } : {}
  const names = list.split(',').map((name) => name.trim())
  const isKnown = (name: string) => {
    const [address = '', bits, more] = name.split('/')
    const version = isIP(address)
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
    return ['loopback', 'linklocal', 'uniquelocal'].includes(name) || (version > 0 && isNetwork && more === undefined)
  }
  const unknown = names.find((name) => !isKnown(name))
  if (unknown !== undefined) {
    throw new UsageError(`--proxy ${list}: '${unknown}' is no address or network such as 10.0.0.7 or 10.0.0.0/8`)
  }
  return { proxy: names }
}

/** @throws UsageError for an invalid origin */
function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    url !== undefined && /^https?:$/.test(url.protocol) && (text === url.origin || text === `${url.origin}/`)
  if (!isOrigin) throw new UsageError(`--url ${text}: an address such as https://chat.example.com is expected`)
  return url.origin
}

function readOwner(email: string | undefined, passwordFile: string | undefined): FirstOwner {
  if (email === undefined || passwordFile === undefined) {
    throw new UsageError(
      'this folder holds no organization yet: name its owner with --owner EMAIL --password-file FILE, or add --demo',
    )
  }
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new UsageError(`--owner ${email} is no e-mail address`)
  let password: string
  try {
    password = readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '')
  } catch {
    throw new UsageError(`the password file ${passwordFile} cannot be read`)
  }
  if (password.length < 6) throw new UsageError('the password in the password file needs at least 6 characters')
  return { email, password }
}
