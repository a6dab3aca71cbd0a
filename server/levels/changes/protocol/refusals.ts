import { ServiceError } from '#server/base/errors.ts'
import type { CallRewrite, Fields, LevelChange } from '../../change.ts'

/** Replacement texts of refusals at later levels; the first matching pattern applies. */
type Wording = readonly (readonly [RegExp, string])[]

const ofChannels: Wording = [
  [/^Stream name can't be empty!$/, "Channel name can't be empty."],
  [/^Stream already has that name!$/, 'Channel already has that name.'],
  [/^Stream name '.*' is already taken\.$/s, 'Channel name is already in use.'],
  [/^(Invalid character in) stream (name, at position \d+)!$/, '$1 channel $2.'],
]

const choices =
  /^Invalid (?:visibility_policy|role|color_scheme|user_list_style|demote_inactive_streams|desktop_icon_count_display|email_address_visibility|realm_name_in_email_notifications_policy|web_\w+_policy|automatically_\w+_policy)$/

const ofValidation: Wording = [
  [/^Argument "(.+)" is not valid JSON\.$/s, '$1 is not valid JSON'],
  [/^elem\["operand"\] is not a string$/, 'operand is not a string'],
  [choices, '$&: Value error, Not in the list of possible values'],
]

/** Texts of refusals (recordings of level 372). */
export const refusals: readonly LevelChange[] = [
  {
    level: 250,
    what: 'refusals call streams channels',
    rewrite: {
      everyCall: rewording((error) =>
        worded(error, reworded(error.message, ofChannels) ?? calledChannels(error.message)),
      ),
    },
  },
  {
    level: 300,
    what: 'parameters are refused in other words',
    // The family's list of changes does not state the level.
    rewrite: {
      everyCall: rewording(
        (error) => ofParameter(error) ?? worded(error, reworded(error.message, ofValidation) ?? error.message),
      ),
    },
  },
]

function rewording(change: (error: ServiceError) => ServiceError): CallRewrite {
  return async (_call, next): Promise<Fields> => {
    try {
      return await next()
    } catch (error) {
      throw error instanceof ServiceError ? change(error) : error
    }
  }
}

function worded(error: ServiceError, message: string): ServiceError {
  if (message === error.message) return error
  const { code, status, extra, headers } = error
  // The description of a narrow has the same wording as the message.
  const told = typeof extra.desc === 'string' ? { ...extra, desc: calledChannels(extra.desc) } : extra
  return new ServiceError(code, message, { status, extra: told, headers })
}

function reworded(message: string, wording: Wording): string | undefined {
  const found = wording.find(([pattern]) => pattern.test(message))
  return found === undefined ? undefined : message.replace(...found)
}

/** Replaces streams by channels in a refusal, except in quoted text. */
function calledChannels(message: string): string {
  return message
    .split(/('.*'|\(.*\)|".*")/s)
    .map((part, index) =>
      index % 2 === 1 && !/^\((?:s|limit: .*)\)$/.test(part)
        ? part
        : part.replaceAll(/\bstream/g, 'channel').replaceAll(/\bStream/g, 'Channel'),
    )
    .join('')
}

/** Later levels state what is wrong with a parameter, not its value. */
function ofParameter(error: ServiceError): ServiceError | undefined {
  if (error.code !== 'REQUEST_VARIABLE_INVALID') return undefined
  const { var_name: name, bad_value: value } = error.extra as {
    readonly var_name?: unknown
    readonly bad_value?: unknown
  }
  if (name === 'narrow' && !isJson(String(value))) return new ServiceError('BAD_REQUEST', 'narrow is not valid JSON')
  if (name !== 'num_before' && name !== 'num_after') return undefined
  const isNegative = /^-\d+$/.test(String(value))
  return new ServiceError('BAD_REQUEST', `${name} is ${isNegative ? 'too small' : 'not an integer'}`)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
