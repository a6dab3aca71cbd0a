import type { Fields } from './change.ts'

/** Translates texts to the forms of a level: rendered HTML and Markdown source. */
export interface TextForms {
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
