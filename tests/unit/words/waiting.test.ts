import { describe, expect, it } from 'vitest'
import { textFailure } from '../../support/text-failure.ts'
import type { WaitReason } from '../../../preload/contract/connection-state.ts'
import { behindSentence, changeSentence, pendingSentence, waitSentence } from '../../../words/waiting.ts'

const halfPastTwo = new Date(2026, 10, 20, 14, 32).getTime()

const sentences: readonly (readonly [WaitReason, string])[] = [
  [{ kind: 'sending' }, 'sending …'],
  [{ kind: 'uploading', name: 'arm.png', percent: 40 }, 'uploading arm.png (40 %)'],
  [{ kind: 'resending' }, 'may have been sent, trying again'],
  [{ kind: 'undo', until: halfPastTwo }, 'leaves in a moment; until then it can be undone'],
  [{ kind: 'checking' }, 'may have been sent – checking'],
  [{ kind: 'unchecked' }, 'may have been sent; Skein checks when the network is back'],
  [{ kind: 'behind' }, 'waiting for the one before it'],
  [{ kind: 'behind_failed', localId: 'l' }, 'waiting behind a message that was not sent'],
  [{ kind: 'network' }, 'waiting for the network, will be sent'],
  [{ kind: 'server_away' }, 'the server is away; will be sent when it is back'],
  [{ kind: 'server_trouble' }, 'the server has an internal problem; trying again'],
  [{ kind: 'internal' }, 'something went wrong inside Skein; trying again'],
  [{ kind: 'held', until: halfPastTwo }, 'the server asks to wait until 14:32'],
  [{ kind: 'signed_out' }, 'signed out: sign in again, then it is sent'],
  [{ kind: 'keychain' }, 'waiting for your keychain'],
  [{ kind: 'server_refuses' }, 'the server refuses this version of Skein, or this account'],
  [{ kind: 'starting' }, 'waiting for the server'],
  [{ kind: 'disk', problem: 'DISK_FULL' }, 'the disk is full: free some space, then it is sent'],
  [{ kind: 'failed', reason: textFailure('No') }, 'No'],
  [{ kind: 'failed', reason: null }, 'The server refused this, without a reason.'],
]

describe('[F9] what is said of something that waits', () => {
  it.each(sentences)('%j: %s', (reason, sentence) => {
    expect(waitSentence(reason)).toBe(sentence)
  })

  it('names a refusal as such, and what became of a change', () => {
    const failed = { kind: 'failed', reason: textFailure('No') } as const
    expect(pendingSentence({ state: 'failed', reason: failed })).toBe('Not sent: No')
    expect(pendingSentence({ state: 'queued', reason: { kind: 'network' } })).toContain('network')
    const change = { localId: 'l', text: '', topic: 'supper' }
    expect(changeSentence({ ...change, kind: 'move', state: 'failed', reason: failed })).toBe('Not moved to supper: No')
    expect(changeSentence({ ...change, kind: 'delete', state: 'failed', reason: failed })).toBe('Not deleted: No')
    expect(changeSentence({ ...change, kind: 'edit', state: 'failed', reason: failed })).toBe(
      'The edit was not saved: No',
    )
    expect(changeSentence({ ...change, kind: 'edit', state: 'waiting', reason: { kind: 'sending' } })).toBe(
      'saving the edit',
    )
    expect(changeSentence({ ...change, kind: 'move', state: 'waiting', reason: { kind: 'signed_out' } })).toBe(
      'moving to supper – signed out: sign in again, then it is sent',
    )
  })

  it('counts what waits behind a refusal', () => {
    expect([0, 1, 11].map(behindSentence)).toEqual([
      '',
      'One more waits behind this one.',
      '11 messages wait behind this one.',
    ])
  })
})
