import { z } from 'zod'
import { ServiceError, UnknownPrincipalError, badRequest } from '../../base/errors.ts'
import type { ServerContext } from '../../context/context.ts'
import { organizationSettings } from '../../context/organization-settings.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { announceCreation, announceNewStream } from '../../messages/sending/stream-notices.ts'
import { canSeeUser } from '../../people/people.ts'
import { policyAllows } from '../../people/permissions.ts'
import type { UserRow } from '../../store/people/users.ts'
import { createStream } from '../../streams/creating.ts'
import { prepareDescriptions, readStreamSettings, streamName } from '../../streams/stream-settings.ts'
import { subscribeUsers } from '../../streams/subscribing.ts'

const idList = z.array(z.number().int()).max(20_000)

/** `POST /channels/create`, since level 417. */
export function channelCreationRoutes(api: Endpoints, context: ServerContext): void {
  const { streams, users } = context.tables

  function subscriber(user: UserRow, id: number): UserRow {
    const person = users.get(id)
    const isKnown = person?.is_active === 1 && person.is_system === 0 && canSeeUser(context, user, id)
    if (person === undefined || !isKnown) throw new UnknownPrincipalError(id)
    return person
  }

  api.authenticated('POST', '/channels/create', async ({ parameters, user }) => {
    const name = streamName(parameters.text('name'))
    const text = parameters.optionalText('description') ?? ''
    const ids = [...new Set(parameters.json('subscribers', idList))]
    const announces = parameters.boolean('announce', false)
    const store = context.layer?.settingsOfNewStreams(parameters)
    const settings = readStreamSettings(context, parameters)
    await prepareDescriptions(context, user, [text])
    return context.write(() => {
      const people = ids.map((id) => subscriber(user, id))
      if (streams.byName(name) !== undefined) throw exists(name)
      const isForOthers = people.some((person) => person.id !== user.id)
      if (isForOthers && !policyAllows(context, user, organizationSettings(context).invite_to_stream_policy)) {
        throw badRequest('Insufficient permission')
      }
      const stream = createStream(context, user, { name, text, settings, store })
      subscribeUsers(context, stream, people)
      announceCreation(context, user, stream)
      if (announces && stream.invite_only === 0) announceNewStream(context, user, stream)
      return { id: stream.id }
    })
  })
}

function exists(name: string): ServiceError {
  return new ServiceError('CHANNEL_ALREADY_EXISTS', `Channel '${name}' already exists`, {
    status: 409,
    extra: { channel_name: name },
  })
}
