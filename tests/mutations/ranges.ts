import type { Mutation } from './mutation.ts'

/** M5–M9: completeness of ranges and its validity. */
export const rangeMutations: readonly Mutation[] = [
  {
    law: 'M5',
    file: 'values/ranges.ts',
    what: 'An answer that was asked for nothing older proves that there is nothing older.',
    find: 'answer.foundOldest && answer.numBefore > 0 ?',
    replace: 'answer.foundOldest ?',
  },
  {
    law: 'M5',
    file: 'values/ranges.ts',
    what: 'Ranges with one unknown id between them are joined.',
    find: 'interval.low <= last.high + 1)',
    replace: 'interval.low <= last.high + 2)',
  },
  {
    law: 'M5',
    file: 'sync/fetch-proof.ts',
    what: 'An answer claims what was evicted of it while it was being stored, unless all of it was.',
    find: 'low: Math.max(proven.low, evictedBelow)',
    replace: 'low: evictedBelow > high ? evictedBelow : proven.low',
  },
  {
    law: 'M6',
    file: 'sync/fetch-proof.ts',
    what: 'Each page that is fetched counts as live, also where it did not reach the newest message.',
    find: 'const isLive = proven.high === Infinity && hasSameStamps',
    replace: 'const isLive = hasSameStamps',
  },
  {
    law: 'M6',
    file: 'sync/fetch-proof.ts',
    what: 'A stream that is not subscribed counts as live once its newest messages were fetched.',
    find: 'hasSameStamps && accountState.isLive(streamId)\n  const lastId',
    replace: 'hasSameStamps\n  const lastId',
  },
  {
    law: 'M6',
    file: 'values/ranges.ts',
    what: 'A range that reaches the newest id that is known goes on as a live one.',
    find: 'high === Infinity ? { low, high: Math.max(low, highestKnown), live_epoch: epoch }',
    replace: 'high >= highestKnown ? { low, high: Math.max(low, highestKnown), live_epoch: epoch }',
  },
  {
    law: 'M7',
    file: 'sync/fetcher.ts',
    what: 'An answer from before a registration proves what the new queue keeps right.',
    find: 'await this.#store(request, page, watch, epochStamps)',
    replace:
      'await this.#store(request, page, watch, this.#core.accountState.epoch > epochStamps.epoch ? this.#core.accountState.epochStamps : epochStamps)',
  },
  {
    law: 'M7',
    file: 'sync/fetcher.ts',
    what: 'Whether an answer is of this epoch is asked before the last of it is known.',
    find: `    const { gone, lookups } = await this.#findGone(request, page, watch)
    core.commit(() => {
      // This is checked inside the transaction, because a registration or subscription may have come between the slices.
      const streamId = 'streamId' in request.scope ? request.scope.streamId : null
      const hasSameStamps = core.accountState.epochStamps.stampOf(streamId) === stamps.stampOf(streamId)
`,
    replace: `    const streamId = 'streamId' in request.scope ? request.scope.streamId : null
    const hasSameStamps = core.accountState.epochStamps.stampOf(streamId) === stamps.stampOf(streamId)
    const { gone, lookups } = await this.#findGone(request, page, watch)
    core.commit(() => {
`,
  },
  {
    law: 'M7',
    file: 'values/ranges.ts',
    what: 'An answer shorter than asked for is taken to have reached the newest message.',
    find: 'const high = answer.foundNewest ? Infinity',
    replace: 'const high = answer.ids.length < answer.numBefore + answer.numAfter ? Infinity',
  },
  {
    law: 'M8',
    file: 'values/ranges.ts',
    what: 'What was live in the last epoch is live in this one.',
    find: 'if (row.live_epoch === currentEpoch)',
    replace: 'if (row.live_epoch >= currentEpoch - 1)',
  },
  {
    law: 'M8',
    file: 'values/ranges.ts',
    what: 'A range of an ended epoch reaches what the present one has delivered.',
    find: 'Math.max(row.high, epochHighs.get(row.live_epoch) ?? row.high)',
    replace: 'Math.max(row.high, epochHighs.get(currentEpoch) ?? row.high)',
  },
  {
    law: 'M8',
    file: 'state/apply-register.ts',
    what: 'What feeds claim outlives the queue that fed them.',
    find: '    store.ranges.forgetFeeds()\n',
    replace: '',
  },
  {
    law: 'M9',
    file: 'sync/fetcher.ts',
    what: 'Of the rows that an answer lacks only those between its messages are looked for, not those at its ends.',
    find: 'this.#stored(request.scope, proven.low, Math.min(proven.high, Number.MAX_SAFE_INTEGER))',
    replace: 'this.#stored(request.scope, page.messages[0]?.id ?? 0, page.messages.at(-1)?.id ?? 0)',
  },
  {
    law: 'M9',
    file: 'state/messages/freshness.ts',
    what: 'Rows of an earlier epoch are taken for kept right, and not replaced.',
    find: 'return row.verified_epoch === accountState.epochStamps.stampOf(row.stream_id) && accountState.isLive(row.stream_id)',
    replace: 'return accountState.isLive(row.stream_id)',
  },
  {
    law: 'M14',
    file: 'values/epoch-stamps.ts',
    what: 'Rows of a stream that was left and had again count as kept right all the while.',
    find: 'return joins === 0 ? this.epoch',
    replace: 'return joins < mostJoins ? this.epoch',
  },
  {
    law: 'M9',
    file: 'state/apply-register.ts',
    what: 'What was fetched in the last epoch counts as fetched in this one.',
    find: '    store.ranges.markAllStale()\n',
    replace: '',
  },
]
