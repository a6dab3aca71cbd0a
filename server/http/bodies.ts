import { text } from 'node:stream/consumers'
import multipart, { type MultipartFields, type MultipartFile } from '@fastify/multipart'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, ServiceError } from '../base/errors.ts'
import { limits, refusal } from '../base/limits.ts'

/**
 * Parses URL-encoded and `multipart/form-data` bodies of all methods. As on the family's servers, a body of another
 * type is ignored and has no parameters.
 */
export async function readBodies(app: FastifyInstance, maxUploadMib: number): Promise<void> {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true })
  app.removeAllContentTypeParsers()
  await app.register(formbody, { parser: urlEncodedFields })
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: maxUploadMib * 1024 * 1024,
      fieldSize: limits.body.most,
      fields: limits.bodyFields.most,
      files: 1,
      parts: limits.bodyFields.most,
      headerPairs: 50,
    },
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    done(null)
  })
}

/** @throws ServiceError `BAD_REQUEST` for more fields than a form may have */
function urlEncodedFields(text: string): Record<string, unknown> {
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if ((count += 1) > limits.bodyFields.most) throw tooManyFields()
  }
  // A repeated field replaces the earlier one.
  return Object.fromEntries(new URLSearchParams(text))
}

/**
 * The fields of a body at an endpoint without a file. Files are read and discarded.
 * @throws ServiceError `BAD_REQUEST` for a malformed multipart body or one with too many parts, 413 for one that is too
 * large
 */
export async function bodyFields(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body
  let count: (chunk: Buffer) => void = () => undefined
  try {
    const overflow = new Promise<never>((_, reject) => {
      let bytes = 0
      // A multipart body may lack a length header, so its bytes are counted on arrival.
      count = (chunk) => {
        bytes += chunk.length
        if (bytes > limits.body.most) reject(tooLarge())
      }
    })
    request.raw.on('data', count)
    return await Promise.race([multipartFields(request), overflow])
  } catch (error) {
    request.raw.unpipe()
    throw brokenBody(error)
  } finally {
    request.raw.off('data', count)
  }
}

async function multipartFields(request: FastifyRequest): Promise<Record<string, string>> {
  const fields = new Map<string, string>()
  const own = { fileSize: limits.body.most, files: limits.idleFiles.most }
  for await (const part of request.parts({ limits: own, isPartAFile })) {
    if (part.type === 'field') fields.set(part.fieldname, fieldText(part.value))
    else if (isNameless(part) && isJson(part.mimetype)) fields.set(part.fieldname, await text(part.file))
    else part.file.resume()
  }
  return Object.fromEntries(fields)
}

/** Treats parts with a JSON type as files: the library would parse them, however deeply they are nested. */
function isPartAFile(_name: string | undefined, type: string | undefined, fileName: string | undefined): boolean {
  return fileName !== undefined || type === 'application/octet-stream' || isJson(type)
}

/** The library's type lacks files without a name. */
function isNameless(part: { readonly filename?: string }): boolean {
  return part.filename === undefined
}

function isJson(type: string | undefined): boolean {
  return type?.startsWith('application/json') === true
}

/**
 * The file of an upload and the fields before it.
 * @throws ServiceError `BAD_REQUEST` if there is none
 */
export async function uploadedFile(
  request: FastifyRequest,
): Promise<{ readonly file: MultipartFile; readonly fields: Record<string, string> }> {
  // The fields before the file are held in memory until the file arrives.
  const own = { fields: 20, fieldSize: 10_000, parts: 21 }
  const file = request.isMultipart() ? await request.file({ limits: own }).catch(rethrowBroken) : undefined
  if (file === undefined) throw badRequest('You must specify a file to upload')
  fileBegins(request)
  return { file, fields: textFields(file.fields) }
}

function textFields(parts: MultipartFields): Record<string, string> {
  const fields: [string, string][] = []
  for (const [name, part] of Object.entries(parts)) {
    const last = Array.isArray(part) ? part.at(-1) : part
    if (last?.type === 'field') fields.push([name, fieldText(last.value)])
  }
  return Object.fromEntries(fields)
}

/** The text of a field, which the library parses if it has a JSON type. */
function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The bytes of a file. @throws ServiceError if the upload is interrupted */
export async function* wholeUpload(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    throw brokenBody(error)
  }
}

function rethrowBroken(error: unknown): never {
  throw brokenBody(error)
}

function brokenBody(error: unknown): unknown {
  if (error instanceof ServiceError) return error
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown } // the library's errors
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_FILES_LIMIT') return tooManyFields()
  if (typeof statusCode === 'number') return error
  return badRequest('The body ended early or is not well formed; send it again')
}

/** The rest of the body is not read. */
function tooLarge(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'Request body is too large', { status: 413, headers: { connection: 'close' } })
}

function tooManyFields(): ServiceError {
  return refusal(limits.bodyFields)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint takes a file. */
    takesFile?: boolean
  }
}

/** Ends the timeout of a body. */
const waits = new WeakMap<FastifyRequest['raw'], () => void>()

/**
 * Ends requests whose bodies arrive too slowly. An endpoint with a file ends the timeout for the earlier fields with
 * `fileBegins()`; the whole request has Node's `requestTimeout`.
 */
export function refuseSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody) {
      const timer = setTimeout(() => {
        if (raw.readableEnded || reply.raw.headersSent) return
        // The received part is dropped with the connection.
        void reply.header('connection', 'close').send(refusal(limits.bodyTime))
      }, bodyMs).unref()
      const stop = () => {
        clearTimeout(timer)
      }
      raw.once('end', stop)
      raw.once('close', stop)
      if (request.routeOptions.config.takesFile === true) waits.set(raw, stop)
    }
    done()
  })
}

/** Ends the timeout of the fields when the file of the endpoint begins to arrive. */
function fileBegins(request: FastifyRequest): void {
  waits.get(request.raw)?.()
}
