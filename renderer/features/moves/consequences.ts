import type { MoveMode } from '#contract/base/choices.ts'
import type { MovePlan } from '#contract/moves.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** A sentence about a consequence of a move. A grave one cannot be undone, or changes who can read the messages. */
export interface Consequence {
  readonly text: string
  readonly isGrave: boolean
}

/** Returns the consequences of a move, the gravest first. It is empty if nothing would change. */
export function consequencesOf(plan: MovePlan, mode: MoveMode): readonly Consequence[] {
  if (plan.to === null || plan.isSame) return []
  const to = { name: plain(plan.to.name), streamName: plain(plan.to.streamName) }
  const t = catalogue.moving
  const isWhole = mode === 'change_all'
  const grave: (string | null)[] = [
    !plan.isNewTopic && isWhole ? t.merges({ topic: to.name, isWhole }) : null,
    ofReaders(plan),
    plan.isHistoryHidden ? t.hidesHistory(to.streamName) : null,
  ]
  const others: (string | null)[] = [
    plan.isNewTopic && isNewName(plan) ? t.begins(to.name) : null,
    !plan.isNewTopic && !isWhole ? t.merges({ topic: to.name, isWhole }) : null,
    plan.readers !== null && !plan.isSubscribed ? t.notSubscribed(to.streamName) : null,
    plan.subscribers === null ? null : t.subscribers({ name: to.streamName, count: plan.subscribers }),
    ofPolicy(plan, isWhole),
  ]
  const written = (texts: readonly (string | null)[], isGrave: boolean) =>
    texts.flatMap((text) => (text === null ? [] : [{ text, isGrave }]))
  return [...written(grave, true), ...written(others, false)]
}

/** Removes marks of direction from a name, so that it does not turn the rest of a sentence. */
function plain(name: string): string {
  return name.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')
}

/** Whether a move creates a new name; a change of case alone does not. */
function isNewName({ from, to }: MovePlan): boolean {
  return from.streamId !== to?.streamId || from.topic.toLowerCase() !== to.topic.toLowerCase()
}

function ofReaders({ readers, from, to }: MovePlan): string | null {
  if (readers === null || to === null) return null
  const t = catalogue.moving.readers
  const streams = { before: plain(from.streamName), after: plain(to.streamName) }
  switch (readers.after) {
    case 'subscribers':
      return readers.before === 'subscribers' ? t.exchanges(streams) : t.closes(streams)
    case 'organization':
      return readers.before === 'subscribers' ? t.opens(streams) : t.leave(streams)
    case 'web':
      return readers.before === 'web' ? t.leave(streams) : t.opensToWeb(streams)
  }
}

function ofPolicy({ policy }: MovePlan, isWhole: boolean): string {
  const t = isWhole ? catalogue.moving.policy.whole : catalogue.moving.policy.part
  if (policy === 1) return t.muted
  return policy === 3 ? t.followed : t.others
}
