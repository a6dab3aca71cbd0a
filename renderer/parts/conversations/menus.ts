import { keyHint } from '#i18n/keys.ts'
import { conversationTitle, personName } from '#i18n/names.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { isResolved } from '#shared/resolved-topic.ts'
import type { CommandId } from '#shared/command-keys.ts'
import type { StreamId } from '#shared/ids.ts'
import type { ConversationTitle, Narrow, PersonName } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import type { ConversationEntry, NavigationItem } from '#contract/navigation.ts'
import type { TopicLink } from '#contract/streams.ts'
import { topicLinkEntries, withTopicLinks } from './topic-links.ts'
import type { PageParts } from '../../state/page-parts.ts'
import type { LinkedRoute } from '../../state/links/written-links.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.ts'
import { menuPosition } from '../../ui/overlay/position.ts'

export type Entries = readonly (MenuEntry | null)[]

/** The parts of the window that every menu needs. */
export type MenuParts = Pick<PageParts, 'accounts' | 'allRead' | 'calls' | 'overlays' | 'routeNavigator'>

const t = catalogue.screens.menus

/** Returns an entry with the title and the key of a command. */
export function commandEntry(parts: MenuParts, id: CommandId, onSelect: () => void): MenuEntry {
  return { label: catalogue.commands.titles[id], hint: keyHint(id, parts.accounts.isMac), onSelect }
}

/** Returns the entries that change a topic as a whole. */
function topicChanges(parts: MenuParts, target: { streamId: StreamId; topic: string; isResolved: boolean }): Entries {
  const { accounts, calls, overlays } = parts
  const account = accounts.shown
  const { streamId, topic, isResolved: isOn } = target
  if (account === null) return []
  const resolve = {
    label: isOn ? catalogue.moving.unresolve : catalogue.moving.resolve,
    hint: keyHint('resolve_topic', parts.accounts.isMac),
    onSelect: () => void calls.resolveTopic(streamId, topic, !isOn),
  }
  const move = {
    label: catalogue.moving.moveTopic,
    onSelect: () => {
      overlays.openMove({ accountId: account.id, messageId: null, streamId, topic })
    },
  }
  // The empty topic has no name that could carry the mark of a resolved topic.
  return topic === '' ? [move] : [resolve, move]
}

/** Returns the entries for the visibility policies of a topic (wire-protocol.md §2.8) and for changes of it. */
function topicEntries(
  parts: MenuParts,
  target: {
    streamId: StreamId
    topic: string
    isResolved: boolean
    policy: number
    isStreamMuted: boolean
    canFollow: boolean
  },
): Entries {
  const set = (policy: number) => () => void parts.calls.setTopicPolicy(target.streamId, target.topic, policy)
  const { policy } = target
  return [
    {
      label: policy === 1 ? t.unmuteTopic : t.muteTopic,
      hint: keyHint('mute_topic', parts.accounts.isMac),
      onSelect: set(policy === 1 ? 0 : 1),
    },
    ...(target.isStreamMuted
      ? [{ label: t.showInMutedStream, isChecked: policy === 2, onSelect: set(policy === 2 ? 0 : 2) }]
      : []),
    ...(target.canFollow
      ? [{ label: t.followTopic, isChecked: policy === 3, onSelect: set(policy === 3 ? 0 : 3) }]
      : []),
    ...topicChanges(parts, target),
  ]
}

function streamEntries(parts: MenuParts, stream: { streamId: StreamId; isMuted: boolean; isPinned: boolean }): Entries {
  const { streamId } = stream
  return [
    {
      label: t.muteStream,
      isChecked: stream.isMuted,
      onSelect: () => void parts.calls.setStreamProperty(streamId, { property: 'is_muted', value: !stream.isMuted }),
    },
    {
      label: t.pinStream,
      isChecked: stream.isPinned,
      onSelect: () => void parts.calls.setStreamProperty(streamId, { property: 'pin_to_top', value: !stream.isPinned }),
    },
    commandEntry(parts, 'stream_settings', () => {
      parts.overlays.openStreamSettings(streamId, 'settings')
    }),
    {
      label: t.leaveStream,
      onSelect: () => {
        parts.overlays.openStreamSettings(streamId, 'leave')
      },
    },
  ]
}

export function personEntry(parts: MenuParts, person: PersonName, isMuted: boolean): MenuEntry {
  return {
    label: isMuted ? t.unmutePerson(personName(person)) : t.mutePerson(personName(person)),
    onSelect: () => void parts.calls.mutePerson(person.id, !isMuted),
  }
}

export function feedEntry(parts: MenuParts, person: PersonName): MenuEntry {
  return {
    label: catalogue.feeds.ofPerson(personName(person)),
    onSelect: () => {
      parts.routeNavigator.showRoute({ kind: 'feed', narrow: { kind: 'sender', userId: person.id } })
    },
  }
}

function linkEntry(parts: MenuParts, route: LinkedRoute): MenuEntry {
  return {
    label: t.copyLink[route.narrow.kind],
    onSelect: () => {
      parts.calls.copyLink(route)
    },
  }
}

function exportEntry(parts: MenuParts, narrow: Narrow, title: ConversationTitle, streamName: string | null): MenuEntry {
  return {
    label: catalogue.exporting.menu,
    onSelect: () => {
      parts.overlays.openExport(parts.accounts.shown?.id, { narrow, title: conversationTitle(title), streamName })
    },
  }
}

function downloadEntry(parts: MenuParts, streamId: StreamId): MenuEntry {
  return {
    label: catalogue.screens.settings.storage.download.legend,
    onSelect: () => void parts.calls.downloadStream(streamId),
  }
}

/** Returns the entry that marks a narrow as read. It is always present, since no count shows muted unread messages. */
function readEntry(parts: MenuParts, narrow: Narrow, isShown = false): MenuEntry {
  return {
    label: t.markRead[narrow.kind],
    ...(isShown ? { hint: keyHint('read_conversation', parts.accounts.isMac) } : {}),
    onSelect: () => void parts.allRead.mark(narrow),
  }
}

/** Returns the menu of the open conversation. */
export function conversationMenu(parts: MenuParts, meta: ConversationMeta): Entries {
  const { narrow } = meta
  if (narrow.kind === 'direct') {
    return [
      readEntry(parts, narrow, true),
      ...meta.people.flatMap((person) => [
        feedEntry(parts, person),
        personEntry(parts, person, meta.mutedPeople.includes(person.id)),
      ]),
      null,
      linkEntry(parts, { narrow }),
      exportEntry(parts, narrow, meta.title, null),
    ]
  }
  const { streamId } = narrow
  const save = exportEntry(parts, narrow, meta.title, meta.streamName)
  const stream =
    meta.isStreamMuted === null
      ? []
      : streamEntries(parts, { streamId, isMuted: meta.isStreamMuted, isPinned: meta.isStreamPinned })
  const link = linkEntry(parts, { narrow, streamName: meta.streamName })
  const readStream = readEntry(parts, { kind: 'stream', streamId }, narrow.kind === 'stream')
  if (narrow.kind === 'stream') {
    const download = meta.isStreamMuted === null ? [] : [downloadEntry(parts, streamId)]
    return [readStream, ...stream, null, link, ...download, save]
  }
  const topic = topicEntries(parts, {
    streamId,
    topic: narrow.topic,
    isResolved: meta.isResolved === true,
    policy: meta.topicPolicy ?? 0,
    isStreamMuted: meta.isStreamMuted === true,
    canFollow: meta.canFollow,
  })
  const named = topicLinkEntries(parts, meta.topicLinks)
  return [readEntry(parts, narrow, true), ...topic, null, readStream, ...stream, ...named, null, link, save]
}

/** Returns the menu of an entry of the navigation. */
export function navigationMenu(
  parts: MenuParts,
  item: NavigationItem,
  stream: Extract<NavigationItem, { kind: 'stream' }> | undefined,
  links: readonly TopicLink[],
): Entries {
  switch (item.kind) {
    case 'stream': {
      const { streamId, name } = item
      const narrow = { kind: 'stream', streamId } as const
      const link = linkEntry(parts, { narrow, streamName: name })
      const save = exportEntry(parts, narrow, name, name)
      return [readEntry(parts, narrow), ...streamEntries(parts, item), null, link, downloadEntry(parts, streamId), save]
    }
    case 'topic': {
      const { streamId, topic } = item
      const entries = topicEntries(parts, {
        streamId,
        topic,
        isResolved: isResolved(topic),
        policy: item.policy,
        isStreamMuted: stream?.isMuted === true,
        canFollow: item.canFollow,
      })
      const narrow = { kind: 'topic', streamId, topic } as const
      const link = linkEntry(parts, { narrow, streamName: stream?.name ?? null })
      const save = exportEntry(parts, narrow, item.name, stream?.name ?? null)
      return [readEntry(parts, narrow), ...entries, ...topicLinkEntries(parts, links), null, link, save]
    }
    case 'direct': {
      const people = item.people
        .filter((person) => item.userIds.includes(person.id))
        .flatMap((person) => [feedEntry(parts, person), personEntry(parts, person, item.mutedIds.includes(person.id))])
      const narrow = { kind: 'direct', userIds: item.userIds } as const
      const save = exportEntry(parts, narrow, item.people, null)
      return [readEntry(parts, narrow), ...people, null, linkEntry(parts, { narrow }), save]
    }
  }
}

/** Returns the menu of a conversation in a list, which knows less about it than the navigation. */
function entryMenu(
  parts: MenuParts,
  { narrow, policy, streamName }: ConversationEntry,
  links: readonly TopicLink[],
): Entries {
  const link = linkEntry(parts, { narrow, streamName })
  if (narrow.kind === 'direct') return [readEntry(parts, narrow), null, link]
  const { streamId, topic } = narrow
  return [
    readEntry(parts, narrow),
    ...topicEntries(parts, {
      streamId,
      topic,
      isResolved: isResolved(topic),
      policy,
      isStreamMuted: false,
      canFollow: false,
    }),
    ...topicLinkEntries(parts, links),
    null,
    link,
  ]
}

/** Opens the menu of a conversation's row in a list of the shown account. */
export function openEntryMenu(
  parts: MenuParts,
  event: MouseEvent & { currentTarget: HTMLElement },
  entry: ConversationEntry,
): void {
  event.preventDefault()
  const position = menuPosition(event, event.currentTarget)
  withTopicLinks(parts, entry.narrow, (links) => {
    parts.overlays.openMenu(catalogue.screens.conversation.options, position, entryMenu(parts, entry, links))
  })
}
