import { describe, expect, it } from 'vitest'
import { narrowQuery, completableBefore } from '#renderer/parts/editor/completion/completable.ts'

describe('the completion query before the caret', () => {
  it.each<[string, object]>([
    ['@', { kind: 'mention', query: '', isSilent: false, from: 0 }],
    ['hello @ir', { kind: 'mention', query: 'ir', isSilent: false, from: 6 }],
    ['(@ir', { kind: 'mention', query: 'ir', isSilent: false, from: 1 }],
    ['@Iris Lind', { kind: 'mention', query: 'Iris Lind', isSilent: false, from: 0 }],
    ['@_ir', { kind: 'mention', query: 'ir', isSilent: true, from: 0 }],
    ['@**ir', { kind: 'mention', query: 'ir', isSilent: false, from: 0 }],
    ['@_*cre', { kind: 'mention', query: 'cre', isSilent: true, from: 0 }],
    ['@Zoë O’', { kind: 'mention', query: 'Zoë O’', isSilent: false, from: 0 }],
    ['see #', { kind: 'narrow', query: '', from: 4 }],
    ['#gen', { kind: 'narrow', query: 'gen', from: 0 }],
    ['#**general>lun', { kind: 'narrow', query: 'general>lun', from: 0 }],
    ['well :smi', { kind: 'emoji', query: 'smi', from: 5 }],
    ['(:+1', { kind: 'emoji', query: '+1', from: 1 }],
    ['```py', { kind: 'language', query: 'py', from: 3 }],
    ['> ~~~c', { kind: 'language', query: 'c', from: 5 }],
    ['/po', { kind: 'command', query: 'po', from: 0 }],
  ])('is found in %j', (line, expected) => {
    expect(completableBefore(line, true)).toEqual(expected)
  })

  it.each([
    'iris@x.example',
    '@**Iris** and',
    '@ iris',
    '# a title',
    '## a title',
    'a#b',
    'at 10:30',
    ':d',
    'a::b',
    'https://x.example',
    '``py',
    'and /po',
    `@${'x'.repeat(80)}`,
  ])('is null in %j', (line) => {
    expect(completableBefore(line, true)).toBeNull()
  })

  it('is a command only in the first line', () => {
    expect(completableBefore('/po', false)).toBeNull()
  })

  it('is found in a hostile line in linear time', () => {
    for (const piece of ['@', '#', ':', '@**', '> ', '`', '@a ', '#a>']) {
      const begun = performance.now()
      completableBefore(piece.repeat(50_000), true)
      expect(performance.now() - begun, piece).toBeLessThan(1_000)
    }
  })

  it('splits into the stream and the topic of a narrow', () => {
    expect(narrowQuery('gen')).toEqual({ stream: null, text: 'gen' })
    expect(narrowQuery('general> lunch > at noon')).toEqual({ stream: 'general', text: 'lunch > at noon' })
  })
})
