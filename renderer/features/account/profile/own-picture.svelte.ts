import { clientLimits } from '#shared/client-limits.ts'
import { readPictureHead } from '#shared/picture/picture-head.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { ProgramCalls } from '#renderer/bridge/program-calls.ts'
import { base64Of } from '#renderer/ui/base64.ts'
import { CropSquare, type CropSource } from './crop-square.svelte.ts'

/** The sides of the picture that is sent, in pixels: the first whose file is small enough. */
const sides = [512, 384, 256, 128]
/** The part of a file in which its size in pixels is. */
const headBytes = 1024 * 1024

/** The parts of the browser that decode and encode pictures. */
export interface PictureTools {
  /** Decodes a file. @throws if it is no picture */
  readonly decode: (file: Blob) => Promise<CropSource>
  /** Encodes the square as a PNG with this side in pixels, which has no metadata. */
  readonly encode: (square: CropSquare, side: number) => Promise<Blob>
}

const browserTools: PictureTools = {
  decode: (file) => createImageBitmap(file),
  encode: (square, side) => {
    const canvas = new OffscreenCanvas(side, side)
    const context = canvas.getContext('2d')
    if (context !== null) square.draw(context, side)
    return canvas.convertToBlob({ type: 'image/png' })
  },
}

/** The own picture: it is chosen, cropped to a square, and sent to the server at once. */
export class OwnPicture {
  readonly #calls: Pick<ProgramCalls, 'account'>
  readonly #accountId: string
  readonly #tools: PictureTools
  /** The picture that is being cropped; null if none is. */
  crop = $state.raw<CropSquare | null>(null)
  isPending = $state.raw(false)
  /** Why the last picture was not set, as a sentence; null if there is no reason. */
  problem = $state.raw<string | null>(null)

  constructor(calls: Pick<ProgramCalls, 'account'>, accountId: string, tools: PictureTools = browserTools) {
    this.#calls = calls
    this.#accountId = accountId
    this.#tools = tools
  }

  /** Opens a file for cropping. Its size in pixels is read before a pixel is decoded. */
  async open(file: Blob): Promise<void> {
    const t = catalogue.account.profile
    this.cancel()
    this.problem = null
    const { pictureFile, picturePixels } = clientLimits
    if (file.size > pictureFile.most) {
      this.problem = t.pictureTooLarge(catalogue.format.bytes(pictureFile.most))
      return
    }
    try {
      const head = readPictureHead(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))
      if (head === null) this.problem = t.noPicture
      else if (head.width * head.height > picturePixels.most) this.problem = t.pictureTooManyPixels
      else this.crop = new CropSquare(await this.#tools.decode(file))
    } catch {
      this.problem = t.noPicture
    }
  }

  /** Ends the cropping without a change. */
  cancel(): void {
    this.crop?.source.close()
    this.crop = null
  }

  /** Sends the square. It stays for another attempt if that fails. */
  async save(): Promise<void> {
    const { crop } = this
    if (crop === null) return
    await this.#change(async () => {
      const data = await this.#encoded(crop)
      const result = await this.#calls.account('account.setPicture', { accountId: this.#accountId, data })
      if (result.ok) this.cancel()
      return result
    })
  }

  async remove(): Promise<void> {
    await this.#change(() => this.#calls.account('account.removePicture', { accountId: this.#accountId }))
  }

  async #change(change: () => ReturnType<ProgramCalls['account']>): Promise<void> {
    if (this.isPending) return
    this.isPending = true
    this.problem = null
    try {
      const result = await change()
      this.problem = result.ok ? null : sentenceOf(result.error)
    } catch {
      this.problem = catalogue.account.profile.noPicture
    }
    this.isPending = false
  }

  /** Encodes the square in base64, as large as a call allows. */
  async #encoded(square: CropSquare): Promise<string> {
    let data = ''
    for (const side of sides) {
      data = await base64Of(await this.#tools.encode(square, side))
      if (data.length <= clientLimits.pageFileChunk.most) break
    }
    return data
  }
}
