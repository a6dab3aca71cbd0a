import type { InjectOptions } from 'fastify'

/** The forms in which a client can write the parameters of a request. */
export const requestForms = ['URL-encoded', 'multipart', 'query'] as const
export type RequestForm = (typeof requestForms)[number]

export interface FilePart {
  readonly name: string
  readonly bytes: Buffer
}

/** A `multipart/form-data` body with the given boundary, the file last. `type` is the content type of the fields. */
export function multipartBody(
  fields: readonly (readonly [string, string])[],
  options: { readonly boundary: string; readonly file?: FilePart; readonly type?: string },
): Buffer {
  const { boundary, file, type } = options
  const typeLine = type === undefined ? '' : `\r\nContent-Type: ${type}`
  const parts: Buffer[] = fields.map(([name, value]) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${typeLine}\r\n\r\n${value}\r\n`),
  )
  if (file !== undefined) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file.name}"\r\n`
    parts.push(Buffer.from(`${head}Content-Type: application/octet-stream\r\n\r\n`), file.bytes, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
}

/** The part of a request that carries its parameters in the given form. A file needs a multipart body beside them. */
export function carried(
  form: RequestForm,
  url: string,
  fields: readonly (readonly [string, string])[],
  file?: FilePart,
): Pick<InjectOptions, 'url' | 'payload'> & { headers: Record<string, string> } {
  const encoded = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString()
  const boundary = 'xYzZY'
  const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const withQuery = encoded === '' ? url : `${url}?${encoded}`
  if (file !== undefined && form !== 'multipart') {
    return { url: withQuery, headers: multipart, payload: multipartBody([], { boundary, file }) }
  }
  switch (form) {
    case 'query':
      return { url: withQuery, headers: {} }
    case 'multipart':
      return {
        url,
        headers: multipart,
        payload: multipartBody(fields, { boundary, ...(file === undefined ? {} : { file }) }),
      }
    case 'URL-encoded':
      return { url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: encoded }
  }
}

/** The wire form of parameters: texts raw, everything else as JSON. */
export function encodeForm(form: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}
