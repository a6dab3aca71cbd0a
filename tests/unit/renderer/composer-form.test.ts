import { describe, expect, it, vi } from 'vitest'
import type { ConversationMeta } from '#contract/conversations.ts'
import { topicMissing } from '#renderer/parts/composer/composer-failures.ts'
import { ComposerForm } from '#renderer/parts/composer/composer-form.svelte.ts'
import type { ComposerModel } from '#renderer/parts/composer/composer-model.svelte.ts'

const usual: Partial<ConversationMeta> = {
  narrow: { kind: 'topic', streamId: 1, topic: 'lunch' },
  title: { kind: 'named', name: 'lunch' } as never,
  streamName: 'design',
  needsTopic: true,
  isTopicless: false,
  maxMessageLength: 10,
  maxTopicLength: 5,
  maxUploadBytes: 100,
}

function world(composed: object = {}, meta: Partial<ConversationMeta> = {}) {
  const composer = {
    content: '',
    topic: '',
    attachments: [],
    copying: [],
    files: { ordered: <T>(shown: T) => shown },
    saved: 'nothing',
    isSendWaiting: false,
    send: vi.fn(() => Promise.resolve()),
    attach: vi.fn(),
    edited: vi.fn(),
    ...composed,
  }
  const ports = {
    mayLeave: vi.fn(() => Promise.resolve(true)),
    closePreview: vi.fn(),
    endTyping: vi.fn(),
    focusField: vi.fn(),
    noteScheduled: vi.fn(),
  }
  let isClosed = false
  const shown = {
    composer: composer as unknown as ComposerModel,
    get meta() {
      if (isClosed) throw new TypeError('the conversation was closed')
      return { ...usual, ...meta } as ConversationMeta
    },
    cleansPictures: true,
  }
  const close = () => {
    isClosed = true
  }
  return { form: new ComposerForm(() => shown, ports), composer, ports, close }
}

const stream = { narrow: { kind: 'stream', streamId: 1 } } as const

describe('the form of the composer', () => {
  it('counts code points, as servers do', () => {
    expect(world({ content: '👍👍👍' }).form.remaining).toBe(7)
    expect(world({ content: 'twelve chars' }).form.remaining).toBe(-2)
    expect(world({ topic: '  👍 ' }).form.topicRemaining).toBe(4)
  })

  it('shows the count only near the limit', () => {
    expect(world({ content: 'x' }, { maxMessageLength: 502 }).form.showsRemaining).toBe(false)
    expect(world({ content: 'xx' }, { maxMessageLength: 502 }).form.showsRemaining).toBe(true)
  })

  it.each([
    ['nothing', {}, {}, false],
    ['space', { content: ' \n ' }, {}, false],
    ['a text', { content: 'hello' }, {}, true],
    ['a file', { attachments: [{ id: 'a' }] }, {}, true],
    ['a file that is being copied', { copying: [{ id: 'a' }] }, {}, true],
    ['too long a text', { content: 'hello hello' }, {}, false],
    ['too long a topic of a new conversation', { content: 'hi', topic: 'too long' }, stream, false],
    ['a topic that fits', { content: 'hi', topic: 'short' }, stream, true],
    ['a long topic that exists', { content: 'hi', topic: 'too long' }, {}, true],
  ])('decides whether it can send: %s', async (_, composed, meta, canSend) => {
    const { form, composer, ports } = world(composed, meta)
    expect(form.canSend).toBe(canSend)
    await form.send()
    for (const port of [composer.send, ports.mayLeave, ports.focusField]) {
      expect(port).toHaveBeenCalledTimes(canSend ? 1 : 0)
    }
  })

  it('leaves the focus to a missing topic', async () => {
    const { form, composer, ports } = world({ content: 'hi', failure: topicMissing }, stream)
    await form.send()
    expect(composer.send).toHaveBeenCalled()
    expect(ports.focusField).not.toHaveBeenCalled()
  })

  it('sends nothing while a warning is a question, and does not ask twice', async () => {
    const { form, composer, ports } = world({ content: 'hi' })
    ports.mayLeave.mockResolvedValueOnce(false)
    await form.send()
    expect(composer.send).not.toHaveBeenCalled()
    expect(ports.closePreview).not.toHaveBeenCalled()
    await form.send(null, true)
    expect(ports.mayLeave).toHaveBeenCalledTimes(1)
    expect(composer.send).toHaveBeenCalledTimes(1)
  })

  it('does not read the conversation after sending, which may close it', async () => {
    const { form, composer, ports, close } = world({ content: 'hi' })
    composer.send.mockImplementationOnce(() => {
      composer.content = ''
      close()
      return Promise.resolve()
    })
    await form.send()
    expect(ports.endTyping).toHaveBeenCalledTimes(1)
  })

  it('ends the typing notice and tells the time once the text has left', async () => {
    const { form, composer, ports } = world({ content: 'hi' })
    await form.send(60)
    expect(ports.endTyping).not.toHaveBeenCalled()
    expect(ports.noteScheduled).not.toHaveBeenCalled()
    composer.send.mockImplementationOnce(() => {
      composer.content = ''
      return Promise.resolve()
    })
    form.isTall = true
    await form.send(60)
    expect(ports.endTyping).toHaveBeenCalledTimes(1)
    expect(ports.noteScheduled.mock.calls).toEqual([[60]])
    expect(form.isTall).toBe(false)
  })

  it('has each file once, also while its copy ends', () => {
    const { form } = world({
      attachments: [{ id: 'a', name: 'a.png', type: 'image/png', size: 3 }],
      copying: [
        { id: 'a', name: 'a.png', size: 3, copied: 3 },
        { id: 'b', name: 'b.png', size: 9, copied: 4 },
      ],
    })
    expect(form.chips.map(({ id, done }) => [id, done])).toEqual([
      ['a', null],
      ['b', 4],
    ])
  })

  it('has an arriving file at its position, with its progress or as interrupted', () => {
    const file = { type: 'image/png', size: 9 }
    const { form } = world({
      attachments: [
        { ...file, id: 'a', name: 'a.png', isArriving: true },
        { ...file, id: 'b', name: 'b.png', isArriving: true },
        { ...file, id: 'c', name: 'c.png' },
      ],
      copying: [{ ...file, id: 'b', name: 'b.png', copied: 4 }],
    })
    expect(form.chips.map(({ id, done, isInterrupted }) => [id, done, isInterrupted === true])).toEqual([
      ['a', null, true],
      ['b', 4, false],
      ['c', null, false],
    ])
  })

  it('takes files of the clipboard, and leaves texts to the field', () => {
    const { form, composer } = world()
    expect(form.paste([])).toBe(false)
    expect(composer.attach).not.toHaveBeenCalled()
    expect(form.paste([new File(['x'], 'image.png', { type: 'image/png' })])).toBe(true)
    expect(composer.attach).toHaveBeenCalledWith([expect.any(File)], { maxBytes: 100, cleansPictures: true })
  })

  it('takes typed text, and counts its characters as the service does', () => {
    const { form, composer } = world({ content: 'good morning' })
    form.write('👋🏽 ai̇')
    expect(composer.content).toBe('👋🏽 ai̇')
    expect(composer.edited).toHaveBeenCalledTimes(1)
    for (const content of ['', 'plain', '👋🏽', '\ud83d', '\ude00 a', '👩‍👩‍👧', 'e\u0301']) {
      expect(world({ content }).form.remaining, content).toBe(form.remaining + 6 - [...content].length)
    }
  })

  it('reports a message that waits for its files rather than the stored text', () => {
    expect(world().form.progress).toBe('')
    expect(world({ saved: 'saved' }).form.progress).not.toBe('')
    const waiting = world({ saved: 'saved', isSendWaiting: true }).form.progress
    expect(waiting).not.toBe(world({ saved: 'saved' }).form.progress)
    expect(world({ saved: 'failed' }).form.progress).not.toBe('')
  })
})
