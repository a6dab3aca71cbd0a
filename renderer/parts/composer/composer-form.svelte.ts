import type { ConversationMeta } from '#contract/conversations.ts'
import { conversationTitle } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { type AttachmentChip, draftChips } from '../attachments/attachment-chip.ts'
import { isTopicMissing } from './composer-failures.ts'
import type { ComposerModel } from './composer-model.svelte.ts'
import { namedFile, textFile } from '../media/file-names.ts'
import { unwantedTopic, type UnwantedTopic } from './destination.ts'

/** The number of remaining characters from which on the count is shown. */
const warnBelow = 500

/** A composer with its conversation. Only the composer can be read after its row of a list was closed. */
export interface ComposerParts {
  readonly composer: ComposerModel
  readonly meta: ConversationMeta
  /** Whether personal data is removed from attached pictures. */
  readonly cleansPictures: boolean
}

/** What sending involves besides the message itself. */
export interface SendingPorts {
  /** Asks about the warnings of the message. Returns whether it may be sent. */
  readonly mayLeave: (deliverAt: number | null) => Promise<boolean>
  readonly closePreview: () => void
  /** Tells the others that the user has stopped typing. */
  readonly endTyping: () => void
  readonly focusField: () => void
  /** Says that the server has the message until its time, UNIX seconds. */
  readonly noteScheduled: (deliverAt: number) => void
}

/** Returns the number of code points, by which the server counts, without copying a long text. */
function codePoints(text: string): number {
  let count = text.length
  for (let index = 1; index < text.length; index += 1) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800
    if (isPair) count -= 1
  }
  return count
}

/** The form of the composer: whether its message can be sent, and the texts about that. */
export class ComposerForm {
  readonly #parts: () => ComposerParts
  readonly #ports: SendingPorts
  /** Whether the field has all of the available height. */
  isTall = $state.raw(false)

  constructor(parts: () => ComposerParts, ports: SendingPorts) {
    this.#parts = parts
    this.#ports = ports
  }

  /** The number of code points left for the message; negative if it is too long. */
  readonly remaining: number = $derived.by(() => {
    const { composer, meta } = this.#parts()
    return meta.maxMessageLength - codePoints(composer.content)
  })

  /** The number of code points left for the topic, without the space around it. */
  readonly topicRemaining: number = $derived.by(() => {
    const { composer, meta } = this.#parts()
    return meta.maxTopicLength - [...composer.topic.trim()].length
  })

  /** Whether the number of remaining characters is shown. */
  get showsRemaining(): boolean {
    return this.remaining <= warnBelow
  }

  /** Whether there is neither a text nor a file. */
  readonly isEmpty: boolean = $derived.by(() => {
    const { composer } = this.#parts()
    return composer.content.trim() === '' && composer.attachments.length === 0 && composer.copying.length === 0
  })

  readonly canSend: boolean = $derived.by(() => {
    const { meta } = this.#parts()
    return !this.isEmpty && this.remaining >= 0 && (meta.narrow.kind !== 'stream' || this.topicRemaining >= 0)
  })

  /** The files of the message in their order, including those that are still being copied to it. */
  readonly chips: readonly AttachmentChip[] = $derived.by(() => {
    const { attachments, copying, files } = this.#parts().composer
    return draftChips({ ordered: (shown) => files.ordered(shown) }, { attached: attachments, copying })
  })

  /** The reason why the stream accepts no message in the open topic; null if it does. */
  get unwanted(): UnwantedTopic | null {
    return unwantedTopic(this.#parts().meta)
  }

  get placeholder(): string {
    const { narrow, title, streamName } = this.#parts().meta
    const t = catalogue.screens.composer
    return narrow.kind === 'direct' ? t.messageTo(conversationTitle(title)) : t.messageIn(streamName ?? '')
  }

  /** The progress of saving or sending the text, also for screen readers; empty if there is none. */
  get progress(): string {
    const { isSendWaiting, saved } = this.#parts().composer
    const t = catalogue.screens.composer
    if (isSendWaiting) return t.sendingSoon
    return saved === 'saved' ? t.saved : saved === 'failed' ? t.notSaved : ''
  }

  /**
   * Sends the message if it can be sent, and takes the focus back to the field unless the topic is missing.
   * @param deliverAt UNIX seconds at which the server is to send it; null for at once
   * @param isConfirmed whether the user has answered the questions of its warnings
   */
  async send(deliverAt: number | null = null, isConfirmed = false): Promise<void> {
    const { mayLeave, closePreview, endTyping, focusField, noteScheduled } = this.#ports
    if (!isConfirmed && this.canSend && !(await mayLeave(deliverAt))) return
    closePreview()
    if (this.canSend) {
      const { composer } = this.#parts()
      await composer.send(deliverAt)
      if (composer.content === '') this.isTall = false
      if (!isTopicMissing(composer.failure)) focusField()
    }
    // Another conversation may have been opened meanwhile.
    if (this.#parts().composer.content !== '') return
    endTyping()
    if (deliverAt !== null) noteScheduled(deliverAt)
  }

  attach(files: readonly File[]): void {
    const { composer, meta, cleansPictures } = this.#parts()
    if (files.length > 0) void composer.attach([...files], { maxBytes: meta.maxUploadBytes, cleansPictures })
  }

  /** Attaches files from the clipboard, which may have no names. @returns whether there were any */
  paste(files: readonly File[]): boolean {
    this.attach(files.map(namedFile))
    return files.length > 0
  }

  /** Whether the text is longer than a message may be, so that it can become a file. */
  get isTooLong(): boolean {
    return this.remaining < 0
  }

  /** Attaches a text as a file. @returns whether the file belongs to the message now */
  async attachText(text: string): Promise<boolean> {
    const { composer, meta, cleansPictures } = this.#parts()
    const before = new Set(composer.attachments.map(({ id }) => id))
    const file = textFile(text)
    await composer.attach([file], { maxBytes: meta.maxUploadBytes, cleansPictures })
    return composer.attachments.some(({ id, name }) => !before.has(id) && name === file.name)
  }

  /** Adopts a text that the user has typed. */
  write(text: string): void {
    const { composer } = this.#parts()
    composer.content = text
    composer.edited()
  }
}
