import { fitsBounds, wholePictureBounds } from '#shared/picture/picture-bounds.ts'
import { readPictureHead, type PictureHead } from '#shared/picture/picture-head.ts'
import { audienceOf } from '#server/messages/reading/audience.ts'
import { linkAttachments } from '#server/messages/sending/attachments.ts'
import type { ServerContext } from '#server/context/context.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import { flagNames, isMeMessage } from '#server/messages/reading/serialize.ts'
import type { AttachmentRow } from '#server/store/messages/attachments.ts'
import { withRealm, type CallRewrite, type Fields, type LevelChange } from '../../change.ts'
import { outsideCode } from './html.ts'

/** The time until the thumbnails of an image exist; until then messages contain a placeholder. */
const makingMs = 1000
const usualFormat = '840x560.webp'
const animatedFormat = '840x560-anim.webp'
const spinner = '/static/images/loading/loader-black.svg'

const formats = [
  { name: animatedFormat, max_width: 840, max_height: 560, format: 'webp', animated: true },
  { name: usualFormat, max_width: 840, max_height: 560, format: 'webp', animated: false },
]

/** By organization: the images without thumbnails yet, and the known properties of images. */
const states = new WeakMap<ServerContext, { making: Set<string>; facts: Map<string, PictureHead | undefined> }>()
const mostFacts = 5000

function stateOf(context: ServerContext) {
  const known = states.get(context) ?? { making: new Set<string>(), facts: new Map<string, PictureHead | undefined>() }
  states.set(context, known)
  return known
}

function factsOf(context: ServerContext, path: string): PictureHead | undefined {
  const { facts } = stateOf(context)
  if (!facts.has(path)) {
    if (facts.size >= mostFacts) facts.clear()
    const isKnown = context.tables.attachments.byPath(path) !== undefined
    const bytes = isKnown ? context.ports.files.read(`uploads/${path}`) : undefined
    facts.set(path, bytes === undefined ? undefined : thumbnailed(bytes))
  }
  return facts.get(path)
}

/** The size of a picture that gets a thumbnail; undefined for a picture with too many pixels. */
function thumbnailed(bytes: Buffer): PictureHead | undefined {
  const head = readPictureHead(bytes)
  return head !== null && head.type !== 'image/bmp' && fitsBounds(head, wholePictureBounds) ? head : undefined
}

/** Uploaded images and audio in rendered texts (newer-servers.md §8). */
export const media: readonly LevelChange[] = [
  {
    level: 273,
    what: 'the formats of thumbnails are told',
    rewrite: { register: (state) => withRealm(state, { server_thumbnail_formats: formats }) },
  },
  {
    level: 276,
    what: 'pictures are shown as thumbnails with their size, as placeholders until those are made',
    rewrite: {
      html: (html, { context }) => html.replaceAll(preview, (whole, path: string) => thumbnail(context, whole, path)),
      // The server has no image library: the thumbnail of an image is the image itself, with the same access rights.
      address: (url) => url.replace(/^\/user_uploads\/thumbnail\/(.+)\/[^/]+$/, '/user_uploads/$1'),
      routes(app) {
        app.get(spinner, (_request, reply) =>
          reply
            .header('content-type', 'image/svg+xml')
            .send('<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="6"/></svg>'),
        )
      },
      calls: {
        async 'POST /user_uploads'(_call, next, { context }) {
          const answer = await next()
          const path = String(answer.uri).replace('/user_uploads/', '')
          if (factsOf(context, path) !== undefined) startMaking(context, path)
          return answer
        },
      },
    },
  },
  {
    level: 287,
    what: 'placeholders say the size of the picture',
    rewrite: {
      html: (html, { context }) =>
        html.replaceAll(
          /(<a href="\/user_uploads\/([^"]+)"[^>]*>)<img class="image-loading-placeholder"/g,
          (_whole, link: string, path: string) =>
            `${link}<img class="image-loading-placeholder"${dimensions(factsOf(context, path))}`,
        ),
    },
  },
  {
    level: 336,
    what: 'pictures say their type',
    rewrite: {
      html: (html, { context }) =>
        html.replaceAll(
          /(<a href="\/user_uploads\/([^"]+)"[^>]*><img[^>]*?) data-original-dimensions=/g,
          (_whole, start: string, path: string) =>
            `${start} data-original-content-type="${factsOf(context, path)?.type ?? ''}" data-original-dimensions=`,
        ),
    },
  },
  {
    level: 405,
    what: 'sounds in the syntax of pictures have a player',
    rewrite: {
      html: (html) =>
        outsideCode(html, (part) =>
          part.replaceAll(
            markdownMedia('mp3|aac|flac|wav'),
            (_whole, title: string, address: string) =>
              `<audio controls preload="metadata" src="${address}" title="${title}"></audio>`,
          ),
        ),
      calls: { 'POST /messages': linksNew, 'PATCH /messages/:message_id': linksEdited },
    },
  },
  {
    level: 437,
    what: 'pictures of the organization in the syntax of pictures stand in the text',
    rewrite: {
      html: (html, { context }) =>
        outsideCode(html, (part) =>
          part.replaceAll(markdownMedia('png|jpe?g|gif|webp'), (whole, alt: string, address: string) =>
            inlineImage(context, whole, { alt, address }),
          ),
        ),
    },
  },
]

/** The HTML that `markdown/previews.ts` writes. */
const preview =
  /<div class="message_inline_image"><a href="\/user_uploads\/([^"]+)"([^>]*)><img src="[^"]*"><\/a><\/div>/g

/** Matches `![words](/user_uploads/…)` in rendered text, where it is plain text. */
function markdownMedia(endings: string): RegExp {
  return new RegExp(`!\\[([^\\]<>"]*)\\]\\((/user_uploads/[^\\s()<>"?#]+\\.(?:${endings}))\\)`, 'gi')
}

function dimensions(facts: PictureHead | undefined): string {
  return facts === undefined ? '' : ` data-original-dimensions="${facts.width}x${facts.height}"`
}

function thumbnailAddress(path: string, facts: PictureHead): string {
  return `/user_uploads/thumbnail/${path}/${facts.isAnimated ? animatedFormat : usualFormat}`
}

function thumbnail(context: ServerContext, whole: string, path: string): string {
  const facts = factsOf(context, path)
  if (facts === undefined) return whole
  const image = stateOf(context).making.has(path)
    ? `<img class="image-loading-placeholder" src="${spinner}">`
    : `<img${facts.isAnimated ? ' data-animated="true"' : ''}${dimensions(facts)} src="${thumbnailAddress(path, facts)}">`
  return whole.replace(/<img src="[^"]*">/, () => image)
}

function inlineImage(
  context: ServerContext,
  whole: string,
  { alt, address }: { alt: string; address: string },
): string {
  const path = address.replace('/user_uploads/', '')
  const facts = factsOf(context, path)
  if (facts === undefined) return whole
  const isMaking = stateOf(context).making.has(path)
  const about = `${dimensions(facts)} data-original-content-type="${facts.type}" data-original-src="${address}"`
  return isMaking
    ? `<img alt="${alt}" class="inline-image image-loading-placeholder"${about} src="${spinner}">`
    : `<img alt="${alt}" class="inline-image"${about} src="${thumbnailAddress(path, facts)}">`
}

/** Starts a thumbnail. When it is finished, every message that contains it is published. */
function startMaking(context: ServerContext, path: string): void {
  const { making } = stateOf(context)
  making.add(path)
  context.ports.clock.schedule(makingMs, () => {
    making.delete(path)
    const row = context.tables.attachments.byPath(path)
    if (row === undefined) return
    context.write(() => {
      tellThumbnails(context, row)
    })
  })
}

function tellThumbnails(context: ServerContext, file: AttachmentRow): void {
  for (const { id } of context.tables.attachments.messages(file.id)) {
    const row = context.tables.messages.get(id, file.user_id)
    if (row === undefined) continue
    const stream = row.stream_id === null ? undefined : context.tables.streams.get(row.stream_id)
    for (const userId of audienceOf(context, row)) {
      const flags = context.tables.messages.get(id, userId)?.flags ?? null
      context.events.publish(userId, () => ({
        type: 'update_message',
        user_id: null,
        edit_timestamp: context.nowSeconds(),
        message_id: id,
        message_ids: [id],
        flags: flagNames(flags),
        rendering_only: true,
        ...(stream === undefined ? {} : { stream_id: stream.id, stream_name: stream.name }),
        content: row.content,
        rendered_content: row.rendered,
        is_me_message: isMeMessage(row.content),
      }))
    }
  }
}

async function linksNew(...[call, next, { context }]: Parameters<CallRewrite>): Promise<Fields> {
  const content = call.parameters.peek('content') ?? ''
  const answer = await next()
  linkMedia(context, Number(answer.id), content)
  return answer
}

async function linksEdited(...[call, next, { context }]: Parameters<CallRewrite>): Promise<Fields> {
  const content = call.parameters.peek('content')
  const answer = await next()
  if (content !== undefined) linkMedia(context, pathInteger(call, 'message_id'), content)
  return answer
}

/** Links images to their message, as links do, so that its readers may read them. */
function linkMedia(context: ServerContext, messageId: number, content: string): void {
  const named = [...content.matchAll(/!\[[^\]]*\]\(\/user_uploads\/([^\s()<>"?#]+)\)/g)].map((match) => match[1] ?? '')
  const row = context.tables.messages.get(messageId, 0)
  if (named.length === 0 || row === undefined) return
  const linked = context.tables.attachments.ofMessage(messageId).map((file) => file.path_id)
  context.write(() => {
    linkAttachments(context, row.sender_id, messageId, new Set([...linked, ...named]))
  })
}
