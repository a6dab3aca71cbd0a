import { catalogue } from '#i18n/catalogue.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { readPictureHead } from '#shared/picture/picture-head.ts'
import type { ProgramCalls } from '#renderer/bridge/program-calls.ts'
import { splitName } from '#renderer/parts/media/file-names.ts'
import type { LeftForm, LeftForms } from '#renderer/state/left-forms.svelte.ts'
import { base64Of } from '#renderer/ui/base64.ts'
import { Submission } from '#renderer/ui/form/submission.svelte.ts'

/** The side of a picture that was made smaller, in pixels. */
const side = 128

/** The pixels of a picture, which a canvas draws; `close` frees them. */
type Pixels = Pick<ImageBitmap, 'width' | 'height' | 'close'> & CanvasImageSource

/** The parts of the browser that decode and encode pictures. */
export interface EmojiTools {
  /** @throws if the file is no picture */
  readonly decode: (file: Blob) => Promise<Pixels>
  /** Draws the whole picture into a square with this side, as a PNG. */
  readonly shrink: (pixels: Pixels, side: number) => Promise<Blob>
}

const browserTools: EmojiTools = {
  decode: (file) => createImageBitmap(file),
  shrink: (pixels, length) => {
    const canvas = new OffscreenCanvas(length, length)
    const context = canvas.getContext('2d')
    if (context !== null) drawWhole(context, pixels, length)
    return canvas.convertToBlob({ type: 'image/png' })
  },
}

/** Draws a picture whole into the middle of a square. */
export function drawWhole(
  context: Pick<CanvasRenderingContext2D, 'clearRect' | 'drawImage' | 'imageSmoothingQuality'>,
  pixels: Pixels,
  length: number,
): void {
  const scale = length / Math.max(pixels.width, pixels.height, 1)
  const [width, height] = [pixels.width * scale, pixels.height * scale]
  context.clearRect(0, 0, length, length)
  context.imageSmoothingQuality = 'high'
  context.drawImage(pixels, (length - width) / 2, (length - height) / 2, width, height)
}

/** Returns the name that a file's name proposes for its emoji; empty if it has no usable letter. */
export function proposedName(fileName: string): string {
  return splitName(fileName)
    .stem.toLowerCase()
    .replaceAll(/[^0-9a-z._-]+/g, '_')
    .replaceAll(/^[^0-9a-z]+|[^0-9a-z]+$/g, '')
    .slice(0, 64)
}

/** A picture that was chosen, as it is sent. */
interface ChosenPicture {
  readonly pixels: Pixels
  readonly blob: Blob
  readonly fileName: string
  readonly type: string
}

/** The form of a new emoji: its picture and its name. */
export class EmojiForm {
  readonly #calls: Pick<ProgramCalls, 'addEmoji'>
  readonly #accountId: string
  readonly #tools: EmojiTools
  name = $state('')
  picture = $state.raw<ChosenPicture | null>(null)
  /** Why the chosen file is not taken, as a sentence; null if it is. */
  problem = $state.raw<string | null>(null)
  readonly submission = new Submission()
  /** Keeps the typed name. */
  readonly left: LeftForm

  constructor(
    calls: Pick<ProgramCalls, 'addEmoji'>,
    accountId: string,
    forms: LeftForms,
    tools: EmojiTools = browserTools,
  ) {
    this.#calls = calls
    this.#accountId = accountId
    this.#tools = tools
    this.left = forms.open({
      accountId,
      name: 'emoji',
      read: () => ({ name: this.name }),
      show: ({ name = '' }) => (this.name = name),
    })
  }

  get isStarted(): boolean {
    return this.name !== '' || this.picture !== null
  }

  /** Whether the name is one that servers take. */
  get isNamed(): boolean {
    return /^[0-9a-z._-]*[0-9a-z]$/.test(this.name.trim().replaceAll(' ', '_'))
  }

  /** Takes a picture. Its name is proposed unless one was typed. A large one is made smaller unless it moves. */
  async choose(file: File): Promise<void> {
    const t = catalogue.organizationLists.emoji
    this.problem = null
    this.submission.failure = null
    if (file.size > clientLimits.pictureFile.most) {
      this.problem = t.tooLarge(catalogue.format.bytes(clientLimits.emojiFile.most))
      return
    }
    try {
      const bytes = new Uint8Array(await file.arrayBuffer())
      const head = readPictureHead(bytes)
      if (head === null || head.width * head.height > clientLimits.picturePixels.most) {
        this.problem = t.noPicture
        return
      }
      const pixels = await this.#tools.decode(file)
      const isSmall = file.size <= clientLimits.emojiFile.most
      const isSent = isSmall && head.type !== 'image/avif' && head.type !== 'image/bmp'
      if (!isSent && head.isAnimated) {
        pixels.close()
        this.problem = t.tooLarge(catalogue.format.bytes(clientLimits.emojiFile.most))
        return
      }
      const blob = isSent ? file : await this.#tools.shrink(pixels, side)
      this.#drop()
      const fileName = `${proposedName(file.name) || 'emoji'}.${(isSent ? head.type : 'image/png').slice(6)}`
      this.picture = { pixels, blob, fileName, type: isSent ? head.type : 'image/png' }
      if (this.name.trim() === '') this.name = proposedName(file.name)
    } catch {
      this.problem = t.noPicture
    }
  }

  /** Adds the emoji. What was typed meanwhile stays. */
  async submit(): Promise<void> {
    const { picture, name } = this
    if (picture === null || !this.isNamed) return
    const { blob, fileName, type } = picture
    const done = await this.submission.run(async () => {
      const data = await base64Of(blob)
      const wanted = name.trim().replaceAll(' ', '_')
      return await this.#calls.addEmoji({
        accountId: this.#accountId,
        name: wanted,
        file: { name: fileName, type, data },
      })
    })
    if (done === undefined || this.name !== name) return
    this.name = ''
    this.#drop()
  }

  /** Empties the form. */
  clear(): void {
    this.name = ''
    this.problem = null
    this.submission.failure = null
    this.#drop()
  }

  /** Frees the pixels. */
  #drop(): void {
    this.picture?.pixels.close()
    this.picture = null
  }
}
