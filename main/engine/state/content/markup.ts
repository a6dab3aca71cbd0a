/** Allow-listed HTML and its plain text. */
export interface Content {
  /** The HTML contains only allow-listed elements, classes and addresses. */
  readonly html: string
  readonly plain: string
}

/** The attributes of an element as the server sent them. */
export type Attributes = Readonly<Record<string, string>>

/** Returns whether an element has a class. */
export function hasClass(attributes: Attributes, name: string): boolean {
  return (attributes.class ?? '').split(/\s+/).includes(name)
}

/** Escapes a text for the contents of an HTML element. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes a text for an HTML attribute in double quotes. */
export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;')
}
