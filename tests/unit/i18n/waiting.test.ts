import { describe, expect, it } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import type { DraftSynchronization } from '#contract/drafts.ts'
import type { WaitReason } from '#contract/outbox.ts'
import { behindSentence, changeSentence, draftDetail, pendingSentence, waitSentence } from '#i18n/waiting.ts'

const halfPastTwo = new Date(2026, 10, 20, 14, 32).getTime()

const sentences: readonly (readonly [WaitReason, string])[] = [
  [{ kind: 'sending' }, 'sending…'],
  [{ kind: 'uploading', name: 'arm.png', percent: 40 }, 'uploading arm.png (40%)'],
  [{ kind: 'resending' }, 'may already have been sent; trying again'],
  [{ kind: 'undo', until: halfPastTwo }, 'about to happen; you can still undo it'],
  [{ kind: 'checking' }, 'checking whether it was sent'],
  [{ kind: 'unchecked' }, 'may already have been sent; Skein will check when you’re back online'],
  [{ kind: 'behind' }, 'waiting for the one before it'],
  [{ kind: 'behind_failed', localId: 'l' }, 'waiting for an unsent message before it'],
  [{ kind: 'network' }, 'will be sent when you’re back online'],
  [{ kind: 'server_away' }, 'the server is unavailable; will be sent when it’s back'],
  [{ kind: 'server_trouble' }, 'the server reported an error; trying again'],
  [{ kind: 'internal' }, 'something went wrong in Skein; trying again'],
  [{ kind: 'rate_limited', until: halfPastTwo }, 'the server asked Skein to wait until 14:32'],
  [{ kind: 'signed_out' }, 'signed out; sign in again to send it'],
  [{ kind: 'keychain' }, 'waiting for your keychain'],
  [{ kind: 'server_refuses' }, 'the server doesn’t accept this version of Skein, or this account'],
  [{ kind: 'starting' }, 'waiting for the server'],
  [{ kind: 'disk', problem: 'DISK_FULL' }, 'the disk is full; free up some space to send it'],
  [{ kind: 'failed', reason: textFailure('No') }, 'No'],
  [{ kind: 'failed', reason: null }, 'The server rejected this without giving a reason.'],
]

describe('what is said of something that waits', () => {
  it.each(sentences)('%j: %s', (reason, sentence) => {
    expect(waitSentence(reason)).toBe(sentence)
  })

  it('names a refusal as such, and what became of a change', () => {
    const failed = { kind: 'failed', reason: textFailure('No') } as const
    expect(pendingSentence({ state: 'failed', reason: failed })).toBe('Not sent. No')
    expect(pendingSentence({ state: 'queued', reason: { kind: 'network' } })).toBe(
      'will be sent when you’re back online',
    )
    const change = { localId: 'l', text: '', topic: 'supper' }
    expect(changeSentence({ ...change, kind: 'move', state: 'failed', reason: failed })).toBe('Not moved to supper. No')
    expect(changeSentence({ ...change, kind: 'delete', state: 'failed', reason: failed })).toBe('Not deleted. No')
    expect(changeSentence({ ...change, kind: 'edit', state: 'failed', reason: failed })).toBe('Edit not saved. No')
    expect(changeSentence({ ...change, kind: 'edit', state: 'waiting', reason: { kind: 'sending' } })).toBe(
      'saving the edit',
    )
    expect(changeSentence({ ...change, kind: 'move', state: 'waiting', reason: { kind: 'signed_out' } })).toBe(
      'moving to supper – signed out; sign in again to send it',
    )
  })

  it('counts what waits behind a refusal', () => {
    expect([0, 1, 11].map(behindSentence)).toEqual([
      '',
      '1 message is waiting for this one.',
      '11 messages are waiting for this one.',
    ])
  })
})

describe('what is said of a draft', () => {
  const rows: [DraftSynchronization | null, string][] = [
    [null, ''],
    [{ state: 'done' }, ''],
    [{ state: 'pending' }, 'Not synced yet'],
    [
      { state: 'local', reason: { code: 'DRAFT_WITHOUT_TEXT' } },
      'Only text is synced to the server, and this draft has none.',
    ],
    [
      { state: 'refused', reason: { code: 'TEXT', values: { text: 'No drafts here.' } } },
      'Saved on this computer only. No drafts here.',
    ],
  ]
  it.each(rows)('is where it is kept: %o', (synchronization, text) => {
    expect(draftDetail(synchronization)).toBe(text)
  })
})
