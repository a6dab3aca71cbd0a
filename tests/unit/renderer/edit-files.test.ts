import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { AttachmentItem } from '#contract/drafts.ts'
import { EditFiles } from '#renderer/parts/messages/edits/edit-files.svelte.ts'
import { MessageActions } from '#renderer/parts/messages/message/message-actions.svelte.ts'

const known: AttachmentItem = { id: 'known', name: 'a.png', type: 'image/png', size: 3 }

class Reader {
  result = 'data:;base64,AA=='
  onload = (): void => undefined
  readAsDataURL(): void {
    queueMicrotask(() => {
      this.onload()
    })
  }
}

beforeEach(() => {
  vi.stubGlobal('FileReader', Reader)
})

/** A page whose engine has one file of the edit already; copies wait until the test releases them. */
function setUp({ held = false } = {}) {
  const calls: { readonly name: string; readonly input: Record<string, unknown> }[] = []
  let release: () => void = () => undefined
  const gate = held ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()
  const call = async (name: string, input: Record<string, unknown>): Promise<Result<unknown>> => {
    calls.push({ name, input })
    if (name === 'edits.files') return { ok: true, value: { revision: 1, attachments: [known], maxUploadBytes: 10 } }
    if (name === 'attachments.append') await gate
    return { ok: true, value: { revision: 2 } }
  }
  const bridge = { call } as unknown as Bridge // the calls match the contract
  return {
    bridge,
    calls,
    release: () => {
      release()
    },
    files: new EditFiles(bridge, 'a', 7),
  }
}

const names = (files: EditFiles) => files.chips.map(({ name }) => name)
const text = (name: string, content = 'abc') => new File([content], name, { type: 'text/plain' })

describe('the files of an edit', () => {
  it('are the earlier and the new ones, in a draft of the message', async () => {
    const { files, calls } = setUp()
    await files.add([text('b.txt')], false)
    expect(names(files)).toEqual(['a.png', 'b.txt'])
    expect(files.isEmpty).toBe(false)
    const begun = calls.find(({ name }) => name === 'attachments.begin')
    expect(begun?.input).toMatchObject({ draftId: 'edit:7', name: 'b.txt' })
    await files.remove('known')
    expect(names(files)).toEqual(['b.txt'])
    expect(calls.at(-1)).toMatchObject({
      name: 'attachments.remove',
      input: { draftId: 'edit:7', attachmentId: 'known' },
    })
  })

  it('are refused by name if the server would not accept them', async () => {
    const { files } = setUp()
    await files.add([text('large.txt', 'x'.repeat(11))], false)
    expect(files.failure).toMatchObject({ code: 'FILE_TOO_LARGE', values: { name: 'large.txt' } })
    expect(names(files)).toEqual(['a.png'])
  })

  it('delay saving until they are copied', async () => {
    const { files, release } = setUp({ held: true })
    const adding = files.add([text('b.txt')], false)
    await new Promise((resolve) => setTimeout(resolve))
    expect(files.isCopying).toBe(true)
    files.isSaveWaiting = true
    release()
    expect(await adding).toBe(true)
    expect([files.isSaveWaiting, files.isCopying]).toEqual([false, false])
    expect(await files.add([text('c.txt')], false)).toBe(false)
  })

  it('have a name if a pasted picture has none', async () => {
    const { files } = setUp()
    await files.add([new File(['abc'], 'image.png', { type: 'image/png' })], false)
    expect(names(files)[1]).not.toBe('image.png')
  })

  it('are sent to the engine with the saved text', async () => {
    const { bridge, calls } = setUp()
    const actions = new MessageActions({ bridge, accountId: 'a' } as never) // the calls that edits need
    actions.resume({ messageId: 7, original: 'before', isAgain: false, text: 'after' })
    await actions.saveEdit(true)
    expect(calls.at(-1)).toMatchObject({ name: 'messages.edit', input: { content: 'after', hasFiles: true } })
  })
})
