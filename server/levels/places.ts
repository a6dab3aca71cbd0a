import type { ServerEvent } from '../events/event-log.ts'
import { eventOf, objects, type Fields, type Kind } from './change.ts'

type Form = (object: Fields) => Fields

/** The functions that translate the objects of an answer. */
export interface Forms {
  of(kind: Kind): Form | undefined
  html(html: string): string
  markdown(text: string): string
  /** Translates a version of a message in its history. */
  past(entry: Fields): Fields
}

type Part = { readonly is: 'one' | 'list'; readonly kind: Kind } | { readonly is: 'html' | 'markdown' | 'past' }

const one = (kind: Kind): Part => ({ kind, is: 'one' })
const list = (kind: Kind): Part => ({ kind, is: 'list' })
const html: Part = { is: 'html' }
const markdown: Part = { is: 'markdown' }
const past: Part = { is: 'past' }

/** The paths of objects in answers, by endpoint; the answer itself is `''`. */
const inAnswers: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  'POST /register': {
    realm_users: list('user'),
    realm_non_active_users: list('user'),
    cross_realm_bots: list('user'),
    subscriptions: list('stream'),
    unsubscribed: list('stream'),
    never_subscribed: list('stream'),
    streams: list('stream'),
    realm_default_streams: list('stream'),
    realm_bots: list('bot'),
    realm_user_groups: list('group'),
  },
  'GET /messages': { messages: list('message') },
  'GET /messages/:message_id': { message: one('message'), raw_content: markdown },
  'GET /messages/:message_id/history': { message_history: past },
  'POST /messages/render': { rendered: html },
  'GET /users': { members: list('user') },
  'GET /users/me': { '': one('user') },
  'GET /users/:user_id': { user: one('user') },
  'GET /streams': { streams: list('stream') },
  'GET /streams/:stream_id': { stream: one('stream') },
  'GET /users/me/subscriptions': { subscriptions: list('stream') },
  'GET /user_groups': { user_groups: list('group') },
  'GET /attachments': { attachments: list('attachment') },
}

const inEvents: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  message: { message: one('message') },
  update_message: {
    content: markdown,
    orig_content: markdown,
    rendered_content: html,
    orig_rendered_content: html,
  },
  'stream create': { streams: list('stream') },
  'stream delete': { streams: list('stream') },
  'subscription add': { subscriptions: list('stream') },
  default_streams: { default_streams: list('stream') },
  'realm_user add': { person: one('user') },
  'realm_bot add': { bot: one('bot') },
  'user_group add': { group: one('group') },
  'attachment add': { attachment: one('attachment') },
  'attachment update': { attachment: one('attachment') },
}

/** Translates all objects of an answer. */
export function formedAnswer(name: string, answer: Fields, forms: Forms): Fields {
  const places = inAnswers[name]
  return places === undefined ? answer : formed(answer, places, forms)
}

/** Translates all objects of an event. */
export function formedEvent(event: ServerEvent, forms: Forms): ServerEvent {
  const places = inEvents[typeof event.op === 'string' ? `${event.type} ${event.op}` : event.type]
  return places === undefined ? event : eventOf(formed(event, places, forms))
}

function formed(answer: Fields, places: Readonly<Record<string, Part>>, forms: Forms): Fields {
  let whole = answer
  for (const [name, part] of Object.entries(places)) {
    if (name === '') {
      if ('kind' in part) whole = forms.of(part.kind)?.(whole) ?? whole
      continue
    }
    const value = whole[name]
    if (value === undefined) continue
    whole = { ...whole, [name]: formedPart(value, part, forms) }
  }
  return whole
}

function formedPart(value: unknown, part: Part, forms: Forms): unknown {
  switch (part.is) {
    case 'html':
      return typeof value === 'string' ? forms.html(value) : value
    case 'markdown':
      return typeof value === 'string' ? forms.markdown(value) : value
    case 'past':
      return objects(value).map((entry) => forms.past(entry))
    case 'one':
      return forms.of(part.kind)?.(value as Fields) ?? value // an object at this path
    case 'list': {
      const form = forms.of(part.kind)
      return form === undefined ? value : objects(value).map((object) => form(object))
    }
  }
}

/** Translates texts to the forms of a level: rendered HTML and Markdown source. */
interface TextForms {
  html(html: string): string
  markdown(text: string): string
}

/** A message with translated texts, its history included. */
export function withTexts(message: Fields, forms: TextForms): Fields {
  const { content } = message
  if (typeof content !== 'string') return message
  const isHtml = message.content_type === 'text/html'
  return {
    ...message,
    content: isHtml ? forms.html(content) : forms.markdown(content),
    ...(typeof message.match_content === 'string' ? { match_content: forms.html(message.match_content) } : {}),
    ...(Array.isArray(message.edit_history)
      ? { edit_history: (message.edit_history as Fields[]).map((entry) => withPast(entry, forms)) } // by serialize.ts
      : {}),
  }
}

/** A version of a message with translated texts. */
export function withPast(entry: Fields, forms: TextForms): Fields {
  const of = (names: readonly string[], form: (text: string) => string) =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = entry[name]
        return typeof text === 'string' ? [[name, form(text)] as const] : []
      }),
    )
  return {
    ...entry,
    ...of(['prev_rendered_content', 'rendered_content'], (text) => forms.html(text)),
    ...of(['prev_content', 'content'], (text) => forms.markdown(text)),
  }
}
