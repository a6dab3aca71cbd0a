import type { ServerContext } from '../context/context.ts'
import { badRequest, ServiceError } from '../base/errors.ts'
import { limits, requireShort } from '../base/limits.ts'
import { directoryOf, visibleStream } from './access.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { organizationSettings } from '../context/organization-settings.ts'
import type { Parameters } from '../http/parameters.ts'
import { policyAllows, requireAdministrator, requireOwner } from '../people/permissions.ts'
import { systemGroups } from '../store/people/groups.ts'
import type { NewStream, StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'

/** The settings of all streams that one request creates (Service API, Subscribe to a stream). */
export type StreamSettings = Omit<NewStream, 'name' | 'description' | 'renderedDescription' | 'dateCreated'>

/** @throws ServiceError `BAD_REQUEST` for an invalid name */
export function streamName(text: string): string {
  const name = text.trim()
  if (name === '') throw badRequest("Stream name can't be empty!")
  requireShort(limits.streamName, name)
  const bad = [...name].findIndex((point) => /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(point))
  if (bad >= 0) throw badRequest(`Invalid character in stream name, at position ${bad + 1}!`)
  return name
}

/** A description as one line, and its HTML. @throws ServiceError `BAD_REQUEST` */
export function streamDescription(
  context: ServerContext,
  user: UserRow,
  text: string,
): { description: string; renderedDescription: string } {
  const description = onOneLine(text)
  requireShort(limits.streamDescription, description)
  if (description.includes('\0')) throw badRequest('Stream description must not contain null bytes')
  return {
    description,
    renderedDescription: description === '' ? '' : renderMarkdown(description, directoryOf(context, user)).html,
  }
}

/** Renders the slow parts of descriptions; call before the change that stores them. */
export async function prepareDescriptions(
  context: ServerContext,
  user: UserRow,
  texts: readonly string[],
): Promise<void> {
  await context.drawings.prepare(texts.map(onOneLine), user.id)
}

function onOneLine(text: string): string {
  // One pattern for the blanks on both sides would be slow for many blanks.
  const lines = text.split(/[\r\n]/).map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

/**
 * Reads a retention: `realm_default` is null, `unlimited` (formerly `forever`) is -1. @throws ServiceError
 * `REQUEST_VARIABLE_INVALID`
 */
export function retentionDays(text: string | undefined): number | null {
  const word = text?.replace(/^"(.*)"$/, '$1')
  if (word === undefined || word === 'realm_default') return null
  if (word === 'unlimited' || word === 'forever') return -1
  if (/^[1-9]\d{0,5}$/.test(word)) return Number(word)
  throw new ServiceError(
    'REQUEST_VARIABLE_INVALID',
    "Bad value for 'message_retention_days': days, 'realm_default' or 'unlimited' are understood",
    { extra: { var_name: 'message_retention_days', bad_value: word.slice(0, 100) } },
  )
}

export function postPolicy(value: number): number {
  if (value < 1 || value > 4) throw badRequest('Invalid stream_post_policy')
  return value
}

/** A group for a setting: a system group that the setting allows (Service API, Subscribe to a stream). */
export function settingGroup(
  context: ServerContext,
  setting: string,
  id: number,
  options: { onlySystem: boolean },
): number {
  const group = context.tables.groups.get(id)
  if (group === undefined) throw badRequest('Invalid user group')
  if (options.onlySystem && group.is_system_group === 0) throw badRequest(`'${setting}' must be a system user group.`)
  if (id === systemGroups.internet || id === systemGroups.owners) {
    throw badRequest(`'${setting}' setting cannot be set to '${group.name}' group.`)
  }
  return id
}

/** Reads the settings of new streams from a request, without checking permissions. @throws ServiceError */
export function readStreamSettings(context: ServerContext, parameters: Parameters): StreamSettings {
  const inviteOnly = parameters.boolean('invite_only', false)
  const isWebPublic = parameters.boolean('is_web_public', false)
  const isDefault = parameters.boolean('is_default_stream', false)
  const historyPublic = parameters.boolean('history_public_to_subscribers', !inviteOnly)
  const policy = postPolicy(parameters.optionalInteger('stream_post_policy') ?? 1)
  const retention = retentionDays(parameters.optionalText('message_retention_days'))
  const group =
    parameters.optionalInteger('can_remove_subscribers_group') ??
    parameters.optionalInteger('can_remove_subscribers_group_id') ??
    systemGroups.administrators
  if (isWebPublic && inviteOnly) throw badRequest('A web-public stream cannot be private.')
  if (isDefault && inviteOnly) throw badRequest('A default stream cannot be private.')
  return {
    inviteOnly,
    isWebPublic,
    isDefault,
    // History that everyone can read is always open to new subscribers.
    historyPublic: inviteOnly ? historyPublic : true,
    postPolicy: policy,
    retentionDays: retention,
    removeSubscribersGroup: settingGroup(context, 'can_remove_subscribers_group', group, { onlySystem: true }),
  }
}

/** @throws ServiceError `UNAUTHORIZED_PRINCIPAL`; `BAD_REQUEST` if a group setting of the stream decides */
export function requireStreamAdministrator(context: ServerContext, user: UserRow, stream: StreamRow): void {
  const mayAdminister = context.layer?.rights.mayAdminister(user, stream)
  if (mayAdminister === undefined) requireAdministrator(user)
  if (mayAdminister === false) throw badRequest('You do not have permission to administer this channel.')
}

/**
 * A stream that the user may administer. Below the level of group settings in streams, the permission is checked before
 * the existence of the stream.
 * @throws ServiceError
 */
export function administeredStream(context: ServerContext, user: UserRow, id: number): StreamRow {
  if (context.layer?.rights.mayAdminister(user, undefined) === undefined) requireAdministrator(user)
  const stream = visibleStream(context, user, id)
  requireStreamAdministrator(context, user, stream)
  return stream
}

/** @throws ServiceError if the user may not create a stream with these settings */
export function requireStreamCreation(context: ServerContext, user: UserRow, settings: StreamSettings): void {
  const organization = organizationSettings(context)
  if (settings.isWebPublic === true) requireWebPublic(context, user)
  const policy =
    settings.inviteOnly === true ? organization.create_private_stream_policy : organization.create_public_stream_policy
  if (!policyAllows(context, user, policy)) throw badRequest('Insufficient permission')
  if (settings.isDefault === true) requireAdministrator(user)
  if (settings.retentionDays !== null && settings.retentionDays !== undefined) requireOwner(user)
}

/** @throws ServiceError `BAD_REQUEST` unless server, organization and policy allow web-public streams */
export function requireWebPublic(context: ServerContext, user: UserRow): void {
  const organization = organizationSettings(context)
  if (!context.options.webPublicStreams || !organization.enable_spectator_access) {
    throw badRequest('Web-public streams are not enabled.')
  }
  if (!policyAllows(context, user, organization.create_web_public_stream_policy)) {
    throw badRequest('Insufficient permission')
  }
}
