import type { Account, TestServer } from '#support/test-server.ts'
import { fileOf } from './files.ts'
import type { IdMap } from './id-map.ts'
import type { Json, PersonKey, RecordedCall } from './recording.ts'
import { translateForm, translatePath } from './translate.ts'

/** Our server's answer to a recorded call. */
export interface Played {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, or the text. */
  readonly body: Json
}

/** The host of the recorded organization, as users and links contain it. */
export const recordedHost = 'chat.example'

/** Calls that uploaded a file, so that their recorded form is empty. */
const withFile = /^\/(?:user_uploads|realm\/icon|realm\/emoji\/[^/]+|users\/me\/avatar)$/

/** Sends recorded calls, with our ids, to our server. */
export class Player {
  readonly #server: TestServer
  readonly #accounts: Readonly<Record<PersonKey, Account>>
  readonly #ids: IdMap

  constructor(server: TestServer, accounts: Readonly<Record<PersonKey, Account>>, ids: IdMap) {
    this.#server = server
    this.#accounts = accounts
    this.#ids = ids
  }

  /**
   * Plays one call.
   * @param action determines the uploaded file, if any
   * @param credentials by default those of the caller
   */
  async play(call: RecordedCall, action = '', credentials = this.#credentials(call.by)): Promise<Played> {
    const path = `/api/v1${translatePath(this.#ids, call.path)}`
    const form = new URLSearchParams(translateForm(this.#ids, call)).toString()
    const file = call.method === 'POST' && withFile.test(call.path) && form === '' ? fileOf(action) : undefined
    const hasBody = call.method !== 'GET'
    const response = await this.#server.built.app.inject({
      method: call.method,
      url: hasBody || form === '' ? path : `${path}?${form}`,
      headers: {
        host: recordedHost,
        'x-forwarded-proto': 'https',
        'user-agent': 'python-requests/2.31.0',
        ...credentials,
        ...(hasBody
          ? {
              'content-type':
                file === undefined ? 'application/x-www-form-urlencoded' : 'multipart/form-data; boundary=part',
            }
          : {}),
      },
      ...(hasBody ? { payload: file === undefined ? form : multipart(file) } : {}),
    })
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
    )
    return { status: response.statusCode, headers, body: parse(response.body) }
  }

  #credentials(by: PersonKey | null): Record<string, string> {
    if (by === null) return {}
    const { email, apiKey } = this.#accounts[by]
    return { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` }
  }
}

function parse(body: string): Json {
  try {
    return JSON.parse(body) as Json
  } catch {
    return body
  }
}

function multipart({ name, bytes }: { readonly name: string; readonly bytes: Buffer }): Buffer {
  return Buffer.concat([
    Buffer.from(`--part\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--part--\r\n'),
  ])
}
