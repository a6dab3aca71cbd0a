import { describe, expect, it } from 'vitest'
import { countsAsMention, mentionOf, mentionOfList } from '#engine/values/mentions.ts'

describe('the mention facts of a message', () => {
  it.each([
    [[], 0],
    [['read', 'starred', 'has_alert_word'], 0],
    [['mentioned'], 1],
    [['stream_wildcard_mentioned', 'wildcard_mentioned'], 2],
    [['topic_wildcard_mentioned', 'wildcard_mentioned'], 4],
    [['mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'], 5],
    [['wildcard_mentioned'], 2],
  ])('follow its flags: %j [U12]', (flags, fact) => {
    expect(mentionOf(flags)).toBe(fact)
  })

  it.each([
    [0, true, false],
    [0, false, false],
    [1, true, true],
    [2, true, false],
    [2, false, true],
    [4, true, false],
    [3, true, true],
    [8, true, true],
  ])('with the value %i and muted %s count as %s [U10]', (fact, isHidden, counts) => {
    expect(countsAsMention(fact, isHidden)).toBe(counts)
  })

  it.each([
    ['listed and nothing muted, a mention of an unknown kind', true, false, 0, 8],
    ['listed and nothing muted, a mention of its known kind', true, false, 2, 2],
    ['listed and nothing muted, a mention of its still unknown kind', true, false, 8, 8],
    ['listed and muted, a personal mention', true, true, 0, 1],
    ['listed and muted, a personal mention beside the known wildcard mentions', true, true, 6, 7],
    ['listed and muted, a personal mention instead of an unknown one', true, true, 8, 1],
    ['not listed and nothing muted, no mention', false, false, 3, 0],
    ['not listed and muted, no personal mention', false, true, 3, 2],
    ['not listed and muted, no unknown mention', false, true, 8, 0],
  ])('follow a list of mentions: %s [U12]', (_, isListed, isHidden, known, fact) => {
    expect(mentionOfList(isListed, isHidden, known)).toBe(fact)
  })
})
