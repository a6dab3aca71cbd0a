import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachmentObject, canReadAttachment, tellAttachment } from '../../messages/sending/attachments.ts'
import { wholeUpload } from '../../http/bodies.ts'
import type { ServerContext } from '../../context/context.ts'
import { authenticate, pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { limits } from '../../base/limits.ts'
import { uploadQuota } from '../../messages/sending/upload-quota.ts'

const realmId = 1
/** The lifetime of a signed address of a file, in milliseconds (wire-protocol.md §2.10). */
const signedMs = 60_000

/** Types that a browser may display; all other files are sent as downloads. */
const shownTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
}

/** `POST /user_uploads`, the files themselves, `GET` and `DELETE /attachments` (wire-protocol.md §2.10). */
export function uploadRoutes(api: Endpoints, context: ServerContext, app: FastifyInstance): void {
  const { attachments } = context.tables
  const { files } = context.ports
  const quota = uploadQuota(context)
  const signed = new Map<string, { readonly pathId: string; readonly until: number }>()

  api.upload('/user_uploads', async ({ user, file: uploaded }) => {
    const file = await uploaded()
    const name = sanitizeName(file.filename)
    const random = context.ports.random.bytes(18).toString('base64url')
    const pathId = `${realmId}/${random.slice(0, 2).toLowerCase()}/${random.slice(2)}/${name}`
    const size = await quota.reserve(wholeUpload(file.file), (bytes) => files.save(`uploads/${pathId}`, bytes))
    if (file.file.truncated) {
      files.remove(`uploads/${pathId}`)
      throw badRequest(`Uploaded file is larger than the allowed limit of ${context.options.maxUploadMib} MiB`)
    }
    context.write(() => {
      const id = attachments.add({
        user_id: user.id,
        path_id: pathId,
        name: shownName(file.filename),
        size,
        create_time: context.nowSeconds(),
      })
      const row = attachments.get(id)
      if (row !== undefined) tellAttachment(context, 'add', row)
    })
    return { uri: `/user_uploads/${pathId}` }
  })

  api.authenticated('GET', '/attachments', ({ user }) => ({
    attachments: attachments.ofUser(user.id).map((row) => attachmentObject(context, row)),
    upload_space_used: attachments.usedBytesOfAll(),
  }))

  api.authenticated('DELETE', '/attachments/:attachment_id', (call) => {
    const row = attachments.get(pathInteger(call, 'attachment_id'))
    if (row?.user_id !== call.user.id) throw badRequest('Invalid attachment')
    context.write(() => {
      attachments.remove(row.id)
      tellAttachment(context, 'remove', row)
    })
    context.removeFile(`uploads/${row.path_id}`)
    return {}
  })

  api.authenticated('GET', '/user_uploads/:realm_id/*', ({ path, user }) => {
    const pathId = `${path.realm_id ?? ''}/${path['*'] ?? ''}`
    const row = attachments.byPath(pathId)
    if (row === undefined || !canReadAttachment(context, user, row)) throw fileNotFound()
    const token = context.ports.ids.unique()
    const now = context.ports.clock.now()
    for (const [old, entry] of signed) if (entry.until < now) signed.delete(old)
    signed.set(token, { pathId, until: now + signedMs })
    return { url: `/user_uploads/temporary/${token}/${row.path_id.split('/').at(-1) ?? ''}` }
  })

  app.get<{ Params: { token: string } }>('/user_uploads/temporary/:token/:name', (request, reply) => {
    const entry = signed.get(request.params.token)
    if (entry === undefined || entry.until < context.ports.clock.now()) throw fileNotFound()
    return sendFile(entry.pathId, request, reply, false)
  })

  for (const isDownload of [false, true]) {
    app.get<{ Params: { '*': string } }>(
      `/user_uploads/${isDownload ? 'download/' : ''}${realmId}/*`,
      (request, reply) => {
        const user = authenticate(context, request)
        const row = attachments.byPath(`${realmId}/${request.params['*']}`)
        if (row === undefined || !canReadAttachment(context, user, row)) throw fileNotFound()
        return sendFile(row.path_id, request, reply, isDownload)
      },
    )
  }

  function sendFile(pathId: string, request: FastifyRequest, reply: FastifyReply, isDownload: boolean) {
    const path = `uploads/${pathId}`
    const size = files.size(path)
    if (size === undefined) throw fileNotFound()
    const name = pathId.split('/').at(-1) ?? ''
    const type = shownTypes[name.split('.').at(-1)?.toLowerCase() ?? '']
    const isShown = type !== undefined && !isDownload
    const range = rangeOf(request.headers.range, size)
    if (range === 'bad') {
      return reply.code(416).header('content-range', `bytes */${size}`).send()
    }
    void reply
      .code(range === undefined ? 200 : 206)
      .header('content-type', type ?? 'application/octet-stream')
      .header(
        'content-disposition',
        `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
      .header('x-content-type-options', 'nosniff')
      // Uploaded content must not run in the organization's origin.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; sandbox")
      .header('accept-ranges', 'bytes')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .header('content-length', range === undefined ? size : range.end - range.start + 1)
    if (range !== undefined) void reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    return reply.send(files.stream(path, range))
  }
}

function fileNotFound(): ServiceError {
  return new ServiceError('BAD_REQUEST', 'File not found', { status: 404 })
}

/** The original file name without folders; only the name in the path is sanitized. */
function shownName(name: string): string {
  const base =
    name
      .split(/[/\\]/)
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim() ?? ''
  return [...base].slice(-255).join('') || 'uploaded-file'
}

/** A file name that is safe in a URL and on any file system; letters of all scripts are kept. */
export function sanitizeName(name: string): string {
  const base = name.normalize('NFKC').split(/[/\\]/).at(-1) ?? ''
  const safe = base
    .replaceAll(/[^\p{L}\p{N}. _-]/gu, '')
    .trim()
    .replaceAll(/[\s-]+/g, '-')
    .replace(/^\.+/, '')
  return endOfName(safe, limits.fileName.most) || 'uploaded-file'
}

/** The end of a name: at most a hundred code points and `most` bytes of UTF-8. */
function endOfName(text: string, most: number): string {
  const points = [...text].slice(-100)
  let bytes = Buffer.byteLength(points.join(''))
  let from = 0
  for (; bytes > most; from += 1) bytes -= Buffer.byteLength(points[from] ?? '')
  return points.slice(from).join('')
}

function rangeOf(header: string | undefined, size: number): { start: number; end: number } | undefined | 'bad' {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  return start > end ? 'bad' : { start, end }
}
