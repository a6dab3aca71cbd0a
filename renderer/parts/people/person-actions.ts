import type { PersonDetails } from '#contract/people/profiles.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { personName } from '#i18n/names.ts'
import { filterText, nameWithId } from '#shared/search-terms.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { linkToPerson } from '../../state/links/written-links.ts'

const t = catalogue.profiles

/** The parts of the page that the actions use. */
export type PersonActionParts = Pick<
  PageParts,
  'accounts' | 'calls' | 'overlays' | 'routeNavigator' | 'routes' | 'sidePanel'
>

/** What the actions need to know of a person. Without knowledge of namesakes, mentions are not offered. */
export type ActedPerson = Pick<
  PersonDetails,
  'id' | 'name' | 'isSelf' | 'isMuted' | 'isActive' | 'email' | 'canManage'
> &
  Partial<Pick<PersonDetails, 'hasNamesake'>>

/** An action on a person, as card, profile and directory offer it. */
export interface PersonAction {
  readonly id:
    | 'message'
    | 'mention'
    | 'profile'
    | 'messages'
    | 'search'
    | 'mute'
    | 'copy_link'
    | 'copy_email'
    | 'manage'
  readonly label: string
  readonly run: () => void
}

/** The text of a mention (Service API, Message formatting); a name alone does not identify namesakes. */
export function mentionText({ id, name, hasNamesake }: Pick<PersonDetails, 'id' | 'name' | 'hasNamesake'>): string {
  // Signs that Markdown interprets cannot be part of the name, and the id is enough.
  const written = name === null || /[*`]|\$\$/.test(name) ? '' : name
  return `@**${written}${hasNamesake || written === '' ? `|${id}` : ''}** `
}

/** The actions on a person. The first two are the most used ones. */
export function personActions(
  parts: PersonActionParts,
  accountId: string,
  person: ActedPerson,
): readonly PersonAction[] {
  const { accounts, calls, overlays, routeNavigator, routes, sidePanel } = parts
  const { id, name, isSelf, isMuted, isActive, email, canManage, hasNamesake } = person
  const server = accounts.state?.accounts.find((account) => account.id === accountId)?.server ?? null
  const mute = {
    id: 'mute',
    label: isMuted ? t.actions.unmute : t.actions.mute,
    run: () => void calls.mutePerson(id, !isMuted),
  } as const
  return [
    {
      id: 'message',
      label: isSelf ? t.actions.notes : t.actions.message,
      run: () => {
        routeNavigator.show({ kind: 'direct', userIds: isSelf ? [] : [id] })
        routeNavigator.focusComposer()
      },
    },
    ...(isActive && hasNamesake !== undefined
      ? ([
          {
            id: 'mention',
            label: t.actions.mention,
            run: () => void routeNavigator.mention(mentionText({ id, name, hasNamesake })),
          },
        ] as const)
      : []),
    {
      id: 'profile',
      label: t.actions.showProfile,
      run: () => {
        sidePanel.show({ kind: 'profile', accountId, userId: id })
      },
    },
    {
      id: 'messages',
      label: t.actions.messagesOf,
      run: () => {
        routeNavigator.showRoute({ kind: 'feed', narrow: { kind: 'sender', userId: id } })
      },
    },
    ...(isSelf
      ? []
      : ([
          {
            id: 'search',
            label: t.actions.searchWith,
            run: () => {
              const query = `${filterText('with', nameWithId(personName(person), id))} `
              routes.go({ kind: 'search', query, isEverywhere: false })
            },
          },
          mute,
        ] as const)),
    ...(server === null || !URL.canParse(server)
      ? []
      : ([
          {
            id: 'copy_link',
            label: t.actions.copyLink,
            run: () => {
              calls.copyAddress(linkToPerson(server, id))
            },
          },
        ] as const)),
    ...(email === null
      ? []
      : ([
          {
            id: 'copy_email',
            label: t.actions.copyEmail,
            run: () => {
              calls.copyEmail(email)
            },
          },
        ] as const)),
    ...(canManage
      ? ([
          {
            id: 'manage',
            label: t.actions.manage,
            run: () => {
              overlays.openManaging({ kind: 'person', accountId, userId: id })
            },
          },
        ] as const)
      : []),
  ]
}
