/**
 * The decision about a notification as a table, written from wire-protocol.md §2.4.6 and §2.8. A row has alternatives
 * (`a/b`) in its columns, and stands for every combination of them. The columns:
 *
 * 1. the message: `direct`, or in a stream `plain`, `mention`, `alert` (word), `all` (everybody mentioned), `mention+alert`
 * 2. the visibility policy of its topic
 * 3. whether its stream is `open` or `muted`
 * 4. the stream's own choices: `d` notifications, `a` sounds, `w` mentions of everybody; `+` on, `-` off, others follow
 *    the account
 * 5. the settings of the account that differ from the defaults (`settingsOf`)
 * 6. the situation (`situations`)
 * 7. what happens: `none`, or `shown` with a `sound` or `silent`
 * 8. the reasons in their order
 */
const table = `
# 1: own, muted sender, read, on screen, too old
direct                             | -                              | -          | -     | -/desktop-   | own          | none         | OWN_MESSAGE
direct                             | -                              | -          | -     | -/desktop-   | muted sender | none         | SENDER_MUTED
direct                             | -                              | -          | -     | -/desktop-   | read         | none         | READ_BEFORE
direct                             | -                              | -          | -     | -/desktop-   | looking      | none         | ON_SCREEN
direct                             | -                              | -          | -     | -/desktop-   | old          | none         | TOO_OLD
plain/mention/alert/all            | inherit/muted/followed         | open/muted | -/d+  | -            | own          | none         | OWN_MESSAGE
mention/alert/all                  | inherit/muted/followed         | open/muted | -     | -            | muted sender | none         | SENDER_MUTED
plain/mention/all                  | inherit/muted/followed         | open/muted | -     | -            | read         | none         | READ_BEFORE
plain/mention/alert                | inherit/muted/followed         | open/muted | -     | -            | looking      | none         | ON_SCREEN
plain/mention/alert                | inherit/muted/followed         | open       | -/d+  | -            | old          | none         | TOO_OLD
# 2 and 3: muted, and what goes on nevertheless
plain/alert/all                    | muted                          | open/muted | -/d+  | -/stream+    | away         | none         | TOPIC_MUTED
plain/alert/all                    | muted                          | open       | -     | -            | idle/elsewhere/hand/schedule | none | TOPIC_MUTED
plain/alert/all                    | inherit                        | muted      | -/d+  | -/stream+    | away         | none         | STREAM_MUTED
plain/alert/all                    | inherit                        | muted      | -     | -            | idle/elsewhere/hand/schedule | none | STREAM_MUTED
mention/mention+alert              | muted                          | open/muted | -     | -            | away/idle/elsewhere | shown sound | MENTIONED DESPITE_MUTE
mention/mention+alert              | inherit                        | muted      | -     | -            | away/idle/elsewhere | shown sound | MENTIONED DESPITE_MUTE
mention                            | muted                          | open/muted | d+    | -            | away         | shown sound  | WHOLE_STREAM DESPITE_MUTE
mention                            | inherit                        | muted      | d+,a+ | -/sounds-    | away         | shown sound  | WHOLE_STREAM DESPITE_MUTE
mention                            | muted                          | open/muted | -     | desktop-     | away         | none         | TURNED_OFF MENTIONED
mention                            | muted                          | open       | -     | -            | hand/schedule | none        | DO_NOT_DISTURB MENTIONED DESPITE_MUTE
mention/mention+alert              | unmuted                        | open/muted | -     | -            | away         | shown sound  | MENTIONED
# 4: the stream's choice, else the account's for all streams
plain                              | inherit/unmuted                | open       | d+    | -/desktop-   | away/idle/elsewhere | shown silent | WHOLE_STREAM SOUND_OFF
plain                              | unmuted                        | muted      | d+    | -            | away         | shown silent | WHOLE_STREAM SOUND_OFF
plain                              | inherit                        | open       | -     | stream+      | away/elsewhere | shown silent | WHOLE_STREAM SOUND_OFF
plain                              | inherit                        | open       | -     | stream+,streamsound+ | away | shown sound  | WHOLE_STREAM
plain                              | inherit                        | open       | -     | stream+,streamsound+,sounds- | away | shown sound | WHOLE_STREAM
plain                              | inherit                        | open       | a-    | stream+,streamsound+ | away | shown silent | WHOLE_STREAM SOUND_OFF
plain                              | inherit/unmuted                | open       | d+,a+ | -/sounds-    | away         | shown sound  | WHOLE_STREAM
plain                              | inherit/unmuted                | open       | d+,a+ | silent       | away         | shown silent | WHOLE_STREAM NO_SOUND
plain                              | inherit                        | open       | d-    | -/stream+    | away/idle    | none         | NOTHING_ASKS
plain                              | inherit/unmuted                | open       | -     | -/desktop-/streamsound+ | away/idle/elsewhere | none | NOTHING_ASKS
plain                              | unmuted                        | muted      | -     | -            | away/hand    | none         | NOTHING_ASKS
plain                              | inherit                        | open       | a+    | -            | away/schedule | none        | NOTHING_ASKS
alert/mention                      | inherit                        | open       | d+    | -/desktop-   | away         | shown sound  | WHOLE_STREAM
alert/mention                      | inherit                        | open       | d+    | sounds-      | away         | shown silent | WHOLE_STREAM SOUND_OFF
all                                | inherit                        | open       | d+    | -            | away         | shown sound  | WHOLE_STREAM
all                                | inherit                        | open       | d+    | all-         | away         | shown silent | WHOLE_STREAM SOUND_OFF
all                                | inherit                        | open       | d+,w- | -            | away         | shown silent | WHOLE_STREAM SOUND_OFF
# 5: followed topics
plain                              | followed                       | open/muted | -/d-  | -/desktop-/sounds- | away/idle/elsewhere | shown sound | FOLLOWED_TOPIC
plain                              | followed                       | open/muted | -     | followedsound- | away       | shown silent | FOLLOWED_TOPIC SOUND_OFF
plain                              | followed                       | open/muted | -     | silent       | away         | shown silent | FOLLOWED_TOPIC NO_SOUND
plain                              | followed                       | open/muted | -/d-  | followed-    | away/idle    | none         | FOLLOWED_OFF
plain                              | followed                       | open       | d+    | followed-    | away         | shown sound  | WHOLE_STREAM
plain                              | followed                       | open       | d+,a- | followedsound- | away       | shown silent | WHOLE_STREAM SOUND_OFF
mention/alert/all                  | followed                       | open/muted | -     | -            | away         | shown sound  | FOLLOWED_TOPIC
# 6: everything else is turned off
direct                             | -                              | -          | -     | desktop-     | away/elsewhere/idle | none  | TURNED_OFF DIRECT_MESSAGE
mention/mention+alert              | inherit/unmuted                | open       | -/d-  | desktop-     | away         | none         | TURNED_OFF MENTIONED
alert                              | inherit/unmuted                | open       | -/d-  | desktop-     | away         | none         | TURNED_OFF ALERT_WORD
all                                | inherit/unmuted                | open       | -/d-  | desktop-     | away         | none         | TURNED_OFF EVERYBODY_MENTIONED
# 7: direct messages, alert words, mentions
direct                             | -                              | -          | -     | -            | away/elsewhere/idle | shown sound | DIRECT_MESSAGE
direct                             | -                              | -          | -     | sounds-      | away/elsewhere | shown silent | DIRECT_MESSAGE SOUND_OFF
direct                             | -                              | -          | -     | silent       | away         | shown silent | DIRECT_MESSAGE NO_SOUND
direct                             | -                              | -          | -     | text-        | away         | shown sound  | DIRECT_MESSAGE TEXT_HIDDEN
direct                             | -                              | -          | -     | text-,sounds- | away        | shown silent | DIRECT_MESSAGE TEXT_HIDDEN SOUND_OFF
direct                             | -                              | -          | -     | stream+/followed-/all- | away | shown sound | DIRECT_MESSAGE
alert                              | inherit/unmuted                | open       | -/d-  | -/text-      | away/idle/elsewhere | shown sound | ALERT_WORD
alert                              | unmuted                        | muted      | -     | -            | away         | shown sound  | ALERT_WORD
alert                              | inherit                        | open       | -     | sounds-      | away         | shown silent | ALERT_WORD SOUND_OFF
mention/mention+alert              | inherit                        | open       | -/d-  | -            | away/idle/elsewhere | shown sound | MENTIONED
mention                            | inherit                        | open       | -     | sounds-      | away         | shown silent | MENTIONED SOUND_OFF
mention                            | inherit                        | open       | -     | silent       | away         | shown silent | MENTIONED NO_SOUND
mention                            | inherit                        | open       | a+    | sounds-      | away         | shown sound  | MENTIONED
mention/alert                      | followed                       | open       | -     | followed-    | away         | shown sound  | MENTIONED|ALERT_WORD
# 8: everybody mentioned, by the stream's choice, else the account's
all                                | inherit/unmuted                | open       | -/w+/d- | -          | away/idle/elsewhere | shown sound | EVERYBODY_MENTIONED
all                                | unmuted                        | muted      | -     | -            | away         | shown sound  | EVERYBODY_MENTIONED
all                                | inherit                        | open       | w+    | all-         | away         | shown sound  | EVERYBODY_MENTIONED
all                                | inherit                        | open       | -     | sounds-      | away         | shown silent | EVERYBODY_MENTIONED SOUND_OFF
all                                | inherit/unmuted                | open       | w-    | -/desktop-/all- | away      | none         | EVERYBODY_OFF
all                                | inherit/unmuted                | open       | -/d-  | all-         | away         | none         | EVERYBODY_OFF
# 9: everybody mentioned in a followed topic
all                                | followed                       | open       | w-    | followed-    | away         | shown sound  | EVERYBODY_IN_FOLLOWED
all                                | followed                       | open/muted | -     | followed-,all- | away       | shown sound  | EVERYBODY_IN_FOLLOWED
all                                | followed                       | open       | -     | followed-,all-,followedsound- | away | shown sound | EVERYBODY_IN_FOLLOWED
all                                | followed                       | open       | w-    | followed-,followedall- | away | none       | EVERYBODY_OFF
all                                | followed                       | open       | w-    | followed-,desktop- | away   | none         | TURNED_OFF EVERYBODY_IN_FOLLOWED
all                                | followed                       | open       | -     | followed-    | away         | shown sound  | EVERYBODY_MENTIONED
# do not disturb stops what the ladder lets pass, and nothing else
direct                             | -                              | -          | -     | -/sounds-/text- | hand/schedule | none      | DO_NOT_DISTURB DIRECT_MESSAGE
mention                            | inherit/unmuted                | open       | -     | -            | hand/schedule | none        | DO_NOT_DISTURB MENTIONED
alert                              | inherit                        | open       | -     | -            | hand/schedule | none        | DO_NOT_DISTURB ALERT_WORD
all                                | inherit                        | open       | -     | -            | hand/schedule | none        | DO_NOT_DISTURB EVERYBODY_MENTIONED
plain                              | inherit                        | open       | d+    | -            | hand/schedule | none        | DO_NOT_DISTURB WHOLE_STREAM
plain                              | followed                       | open/muted | -     | -            | hand/schedule | none        | DO_NOT_DISTURB FOLLOWED_TOPIC
plain                              | inherit                        | open       | -     | -            | hand/schedule | none        | NOTHING_ASKS
direct                             | -                              | -          | -     | desktop-     | hand/schedule | none        | TURNED_OFF DIRECT_MESSAGE
`

/** The settings of an account that a row changes, by their short names. */
const settings: Readonly<Record<string, readonly [name: string, value: boolean | string]>> = {
  'desktop-': ['enable_desktop_notifications', false],
  'sounds-': ['enable_sounds', false],
  'stream+': ['enable_stream_desktop_notifications', true],
  'streamsound+': ['enable_stream_audible_notifications', true],
  'followed-': ['enable_followed_topic_desktop_notifications', false],
  'followedsound-': ['enable_followed_topic_audible_notifications', false],
  'followedall-': ['enable_followed_topic_wildcard_mentions_notify', false],
  'all-': ['wildcard_mentions_notify', false],
  'text-': ['pm_content_in_desktop_notifications', false],
  silent: ['notification_sound', 'none'],
}

/** The settings that the table presumes. */
const defaults: Readonly<Record<string, boolean | string>> = {
  enable_desktop_notifications: true,
  enable_sounds: true,
  enable_stream_desktop_notifications: false,
  enable_stream_audible_notifications: false,
  enable_followed_topic_desktop_notifications: true,
  enable_followed_topic_audible_notifications: true,
  enable_followed_topic_wildcard_mentions_notify: true,
  wildcard_mentions_notify: true,
  pm_content_in_desktop_notifications: true,
  notification_sound: 'zulip',
}

/**
 * The situations: nobody looks (`away`), the window with the conversation has the focus and the user is there
 * (`looking`), is not there (`idle`), or looks at another conversation (`elsewhere`), and the others by their names.
 */
export const situations = [
  'away',
  'looking',
  'idle',
  'elsewhere',
  'own',
  'muted sender',
  'read',
  'old',
  'hand',
  'schedule',
] as const
export type Situation = (typeof situations)[number]

/** A case of the table. */
export interface LadderCase {
  /** The columns of the case, for the title of a test. */
  readonly title: string
  readonly message: 'direct' | 'plain' | 'mention' | 'alert' | 'all' | 'mention+alert'
  /** The visibility policy: 0 inherit, 1 muted, 2 unmuted, 3 followed. */
  readonly policy: 0 | 1 | 2 | 3
  readonly isStreamMuted: boolean
  readonly choice: {
    readonly desktop: boolean | null
    readonly audible: boolean | null
    readonly wildcard: boolean | null
  }
  /** Every setting of the account that the decision reads. */
  readonly settings: Readonly<Record<string, boolean | string>>
  readonly situation: Situation
  readonly shows: boolean
  readonly sounds: boolean
  readonly reasons: readonly string[]
}

const messages = ['direct', 'plain', 'mention', 'alert', 'all', 'mention+alert'] as const
const policies = ['inherit', 'muted', 'unmuted', 'followed'] as const

/** Every case of the table, in its order. */
export const ladder: readonly LadderCase[] = table
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .flatMap(casesOf)

function casesOf(line: string): LadderCase[] {
  const [message = '', policy = '', stream = '', choice = '', changed = '', situation = '', outcome = '', ...why] = line
    .split('|')
    .map((column) => column.trim())
  const asked = message.split('/')
  return asked.flatMap((eachMessage, index) =>
    combinations([policy, stream, choice, changed, situation].map((column) => column.split('/'))).map((columns) => {
      const [ofPolicy = '', ofStream = '', ofChoice = '', ofChanged = '', ofSituation = ''] = columns
      return {
        title: [eachMessage, ...columns].join(' | '),
        message: known(messages, eachMessage),
        policy: ofPolicy === '-' ? 0 : (policies.indexOf(known(policies, ofPolicy)) as LadderCase['policy']),
        isStreamMuted: ofStream === 'muted',
        choice: {
          desktop: sign(ofChoice, 'd'),
          audible: sign(ofChoice, 'a'),
          wildcard: sign(ofChoice, 'w'),
        },
        settings: settingsOf(ofChanged),
        situation: known(situations, ofSituation),
        shows: outcome.startsWith('shown'),
        sounds: outcome === 'shown sound',
        // A row of several messages may have a reason for each.
        reasons: (why.length > 1 ? (why[index] ?? '') : (why[0] ?? '')).split(' '),
      }
    }),
  )
}

/** Returns every combination with one alternative of each column. */
function combinations(columns: readonly (readonly string[])[]): string[][] {
  const [first, ...rest] = columns
  if (first === undefined) return [[]]
  return first.flatMap((each) => combinations(rest).map((others) => [each, ...others]))
}

function sign(choice: string, letter: string): boolean | null {
  if (choice.includes(`${letter}+`)) return true
  return choice.includes(`${letter}-`) ? false : null
}

function settingsOf(changed: string): Readonly<Record<string, boolean | string>> {
  const changes = changed === '-' ? [] : changed.split(',').map((short) => settings[short] ?? missing(short))
  return { ...defaults, ...Object.fromEntries(changes) }
}

function known<T extends string>(all: readonly T[], wanted: string): T {
  return all.find((each) => each === wanted) ?? missing(wanted)
}

function missing(word: string): never {
  throw new Error(`the table of notifications has an unknown word: ${word}`)
}
