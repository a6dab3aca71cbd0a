import { beforeEach, expect, it, vi } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import type { ComposerDraft } from '#contract/drafts.ts'
import { KeptComposers } from '#renderer/parts/composer/kept-composers.ts'

const narrow = { kind: 'direct', userIds: [2] } as const

function draftOf(revision: number, content: string, draftId: string | null = 'a draft'): ComposerDraft {
  return { revision, draftId, topic: '', content, attachments: [] }
}

/** The engine’s answers, and the calls that it got. */
let engine: { stored: ComposerDraft; writtenAs: number; asked: string[] }
let composers: KeptComposers

beforeEach(() => {
  engine = { stored: draftOf(9, 'as stored'), writtenAs: 9, asked: [] }
  const bridge: Bridge = {
    call(name) {
      engine.asked.push(name)
      const value = name === 'drafts.get' ? engine.stored : { revision: engine.writtenAs, isQueued: false }
      return Promise.resolve({ ok: true, value } as never)
    },
    onUpdate: () => () => undefined,
  }
  composers = new KeptComposers(bridge)
})

/** Writes a text in a composer and leaves the conversation once the text is stored. */
async function write(text: string): Promise<void> {
  const composer = composers.open('a', narrow, draftOf(1, '', null))
  composer.content = text
  composer.edited()
  await composer.flush()
  composers.leave('a', composer)
  engine.asked = []
}

it('a draft that came with the view is available at once, without a call', () => {
  const composer = composers.open('a', narrow, draftOf(1, 'half a sentence'))
  expect({ isLoaded: composer.isLoaded, content: composer.content }).toEqual({
    isLoaded: true,
    content: 'half a sentence',
  })
  expect(engine.asked).toEqual([])
})

it('a view older than the written text is ignored, and the engine is asked', async () => {
  await write('the last words')
  const composer = composers.open('a', narrow, draftOf(8, 'the last w'))
  expect({ isLoaded: composer.isLoaded, content: composer.content }).toEqual({ isLoaded: false, content: '' })
  await vi.waitFor(() => {
    expect(composer.content).toBe('as stored')
  })
  expect(engine.asked).toEqual(['drafts.get'])
})

it('a view with the written text is used', async () => {
  await write('the last words')
  expect(composers.open('a', narrow, draftOf(9, 'the last words')).isLoaded).toBe(true)
})

it('a sent text does not return with a view that still has it', async () => {
  const composer = composers.open('a', narrow, draftOf(12, 'to be sent', 'sent draft'))
  await composer.send()
  composers.leave('a', composer)
  await Promise.resolve()
  engine.stored = draftOf(13, '', null)
  const next = composers.open('a', narrow, draftOf(12, 'to be sent', 'sent draft'))
  expect({ isLoaded: next.isLoaded, content: next.content }).toEqual({ isLoaded: false, content: '' })
  await vi.waitFor(() => {
    expect(next.isLoaded).toBe(true)
  })
  expect(next.content).toBe('')
})

it('the answer of an engine with restarted revisions is used', async () => {
  await write('the last words')
  engine.stored = draftOf(2, 'after the start')
  const composer = composers.open('a', narrow, draftOf(2, 'after the start'))
  await vi.waitFor(() => {
    expect(composer.content).toBe('after the start')
  })
  composer.adopt(draftOf(3, 'changed elsewhere'))
  expect(composer.content).toBe('changed elsewhere')
})

it('a newer state that arrives during the call is kept', async () => {
  const composer = composers.open('a', narrow)
  composer.adopt(draftOf(10, 'newer'))
  await vi.waitFor(() => {
    expect(composer.content).toBe('newer')
  })
})

it('a signed-out account leaves nothing behind', async () => {
  await write('the last words')
  composers.forget('a')
  expect(composers.open('a', narrow, draftOf(1, 'of the new account')).content).toBe('of the new account')
})

it('a conversation that is opened again while it is displayed keeps its composer, which takes the focus', async () => {
  const composer = composers.open('a', narrow, draftOf(1, '', null))
  composer.content = 'half a sen'
  composers.leave('a', composer)
  const asked = composer.focusRequests
  expect(composers.open('a', narrow)).toBe(composer)
  expect(composer.focusRequests).toBe(asked + 1)
  composers.leave('a', composer)
  expect(composers.open('b', narrow)).not.toBe(composer)
  composers.leave('a', composer)
  await Promise.resolve()
  expect(composers.open('a', narrow)).not.toBe(composer)
})

it('a composer that is still storing its text takes the focus back when its conversation is opened again', async () => {
  const composer = composers.open('a', narrow, draftOf(1, '', null))
  composer.content = 'half a'
  composer.edited()
  composers.leave('a', composer)
  // Another conversation was opened meanwhile, and is left before it was drawn.
  await Promise.resolve()
  expect(composers.open('a', narrow)).toBe(composer)
  expect(composer.focusRequests).toBe(1)
})
