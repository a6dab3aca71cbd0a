import type { FileUse, UploadItem } from '#contract/attachments.ts'
import type { MessageId } from '#shared/ids.ts'
import { fileKinds, type FileKind } from '#shared/file-name.ts'
import { fileSorts } from '#contract/base/choices.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { shownChord } from '#i18n/keys.ts'
import { conversationTitle, isolated } from '#i18n/names.ts'
import type { Entries } from '../../parts/conversations/menus.ts'
import { attachedName, kindOf } from '../../parts/media/file-names.ts'
import type { LightboxItem } from '../../state/overlays.svelte.ts'
import type { PageParts } from '../../state/page-parts.ts'
import type { FilesScreen } from './files-screen.svelte.ts'

const t = catalogue.files

/** The parts of the window that actions on a file need. */
export type FileParts = Pick<PageParts, 'accounts' | 'calls' | 'overlays' | 'routeNavigator'>

/** A file that the lightbox shows. */
type Shown = UploadItem & { readonly fileKind: 'picture' | 'video' }

/** The types of pictures that can be drawn (`shell/protocols/media.ts`). */
const drawn = /\.(?:png|jpe?g|gif|webp|avif|bmp)$/i
/** The media types for `kindOf`, which takes the format from the name. */
const mediaTypes: Readonly<Record<FileKind, string>> = {
  picture: 'image/',
  video: 'video/',
  sound: 'audio/',
  document: '',
  other: '',
}

/** Returns the name of a file on one line, without characters that hide or turn a part of it. */
export function shownName({ name }: Pick<UploadItem, 'name'>): string {
  return attachedName(name)
}

/** Returns the kind of a file in words. */
export function kindText({ name, fileKind }: Pick<UploadItem, 'name' | 'fileKind'>): string {
  return kindOf({ name: attachedName(name), type: mediaTypes[fileKind] })
}

/** Returns the path of a file in the form of an address. */
export function addressPath({ path }: Pick<UploadItem, 'path'>): string {
  return encodeURI(path.toWellFormed()).replaceAll(/[?#]/g, encodeURIComponent)
}

function isDrawn({ name, fileKind }: Pick<UploadItem, 'name' | 'fileKind'>): boolean {
  return fileKind === 'picture' && drawn.test(name)
}

/** Whether a file is a picture that can be drawn and does not move in the list. */
export function isStill(file: Pick<UploadItem, 'name' | 'fileKind'>): boolean {
  return isDrawn(file) && !/\.gif$/i.test(file.name)
}

function isShown(file: UploadItem): file is Shown {
  return file.fileKind === 'video' || isDrawn(file)
}

/** Shows a picture or a video, with the other listed ones beside it; saves any other file. */
export function openFile(parts: FileParts, listed: readonly UploadItem[], file: UploadItem): void {
  if (!isShown(file)) {
    saveFile(parts, file)
    return
  }
  const shown = listed.filter(isShown)
  const items = shown.map((each): LightboxItem => ({
    path: addressPath(each),
    file: null,
    preview: null,
    size: null,
    name: shownName(each),
    kind: each.fileKind,
  }))
  parts.overlays.openLightbox(
    items,
    Math.max(
      0,
      shown.findIndex(({ id }) => id === file.id),
    ),
  )
}

function saveFile({ calls }: FileParts, file: UploadItem): void {
  void calls.saveMedia(addressPath(file), shownName(file))
}

/** Opens a message, which is requested from the server if it is not stored here. */
export function openMessage({ calls, routeNavigator }: FileParts, messageId: MessageId): void {
  const address = addressAt(calls.server, `/#narrow/near/${messageId}`)
  if (address !== null) void routeNavigator.openLink(address)
}

function addressAt(server: string | null, path: string): string | null {
  return server !== null && URL.canParse(server) ? new URL(path, server).href : null
}

/** Returns the place of a message with a file, in words. */
export function placeText({ place }: FileUse): string {
  if (place === null) return t.unknownMessage
  const { narrow, streamName: stream, title } = place
  const isNoTopic = narrow.kind === 'topic' && title === ''
  return t.place({ stream, title: isNoTopic ? catalogue.conversations.noTopic : conversationTitle(title) })
}

/** Returns the messages with a file. */
export function useEntries(parts: FileParts, { uses }: UploadItem): Entries {
  return uses.map((use) => ({
    label: t.goTo(isolated(placeText(use))),
    onSelect: () => {
      openMessage(parts, use.messageId)
    },
  }))
}

/** Returns the actions on a file. */
export function fileEntries(parts: FileParts, screen: FilesScreen, file: UploadItem): Entries {
  const { accounts, calls } = parts
  const address = addressAt(calls.server, addressPath(file))
  const open = {
    label: t.open,
    hint: shownChord('Enter', accounts.isMac),
    onSelect: () => {
      openFile(parts, screen.items, file)
    },
  }
  const copy =
    address === null
      ? []
      : [
          {
            label: t.copyLink,
            onSelect: () => {
              calls.copyAddress(address)
            },
          },
        ]
  return [
    ...(isShown(file) ? [open] : []),
    {
      label: t.save,
      onSelect: () => {
        saveFile(parts, file)
      },
    },
    ...copy,
    ...(file.uses.length === 0 ? [] : [null, ...useEntries(parts, file)]),
    null,
    {
      label: screen.isChosen(file) ? t.deselect : t.select,
      hint: t.spaceKey,
      onSelect: () => {
        screen.toggle(file)
      },
    },
    {
      label: t.remove,
      hint: shownChord('Delete', accounts.isMac),
      isDanger: true,
      onSelect: () => {
        screen.askToDelete(file)
      },
    },
  ]
}

/** Returns the kinds to choose from. */
export function kindEntries(screen: FilesScreen): Entries {
  return [null, ...fileKinds].map((kind) => ({
    label: kind === null ? t.anyKind : t.kinds[kind],
    isChecked: screen.filters.kind === kind,
    onSelect: () => {
      screen.filter({ kind })
    },
  }))
}

/** Returns the orders to choose from. */
export function sortEntries(screen: FilesScreen): Entries {
  return fileSorts.map((sort) => ({
    label: t.sorts[sort],
    isChecked: screen.sort === sort,
    onSelect: () => {
      screen.sortBy(sort)
    },
  }))
}
