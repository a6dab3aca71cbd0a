import { deviationsAt372 } from './372/deviations.ts'
import type { RecordedLevel } from './recording.ts'

/**
 * The intended differences between Skein and each recording of a stock server, at most forty rules. `texts.ts` has
 * those of texts, which are counted separately. An unused rule fails its test.
 */

/** The comparison to which a rule applies. */
export type Comparison = 'steps' | 'answers' | 'refusals' | 'registration' | 'client'

/** One difference between a recording and Skein. */
export interface Difference {
  /** The label of the step or call, then the path inside it: `a poll: events[0].message.client`. */
  readonly place: string
  /** The difference in words, with both values: `recorded "a", ours "b"`, `missing here`, `not recorded`. */
  readonly what: string
}

export interface Deviation {
  readonly of: Comparison
  /** Matches `place`, as narrowly as possible. */
  readonly place: RegExp
  /** Matches `what`; absent for all differences at the place. */
  readonly what?: RegExp
  readonly reason: string
}

/** Maximum number of rules for one recording. */
export const mostDeviations = 40

const deviationsAt237: readonly Deviation[] = [
  {
    of: 'client',
    place: /^queue gone: message 64(?:0[89]|1[012])(?:\.is_read)?$/,
    what: /^(?:missing here|recorded 1, ours 0)$/,
    reason:
      'A private stream that one does not have any more can be asked for no longer: what came before that and was not heard is not here, what was here is in doubt (F6).',
  },
  {
    of: 'refusals',
    place: /^18 a private stream of others: POST \/messages\.msg$/,
    what: /'board'", ours "Not authorized to send to stream '\d+'"$/,
    reason: 'The name of a private stream is not told to people outside: the refusal names what the sender named.',
  },
  {
    of: 'refusals',
    place: /^61 a draft that is none: (?:status|POST \/drafts\.(?:msg|code))$/,
    reason: 'A draft without `to` is a bad request and names the field; the recorded server has a fault there (500).',
  },
  {
    of: 'refusals',
    place: /^98 server settings there: GET \/server_settings\.(?:external_)?authentication_methods(?:$|\.)/,
    reason: 'Accounts sign in with passwords alone: there is no outside provider of identities.',
  },
  {
    of: 'refusals',
    place: /^98 server settings there: GET \/server_settings\.push_notifications_enabled$/,
    reason: 'There is no push service for phones.',
  },
  {
    of: 'refusals',
    place: /^98 server settings there: GET \/server_settings\.realm_description$/,
    what: /^recorded "<p>The coolest place in the universe\.<\/p>", ours ""$/,
    reason: 'An organization without a description says nothing of itself; a stock server puts a joke there.',
  },
  {
    of: 'registration',
    place: /register\.onboarding_steps$/,
    reason: 'The steps of another client: this server has nobody to teach.',
  },
  {
    of: 'registration',
    place: /register\.realm_authentication_methods\./,
    what: /^missing here/,
    reason: 'People sign in with e-mail and password; no other way is built in.',
  },
  {
    of: 'registration',
    place: /register\.(?:realm_available_video_chat_providers\.jitsi_meet|(?:server_)?jitsi_server_url)$/,
    reason: 'There are no video calls, so that nobody’s are led through a foreign host.',
  },
  {
    of: 'registration',
    place:
      /register\.(?:development_environment|server_needs_upgrade|settings_send_digest_emails|server_inline_url_embed_preview|upgrade_text_for_wide_organization_logo)$/,
    reason: 'What the recorded installation was: one for development, old, with its own digests, previews and plans.',
  },
  {
    of: 'registration',
    place: /register\.password_min_(?:length|guesses)$/,
    reason: 'The recorded installation took any password, which only one for development does.',
  },
  {
    of: 'registration',
    place: /register\.realm_(?:embedded|incoming_webhook)_bots$/,
    reason: 'No integrations with other products are built in.',
  },
  {
    of: 'answers',
    place: /\.avatar_url$/,
    what: /^recorded null, ours "\/avatar\//,
    reason: 'Pictures are the organization’s own: nobody’s e-mail is made into an address at a foreign host (X1).',
  },
  {
    of: 'answers',
    place:
      /^server settings: .*\.(?:authentication_methods\..*|external_authentication_methods|push_notifications_enabled|realm_description)$/,
    reason: 'What the recorded installation offers and says of itself.',
  },
  {
    of: 'answers',
    place: /^narrow: search: (?:part of a word|another form of a word): /,
    reason: 'The index finds words by their beginnings, in every language, and knows no other forms of English ones.',
  },
]

export const deviations: Readonly<Record<RecordedLevel, readonly Deviation[]>> = {
  237: deviationsAt237,
  372: deviationsAt372,
}

/** Splits the differences of one comparison into those that a rule allows and the rest; collects unused rules. */
export function judge(
  level: RecordedLevel,
  of: Comparison,
  differences: readonly Difference[],
): { readonly unexpected: readonly Difference[]; readonly unused: readonly Deviation[] } {
  const rules = deviations[level].filter((rule) => rule.of === of)
  const used = new Set<Deviation>()
  const unexpected = differences.filter((difference) => {
    const applying = rules.filter(
      (rule) => rule.place.test(difference.place) && (rule.what === undefined || rule.what.test(difference.what)),
    )
    for (const rule of applying) used.add(rule)
    return applying.length === 0
  })
  return { unexpected, unused: rules.filter((rule) => !used.has(rule)) }
}
