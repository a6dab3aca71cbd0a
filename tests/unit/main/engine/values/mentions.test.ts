import { describe, expect, it } from 'vitest'
import { countsAsMention, mentionOf, mentionOfList } from '#engine/values/mentions.ts'

describe('how a message mentions the user', () => {
  it.each([
    [[], 0],
    [['read', 'starred', 'has_alert_word'], 0],
    [['mentioned'], 1],
    [['stream_wildcard_mentioned', 'wildcard_mentioned'], 2],
    [['topic_wildcard_mentioned', 'wildcard_mentioned'], 4],
    [['mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'], 5],
    [['wildcard_mentioned'], 2],
  ])('follows its flags: %j [U12]', (flags, fact) => {
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
  ])('the fact %i, muted: %s, counts: %s [U10]', (fact, isHidden, counts) => {
    expect(countsAsMention(fact, isHidden)).toBe(counts)
  })

  it.each([
    ['listed where nothing is muted, it is a mention of some kind', true, false, 0, 8],
    ['… of the kind that is known', true, false, 2, 2],
    ['… which stays unknown when it was', true, false, 8, 8],
    ['listed where something is muted, it is a direct one', true, true, 0, 1],
    ['… beside what is known of everybody', true, true, 6, 7],
    ['… and no unknown one any more', true, true, 8, 1],
    ['not listed where nothing is muted, it is none', false, false, 3, 0],
    ['not listed where something is muted, it is no direct one', false, true, 3, 2],
    ['… and none that is known', false, true, 8, 0],
  ])('%s [U12]', (_, isListed, isHidden, known, fact) => {
    expect(mentionOfList(isListed, isHidden, known)).toBe(fact)
  })
})
