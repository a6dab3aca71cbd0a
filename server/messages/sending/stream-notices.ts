import type { ServerContext } from '../../context/context.ts'
import { plainMarkdown } from '../../markdown/html/escape.ts'
import { announce, announceTo, silentMention } from './notification-bot.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import type { StreamRow } from '../../store/streams.ts'
import type { UserRow } from '../../store/people/users.ts'
import { shownName } from '../../streams/stream-objects.ts'
import { streamLink } from '../../streams/stream-links.ts'

const forever = -1

/** The word for a stream in texts of the server. */
function nounOf(context: ServerContext): 'stream' | 'channel' {
  return context.layer?.habits.has('calls streams channels') === true ? 'channel' : 'stream'
}

function say(
  context: ServerContext,
  stream: StreamRow,
  text: string,
  options: Parameters<typeof announce>[3] = {},
): void {
  announce(context, { type: 'stream', stream, topic: `${nounOf(context)} events` }, text, options)
}

function policyName(stream: StreamRow): string {
  if (stream.is_web_public === 1) return 'Web-public'
  if (stream.invite_only === 0) return 'Public'
  return stream.history_public_to_subscribers === 1 ? 'Private, shared history' : 'Private, protected history'
}

function postPolicyName(policy: number): string {
  switch (policy) {
    case 2:
      return 'Only organization administrators can post'
    case 3:
      return 'Only organization full members can post'
    case 4:
      return 'Only organization administrators and moderators can post'
    default:
      return 'All stream members can post'
  }
}

/** A description as a quote without mentions. It is one line, so it cannot contain the end of the quote. */
function quoted(description: string): string {
  const line = description
    .replaceAll(/\s*[\r\n]\s*/g, ' ')
    .replace(/^(?:`{3}|~{3})/, (mark) => `&#${mark.charCodeAt(0)};${mark.slice(1)}`)
  return `\`\`\`\` quote\n${line === '' ? '*No description.*' : line}\n\`\`\`\``
}

/** The first message of a new stream; call inside `context.write`. */
export function announceCreation(context: ServerContext, by: UserRow, stream: StreamRow): void {
  const text = `**${policyName(stream)}** ${nounOf(context)} created by ${silentMention(by)}. **Description:**\n`
  say(context, stream, text + quoted(stream.description))
}

/** Announces a new stream where the organization announces them; call inside `context.write`. */
export function announceNewStream(context: ServerContext, by: UserRow, stream: StreamRow): void {
  const place = context.tables.streams.get(organizationSettings(context).notifications_stream_id)
  if (place === undefined || place.is_archived === 1) return
  const text = `${silentMention(by)} created a new stream ${streamLink(stream)}.`
  announce(context, { type: 'stream', stream: place, topic: 'new streams' }, text)
}

/** Notifies a user about streams to which another user subscribed them; call inside `context.write`. */
export function announceSubscription(
  context: ServerContext,
  by: UserRow,
  person: UserRow,
  streams: readonly StreamRow[],
): void {
  const who = `@**${by.full_name}|${by.id}**`
  const [only, ...others] = streams.map(streamLink)
  if (only === undefined) return
  const text =
    others.length === 0
      ? `${who} subscribed you to the ${nounOf(context)} ${only}.`
      : `${who} subscribed you to the following ${nounOf(context)}s:\n\n${[only, ...others].map((name) => `* ${name}`).join('\n')}\n`
  announceTo(context, person, text)
}

/** Announces the changes of a stream, each in its own message; call inside `context.write`. */
export function announceChanges(context: ServerContext, by: UserRow, before: StreamRow, after: StreamRow): void {
  const who = silentMention(by)
  const noun = nounOf(context)
  if (before.name !== after.name) {
    say(context, after, `${who} renamed ${noun} **${plainMarkdown(before.name)}** to **${plainMarkdown(after.name)}**.`)
  }
  if (before.description !== after.description) {
    const parts = [
      `${who} changed the description for this ${noun}.\n`,
      `* **Old description:**\n${quoted(before.description)}`,
      `* **New description:**\n${quoted(after.description)}`,
    ]
    say(context, after, parts.join('\n'))
  }
  // The layer announces the posting group of its level.
  const isPolicyChange = context.layer?.rights.mayPost(by, after) === undefined
  if (isPolicyChange && before.stream_post_policy !== after.stream_post_policy) {
    const parts = [
      `${who} changed the [posting permissions](/help/${noun}-sending-policy) for this ${noun}:\n`,
      `* **Old permissions**: ${postPolicyName(before.stream_post_policy)}.`,
      `* **New permissions**: ${postPolicyName(after.stream_post_policy)}.`,
    ]
    say(context, after, parts.join('\n'))
  }
  if (policyName(before) !== policyName(after)) {
    const what = `from **${policyName(before)}** to **${policyName(after)}**`
    say(context, after, `${who} changed the [access permissions](/help/${noun}-permissions) for this ${noun} ${what}.`)
  }
  if (before.message_retention_days !== after.message_retention_days) say(context, after, retention())

  function retention(): string {
    const usual = organizationSettings(context).message_retention_days
    const days = (stream: StreamRow) => stream.message_retention_days ?? usual
    const span = (stream: StreamRow) => (days(stream) === forever ? 'Forever' : `${days(stream)} days`)
    const follows =
      days(after) === forever
        ? `Messages in this ${noun} will now be retained forever.`
        : `Messages in this ${noun} will now be automatically deleted ${days(after)} days after they are sent.`
    const what = '[message retention period](/help/message-retention-policy)'
    return [
      `${who} has changed the ${what} for this ${noun}:`,
      `* **Old retention period**: ${span(before)}`,
      `* **New retention period**: ${span(after)}\n\n${follows}`,
    ].join('\n')
  }
}

/** Posts the last message of an archived stream, read for all users; call inside `context.write`. */
export function announceArchiving(context: ServerContext, stream: StreamRow): void {
  if (context.layer?.habits.has('announces archiving') !== true) return
  say(context, stream, `Channel ${plainMarkdown(shownName(stream))} has been archived.`, { unreadFor: new Set() })
}

/** Announces a new posting group; call inside `context.write`. */
export function announcePostingGroup(
  context: ServerContext,
  by: UserRow,
  stream: StreamRow,
  groups: { readonly before: string; readonly after: string },
): void {
  const noun = nounOf(context)
  const parts = [
    `${silentMention(by)} changed the [posting permissions](/help/${noun}-posting-policy) for this ${noun}:\n`,
    `* **Old**: ${groups.before}`,
    `* **New**: ${groups.after}`,
  ]
  say(context, stream, parts.join('\n'))
}
