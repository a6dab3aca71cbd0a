import { changeOrganizationSettings } from '#server/organization/organization-changes.ts'
import type { OrganizationSettings } from '#server/context/organization-settings.ts'
import type { ServerOptions } from '#server/base/options.ts'
import { Service } from '#support/service.ts'

/** Habits hold in both dialects. */
export const dialects = ['svc', 'zulip'] as const

export type Dialect = (typeof dialects)[number]

/** The fields of an event that tests of habits read. */
export type Event = { readonly id: number; readonly type: string; readonly op?: string } & Readonly<
  Record<string, unknown>
>

/** An owner, two members, and a stream of all three; Ben's queue is open. */
export async function habitWorld(dialect: Dialect, options: ServerOptions = {}) {
  const service = await Service.start({ ...options, dialect })
  const [olga, ada, ben] = [service.person('Olga', 'owner'), service.person('Ada'), service.person('Ben')] as const
  const hall = await service.stream('hall', [olga, ada, ben])
  const state = await service.listen(ben)
  /** The events of Ben's queue since the last call, which are acknowledged. */
  const heard = async () => (await service.events(ben)) as unknown as Event[]
  const types = (events: readonly Event[]) => events.map(({ type, op }) => (op === undefined ? type : `${type} ${op}`))
  const decide = (change: Partial<OrganizationSettings>) => {
    service.context.write(() => {
      changeOrganizationSettings(service.context, change)
    })
  }
  const register = (form: Record<string, unknown> = {}) => service.listen(ben, form)
  return {
    service,
    olga,
    ada,
    ben,
    hall,
    state,
    heard,
    types,
    decide,
    register,
    quiet: { send_notification_to_new_thread: false },
  }
}
