import type { Deviation } from '../deviations.ts'

/** The intended differences between our server at level 371 and the recording of level 372. */
export const deviationsAt372: readonly Deviation[] = [
  {
    of: 'steps',
    place: /^140 into the empty topic: events$/,
    what: /^recorded muted_topics, user_topic, update_message; ours update_message$/,
    reason:
      'A followed topic that gets one more message stays followed; the recorded server takes the empty topic for a new one and forgets it.',
  },
  {
    of: 'refusals',
    place: /^18 a private stream of others: POST \/messages\.msg$/,
    what: /'board'", ours "Not authorized to send to channel '\d+'"$/,
    reason: 'The name of a private stream is not told to people outside: the refusal names what the sender named.',
  },
  {
    of: 'refusals',
    place: /^61 a draft that is none: POST \/drafts\.msg$/,
    reason: 'A refused draft names the field in the words of level 237.',
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
    of: 'refusals',
    place: /^98 server settings there: GET \/server_settings\.(?:svc|zulip)_feature_level$/,
    what: /^recorded 372, ours 371$/,
    reason: 'The recorded server is one level above release 10.0, which ours emulates.',
  },
  {
    of: 'registration',
    place: /register\.zulip_feature_level$/,
    what: /^recorded 372, ours 371$/,
    reason: 'The recorded server is one level above release 10.0, which ours emulates.',
  },
  {
    of: 'registration',
    place: /register\.onboarding_steps$/,
    reason: 'The steps of another client: this server has nobody to teach.',
  },
  {
    of: 'registration',
    place: /register\.navigation_tour_video_url$/,
    what: /ours null$/,
    reason: 'The film of another client: this server has none, which null says.',
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
    place: /register\.server_can_summarize_topics$/,
    what: /^recorded true, ours false$/,
    reason: 'No machine reads the messages of this server.',
  },
  {
    of: 'registration',
    place: /register\.realm_(?:embedded|incoming_webhook)_bots$/,
    reason: 'No integrations with other products are built in.',
  },
  {
    of: 'registration',
    place: /^after: register\.user_topics\[\]$/,
    what: /^not recorded, ours \{.*"topic_name":"".*"visibility_policy":3\}$/,
    reason: 'The empty topic stays followed when a message is moved into it (step 140).',
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
      /^server settings: .*\.(?:authentication_methods\..*|external_authentication_methods|push_notifications_enabled|realm_description|zulip_feature_level)$/,
    reason: 'What the recorded installation offers and says of itself.',
  },
  {
    of: 'answers',
    place:
      /^narrow: search: (?:words|two words in any order|a phrase|a word of a topic): GET \/messages\.(?:messages|found_oldest)$/,
    what: /^recorded (?:\[\], ours \[|true, ours false$)/,
    reason:
      'The searches were recorded twice: at the first time the recorded server had not indexed its messages yet, at the second it finds what ours finds at once.',
  },
  {
    of: 'answers',
    place: /^narrow: search: (?:part of a word|another form of a word): /,
    reason: 'The index finds words by their beginnings, in every language, and knows no other forms of English ones.',
  },
]
