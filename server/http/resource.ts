import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context/context.ts'
import type { RegistrationPart } from '../context/registration-part.ts'
import type { Migration } from '../store/database.ts'
import type { Endpoints } from './endpoint.ts'

/**
 * All that the server has of one kind of thing, such as playgrounds: a file declares it, and `resources.ts` lists it. Its
 * table is opened with `context.table()`.
 */
export interface Resource {
  /** Creates and changes the resource's own tables. */
  readonly migrations?: readonly Migration[]
  /** What a registration tells of it. */
  readonly registration?: readonly RegistrationPart[]
  /** Declares its endpoints; `app` is for addresses outside `/api/v1`. */
  readonly routes?: (api: Endpoints, context: ServerContext, app: FastifyInstance) => void
}
