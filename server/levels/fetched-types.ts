import type { PerhapsAuthenticatedCall } from '../http/endpoint.ts'

/** Whether a call of `POST /register` asks for the state of this entry of `fetch_event_types`. */
export function asksFor({ parameters }: PerhapsAuthenticatedCall, type: string): boolean {
  const asked = parameters.peek('fetch_event_types') ?? parameters.peek('event_types')
  return asked === undefined || asked.includes(`"${type}"`)
}
