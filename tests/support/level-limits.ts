import { askedForms, askedLevel } from './asked-forms.ts'

/** A test of the engine that holds only at some levels or in one dialect. */
export interface LevelLimit {
  readonly file: string
  /** A part of the test's name; empty: every test of the file. */
  readonly test: string
  /** The first level at which it holds. */
  readonly from?: number
  /** The first level at which it no longer holds. */
  readonly below?: number
  readonly dialect?: 'svc' | 'zulip'
  readonly reason: string
}

const policies = 'before level 170 no topic of a muted stream can be unmuted'
const followed = 'topics can be followed from level 219 on'
const scheduled = 'messages can be scheduled from level 179 on'
const byIds = 'from level 300 on messages are asked for by their ids, not by a narrow each'
const named = 'from level 334 on a topic may be empty'
const itsOwnLevel = 'the test has the server name levels of its own choice, which the layer would rewrite'
const posting = 'from level 333 on a group says who may post'

/**
 * The tests that a run at another level skips, with the reasons; all tests hold at the server's own level in the
 * dialect svc.
 */
export const levelLimits: readonly LevelLimit[] = [
  {
    file: 'data-folders',
    test: 'sends each queued action to the server once',
    from: 237,
    below: 238,
    reason: 'the folders were written at the level 237, and the test reads the server’s state in its forms',
  },
  {
    file: 'edit-marks',
    test: 'if the organization hides edit histories',
    below: 365,
    reason: 'from level 365 on the time of a move is separate',
  },
  {
    file: 'emoji',
    test: 'is a picture below messages and in the picker',
    dialect: 'svc',
    reason: 'the extra emoji has the name of the dialect',
  },
  {
    file: 'feeds',
    test: 'show the messages of their kind',
    from: 219,
    below: 265,
    reason: `${followed}, and can be asked for from level 265 on`,
  },
  { file: 'feeds', test: 'a topic of a muted stream', from: 170, reason: policies },
  { file: 'feeds', test: 'head each message with the current name', from: 219, reason: followed },
  { file: 'lists', test: 'list the followed topics alone', from: 219, reason: followed },
  {
    file: 'feeds',
    test: 'report the sender and the read policy',
    from: 175,
    reason: 'the setting is there from level 175 on',
  },
  {
    file: 'links',
    test: 'to messages without a topic lead to the name that an older server gives those',
    below: 334,
    reason: named,
  },
  { file: 'live', test: 'sends a message: pending at once', from: 177, reason: 'is:dm is known from level 177 on' },
  {
    file: 'mentions',
    test: 'by wildcard count unless muted',
    from: 224,
    reason: 'a topic can be mentioned from level 224 on',
  },
  {
    file: 'mentions',
    test: 'that are unread again have their previous kind',
    from: 224,
    reason: 'a topic can be mentioned from level 224 on',
  },
  { file: 'messages', test: 'matches streams by id, and the own role applies', below: 333, reason: posting },
  {
    file: 'model',
    test: 'equals a fresh registration after each kind of change',
    from: 222,
    reason: scheduled,
  },
  { file: 'model', test: 'drops the objects that ended during an absence', from: 179, reason: scheduled },
  {
    file: 'model',
    test: 'equals a fresh registration after all changes during an absence',
    from: 179,
    reason: scheduled,
  },
  { file: 'model', test: 'follow its role and the organization’s policies at once', below: 333, reason: posting },
  { file: 'moves', test: 'an impossible move is refused with an error', below: 334, reason: named },
  { file: 'mutes', test: 'is visible in a muted stream if unmuted or followed', from: 219, reason: followed },
  {
    file: 'newer-servers',
    test: 'stays readable, is marked as archived',
    from: 199,
    reason: 'before level 199 the traffic of a stream is not reported',
  },
  {
    file: 'notifications',
    test: 'leave the count at the icon to desktop_icon_count_display',
    from: 219,
    reason: followed,
  },
  {
    file: 'queue',
    test: 'a longer queue lifespan is requested by the parameter',
    below: 481,
    reason: 'from level 481 on the parameter has another name',
  },
  {
    file: 'queue',
    test: 'a changed feature level of the server leads to a registration',
    from: 237,
    below: 238,
    reason: itsOwnLevel,
  },
  { file: 'queue', test: 'an outdated server is refused', from: 237, below: 238, reason: itsOwnLevel },
  {
    file: 'queue',
    test: 'a registration in progress keeps the view',
    from: 237,
    below: 238,
    reason: itsOwnLevel,
  },
  {
    file: 'queue',
    test: 'a changed feature level still leads to a registration after a crash',
    from: 237,
    below: 238,
    reason: itsOwnLevel,
  },
  {
    file: 'search-filters',
    test: 'match the same messages on disk, at the server',
    from: 237,
    below: 238,
    reason: 'the test visits the levels of two forms of the search itself',
  },
  {
    file: 'reading',
    test: 'depends on the account’s policy for scrolling',
    from: 175,
    reason: 'the setting is there from level 175 on',
  },
  {
    file: 'resent-requests',
    test: 'a reaction',
    from: 193,
    reason: 'a reaction that is there already has a code of its own from level 193 on',
  },
  { file: 'resent-requests', test: 'a scheduled message that', from: 179, reason: scheduled },
  { file: 'resent-requests', test: 'of a topic', from: 219, reason: followed },
  {
    file: 'move-plan',
    test: 'names the missing permission and the age limit',
    from: 162,
    reason: 'the age up to which messages can be moved is reported from level 162 on',
  },
  {
    file: 'row-revalidator',
    test: 'are requested once after a second, neighbours in one request',
    below: 300,
    reason: byIds,
  },
  { file: 'row-revalidator', test: 'include the newest messages of list entries', below: 300, reason: byIds },
  { file: 'row-revalidator', test: 'cost twenty requests a minute', below: 300, reason: byIds },
  { file: 'row-revalidator', test: 'of a left stream are requested once', below: 300, reason: byIds },
  { file: 'scheduled', test: '', from: 179, reason: scheduled },
  {
    file: 'stock-server',
    test: 'keeps its topic policies despite the deprecated list of muted topics',
    from: 219,
    reason: followed,
  },
  {
    file: 'uploads-and-lists',
    test: 'follow their events: playgrounds, domains, groups of streams, bots',
    below: 474,
    reason: 'from level 474 on bots say only what their users do not say',
  },
  { file: 'vanished', test: 'a message that was deleted during an absence', below: 300, reason: byIds },
  {
    file: 'writing',
    test: 'are refused if the account may not add them',
    below: 341,
    reason: 'from level 341 on a group says who may add people to streams',
  },
]

/** Whether a test with this limit holds at a level and in a dialect. */
export function holdsAt(limit: LevelLimit, level: number, dialect: 'svc' | 'zulip'): boolean {
  if (limit.dialect !== undefined && limit.dialect !== dialect) return false
  return level >= (limit.from ?? 0) && level < (limit.below ?? Infinity)
}

/** The limit that excludes a test at the level and in the dialect of the environment. */
export function limitOf(file: string, test: string): LevelLimit | undefined {
  const dialect = askedForms().dialect ?? 'svc'
  return levelLimits.find(
    (limit) =>
      file.endsWith(`tests/engine/${limit.file}.test.ts`) &&
      test.includes(limit.test) &&
      !holdsAt(limit, askedLevel(), dialect),
  )
}
