import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context/context.ts'
import type { RegistrationPart } from '../context/registration-part.ts'
import type { Migration } from '../store/database.ts'
import type { Endpoints } from './endpoint.ts'

/**
 * The parts of one resource, such as playgrounds. A file declares them, `resources.ts` lists them, and
 * `context.table()` opens the resource's table.
 */
export interface Resource {
  /** Migrations of the resource's own tables. */
  readonly migrations?: readonly Migration[]
  /** Its parts of a registration. */
  readonly registration?: readonly RegistrationPart[]
  /** Declares its endpoints; `app` is for paths outside `/api/v1`. */
  readonly routes?: (api: Endpoints, context: ServerContext, app: FastifyInstance) => void
}
