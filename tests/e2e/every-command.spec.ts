import { pasted } from './support/clipboard.ts'
import { listKinds, type ListKind } from '#renderer/state/routes/routes.ts'
import { commandKeys, type CommandId } from '#shared/command-keys.ts'
import { plot } from '#server/demo/picture.ts'
import { pressed } from './support/pressed.ts'
import { temporaryFolder, type ServerProcess } from './support/processes.ts'
import { expect, runsInElectron, test, type SkeinApp } from './support/skein.ts'

const topic = { stream: 'general', topic: 'every key' }

/** The window, with the helpers that the proofs of the commands need; all actions use keys. */
class Hands {
  readonly app: SkeinApp
  readonly server: ServerProcess

  constructor(app: SkeinApp, server: ServerProcess) {
    this.app = app
    this.server = server
  }

  get page() {
    return this.app.page
  }

  get title() {
    return this.page.locator('main h1')
  }

  get log() {
    return this.page.getByRole('log')
  }

  get editor() {
    return this.page.getByRole('textbox', { name: 'Edit message' })
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key)
  }

  dialog(name: string | RegExp) {
    return this.page.getByRole('dialog', { name })
  }

  message(text: string) {
    return this.app.message(text)
  }

  async toConversation(name = topic.topic): Promise<void> {
    await this.press('Control+Shift+K')
    await this.page.keyboard.insertText(name)
    await this.press('Enter')
    await expect(this.title).toContainText(name)
    await expect(this.app.composer).toBeEnabled()
  }

  async toComposer(): Promise<void> {
    await this.toList()
    await this.press('c')
    await expect(this.app.composer).toBeFocused()
    await this.press('Control+a')
    await this.press('Delete')
    await expect(this.app.composer).toHoldText('')
  }

  /** Moves the focus to the list of messages, by Tab alone. */
  async toList(): Promise<void> {
    for (let step = 0; step < 80; step += 1) {
      if (await this.log.evaluate((log) => log === document.activeElement)) return
      await this.press('Shift+Tab')
    }
    throw new Error('the list of messages is not reached by Tab')
  }

  /** Moves the focus to a message, by the keys of the list. */
  async toMessage(text: string): Promise<void> {
    await this.toList()
    let focused = ''
    for (let step = 0; step < 40; step += 1) {
      const before = focused
      await this.press('ArrowUp')
      // The focus moves after the row is drawn.
      await expect.poll(async () => (focused = await this.focusedMessage())).not.toBe(before)
      if (focused.includes(text)) return
    }
    throw new Error(`the message “${text}” is not reached by keys`)
  }

  /** Moves the focus to a message among all messages, by keys. */
  async toFeedMessage(text: string): Promise<void> {
    await this.toList()
    await this.press('a')
    await expect(this.title).toHaveText('All messages')
    await this.toMessage(text)
  }

  focusedMessage(): Promise<string> {
    return this.page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '')
  }

  async expectFocused(text: string): Promise<void> {
    await expect.poll(() => this.focusedMessage()).toContain(text)
  }

  /**
   * Moves the focus to a row of the inbox, by the keys of the list. It has two rows: “row one”, and below it “row two”.
   */
  async toRow(name: string): Promise<void> {
    await this.toList()
    const entry = (name: string) => this.page.getByRole('navigation').getByRole('button', { name, exact: true })
    await this.server.call('iris', 'POST', '/mark_all_as_read')
    // The rows of the previous command have disappeared.
    await expect(entry('Inbox')).toBeVisible()
    await this.server.post('ada', { stream: 'design', topic: 'row one' }, 'unread')
    await this.server.post('ada', { stream: 'general', topic: 'row two' }, 'unread')
    await expect(entry('Inbox 2 unread')).toBeVisible()
    await this.press('Shift+I')
    await this.expectRow('row one')
    if (name === 'row one') return
    await this.press('ArrowDown')
    await this.expectRow(name)
  }

  get rows() {
    return this.page.getByRole('list', { name: 'Inbox' }).getByRole('listitem')
  }

  async expectRow(name: string): Promise<void> {
    await expect(this.rows.filter({ has: this.page.locator(':focus') })).toContainText(name)
  }

  /** Opens the large picture, from the list by Tab and Enter. */
  async toPictures(): Promise<void> {
    await this.toMessage('two pictures')
    for (let step = 0; step < 20; step += 1) {
      await this.press('Tab')
      if (await this.page.evaluate(() => document.activeElement?.querySelector('img') !== null)) break
    }
    await this.press('Enter')
    await expect(this.dialog(/^Image/)).toContainText('1 of 2')
  }
}

/** Opens a dialog by the key, and closes it by Escape. */
async function opensDialog(hands: Hands, key: string, name: string | RegExp): Promise<void> {
  await hands.press(key)
  await expect(hands.dialog(name)).toBeVisible()
  await hands.press('Escape')
  await expect(hands.dialog(name)).toHaveCount(0)
}

/** Shows and hides the topics of the stream above the list, from its topic. */
async function foldsTopics(hands: Hands, open: string, fold: string): Promise<void> {
  await hands.toList()
  const isOpen = () =>
    hands.page.evaluate(() => {
      const row = document.activeElement?.closest('[data-row]')
      return row?.querySelector('[aria-expanded]')?.getAttribute('aria-expanded') ?? null
    })
  for (let step = 0; step < 60 && (await isOpen()) === null; step += 1) await hands.press('Shift+Tab')
  await hands.press(fold)
  await expect.poll(isOpen).toBe('false')
  await hands.press(open)
  await expect.poll(isOpen).toBe('true')
  for (let step = 0; step < 60; step += 1) {
    if (await hands.log.evaluate((log) => log === document.activeElement)) return
    await hands.press('Tab')
  }
  throw new Error('the list of messages is not reached by Tab')
}

/** Focuses a joined stream in the list of all streams; returns the rows. */
async function toStream(hands: Hands, name: string) {
  await hands.toList()
  await hands.press('Shift+S')
  await expect(hands.page.getByRole('searchbox', { name: /^Find streams/ })).toBeFocused()
  await hands.page.keyboard.insertText(name)
  const rows = hands.page.getByRole('list', { name: 'Streams' }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await hands.press('ArrowDown')
  await expect(hands.page.getByRole('button', { name: `Leave ${name}` })).toBeVisible()
  await expect(rows.locator(':focus')).toHaveCount(1)
  return rows
}

async function opensScreen(hands: Hands, key: string, title: string): Promise<void> {
  await hands.toList()
  await hands.press(key)
  await expect(hands.title).toHaveText(title)
  await hands.press('Alt+ArrowLeft')
  await expect(hands.title).toContainText(topic.topic)
}

/** Shows a list without parameters, and goes back. */
async function opensList(hands: Hands, key: string, kind: ListKind): Promise<void> {
  await hands.toList()
  await hands.press(key)
  await expect(hands.page.locator(`main.${kind} h1`)).toHaveText(/./)
  await hands.press('Alt+ArrowLeft')
  await expect(hands.title).toContainText(topic.topic)
}

/** Expects no effect in a single organization; `all-organizations.spec.ts` has several. */
async function leadsNowhere(hands: Hands, key: string): Promise<void> {
  await hands.toList()
  await hands.press(key)
  await opensScreen(hands, 'Shift+I', 'Inbox')
}

/** Leads to an organization from the form for another one; a key without an organization leads nowhere. */
async function showsOrganization(hands: Hands, key: string, place: number): Promise<void> {
  const add = hands.page.getByRole('button', { name: 'Add an organization' })
  await add.click()
  await expect(hands.page.getByLabel('Server address')).toBeVisible()
  await hands.press(key)
  if (place > 1) {
    await expect(hands.page.getByLabel('Server address')).toBeVisible()
    await hands.press('Control+1')
  }
  await expect(hands.title).toContainText(topic.topic)
}

/** Expects no effect, since the only organization cannot move; `rail.spec.ts` moves one among several. */
async function movesOrganization(hands: Hands, key: string, step: number): Promise<void> {
  const rail = hands.page.getByRole('navigation', { name: 'Organizations' }).getByRole('button')
  await rail.first().focus()
  for (let times = 0; times < step; times += 1) await hands.press(key)
  await expect(rail).toHaveCount(2)
  await expect(rail.first()).toBeFocused()
}

const marked = (hands: Hands) => hands.page.getByRole('region', { name: 'Marked as read' })

const scale = (hands: Hands) => hands.page.getByRole('dialog').locator('img.large')

/** Expects the form around a selected word, and leaves an empty field. */
async function writesForm(hands: Hands, key: string, expected: string | RegExp): Promise<void> {
  await hands.toComposer()
  await hands.page.keyboard.type('word')
  await hands.press('Control+a')
  await hands.press(key)
  await expect(hands.app.composer).toHoldText(expected)
  await hands.press('Control+a')
  await hands.press('Delete')
}

/** Opens a form for the text, which stays. */
async function opensWidget(hands: Hands, key: string, name: string): Promise<void> {
  await hands.toComposer()
  await hands.page.keyboard.type('Packing')
  await opensDialog(hands, key, name)
  await expect(hands.app.composer).toBeFocused()
  await expect(hands.app.composer).toHoldText('Packing')
  await hands.press('Control+a')
  await hands.press('Delete')
}

type Proof = (hands: Hands, key: string) => Promise<void>

/** The commands of the lists without parameters. */
const ofLists = Object.fromEntries(
  listKinds.map((kind): [ListKind, Proof] => [kind, (hands, key) => opensList(hands, key, kind)]),
) as Readonly<Record<ListKind, Proof>>

/** The effect of each command by each of its keys; a command without an entry does not compile. */
const proofs: Readonly<Record<CommandId, Proof>> = {
  ...ofLists,
  async palette(hands, key) {
    await hands.toList()
    await hands.press(key)
    const field = hands.page.getByRole('combobox', { name: 'Command palette' })
    await expect(field).toBeFocused()
    await hands.press('Escape')
    await expect(hands.log).toBeFocused()
  },
  async jump(hands, key) {
    await hands.toList()
    await hands.press(key)
    await expect(hands.page.getByLabel('Jump to a conversation')).toBeFocused()
    await hands.press('Escape')
    await expect(hands.log).toBeFocused()
  },
  async next_unread(hands, key) {
    await hands.toList()
    await hands.press(key)
    await expect(hands.title).not.toContainText(topic.topic)
    await hands.toConversation()
  },
  async read_conversation(hands, key) {
    await hands.toList()
    await hands.press(key)
    await expect(marked(hands)).toContainText(/marked as read|Nothing here was unread/)
  },
  async read_stream(hands, key) {
    await hands.toList()
    await hands.server.post('ada', { ...topic, topic: 'another of the stream' }, 'to be marked')
    await expect(hands.app.navigationItem('another of the stream').locator('.badge')).toContainText('1')
    await hands.press(key)
    await expect(marked(hands)).toContainText('marked as read')
    await expect(hands.app.navigationItem('another of the stream').locator('.badge')).toHaveCount(0)
  },
  async read_everything(hands, key) {
    await hands.server.post('ada', { ...topic, topic: 'another of the stream' }, 'to be marked as well')
    await expect(hands.app.navigationItem('another of the stream').locator('.badge')).toContainText('1')
    await hands.press(key)
    await expect(hands.app.navigationItem('another of the stream').locator('.badge')).toHaveCount(0)
    await expect(marked(hands)).toContainText('marked as read')
  },
  async undo_read(hands, key) {
    await hands.press(key)
    await expect(marked(hands)).toContainText('marked as unread again')
    await expect(hands.app.navigationItem('another of the stream').locator('.badge')).toContainText('1')
  },
  async back(hands, key) {
    await hands.toConversation('books')
    await hands.press(key)
    await expect(hands.title).toContainText(topic.topic)
  },
  async forward(hands, key) {
    await hands.toConversation('books')
    await hands.press('Alt+ArrowLeft')
    await expect(hands.title).toContainText(topic.topic)
    await hands.press(key)
    await expect(hands.title).toContainText('books')
    await hands.toConversation()
  },
  async write(hands, key) {
    await hands.toList()
    await hands.press(key)
    await expect(hands.app.composer).toBeFocused()
  },
  async new_direct(hands, key) {
    await hands.toList()
    await opensDialog(hands, key, 'New direct message')
  },
  search_here: (hands, key) => opensScreen(hands, key, 'Search'),
  search_everywhere: (hands, key) => opensScreen(hands, key, 'Search'),
  async who_is_here(hands, key) {
    await hands.toList()
    await hands.press(key)
    await expect(hands.page.locator('.side-panel.readers')).toBeFocused()
    await hands.press('Escape')
    await expect(hands.log).toBeFocused()
  },
  inbox: (hands, key) => opensScreen(hands, key, 'Inbox'),
  inbox_everywhere: leadsNowhere,
  combined_feed: (hands, key) => opensScreen(hands, key, 'All messages'),
  direct_feed: (hands, key) => opensScreen(hands, key, 'All direct messages'),
  mentions: (hands, key) => opensScreen(hands, key, 'Mentions'),
  mentions_everywhere: leadsNowhere,
  starred: (hands, key) => opensScreen(hands, key, 'Starred messages'),
  followed_feed: (hands, key) => opensScreen(hands, key, 'Followed topics'),
  organization_1: (hands, key) => showsOrganization(hands, key, 1),
  organization_2: (hands, key) => showsOrganization(hands, key, 2),
  organization_3: (hands, key) => showsOrganization(hands, key, 3),
  organization_4: (hands, key) => showsOrganization(hands, key, 4),
  organization_5: (hands, key) => showsOrganization(hands, key, 5),
  organization_6: (hands, key) => showsOrganization(hands, key, 6),
  organization_7: (hands, key) => showsOrganization(hands, key, 7),
  organization_8: (hands, key) => showsOrganization(hands, key, 8),
  organization_9: (hands, key) => showsOrganization(hands, key, 9),
  open_topics: (hands, key) => foldsTopics(hands, key, 'ArrowLeft'),
  fold_topics: (hands, key) => foldsTopics(hands, 'ArrowRight', key),
  organization_earlier: (hands, key) => movesOrganization(hands, key, 1),
  organization_later: (hands, key) => movesOrganization(hands, key, 2),
  async new_stream(hands, key) {
    await hands.toList()
    await opensDialog(hands, key, 'New stream')
    await hands.press('Alt+ArrowLeft')
    await expect(hands.title).toContainText(topic.topic)
  },
  async stream_settings(hands, key) {
    await hands.toList()
    await opensDialog(hands, key, /^Settings for “/)
  },
  async connections(hands, key) {
    await hands.toList()
    await opensDialog(hands, key, /Connection/)
  },
  export_messages: (hands, key) => opensDialog(hands, key, 'Export messages'),
  set_status: (hands, key) => opensDialog(hands, key, 'Your status'),
  settings: (hands, key) => opensScreen(hands, key, 'Settings'),
  async organization(hands, key) {
    await hands.toList()
    await opensScreen(hands, key, 'Organization')
  },
  async shortcuts(hands, key) {
    await hands.toList()
    await opensDialog(hands, key, 'Keyboard shortcuts')
  },
  async close(hands, key) {
    await hands.toList()
    await hands.press('?')
    await expect(hands.dialog('Keyboard shortcuts')).toBeVisible()
    await hands.press(key)
    await expect(hands.dialog('Keyboard shortcuts')).toHaveCount(0)
  },
  async send_on_enter(hands, key) {
    await hands.toComposer()
    await hands.page.keyboard.type('sent by the first key')
    await hands.press(key)
    await expect(hands.app.composer).toHoldText('')
    await expect(hands.message('sent by the first key')).toBeVisible()
  },
  async send(hands, key) {
    await hands.toComposer()
    await hands.page.keyboard.type('sent by the other key')
    await hands.press(key)
    await expect(hands.app.composer).toHoldText('')
    await expect(hands.message('sent by the other key')).toBeVisible()
  },
  async new_line(hands, key) {
    await hands.toComposer()
    await hands.page.keyboard.type('a')
    await hands.press(key)
    await hands.page.keyboard.type('b')
    await expect(hands.app.composer).toHoldText('a\nb')
    await hands.press('Control+a')
    await hands.press('Delete')
  },
  async paste_plain(hands, key) {
    await hands.toComposer()
    await hands.page.keyboard.type('plain ')
    await hands.press('Control+a')
    await hands.press('Control+c')
    await hands.press('ArrowRight')
    await hands.press(key)
    await expect(hands.app.composer).toHoldText('plain plain ')
    await hands.press('Control+a')
    await hands.press('Delete')
  },
  async attach_text(hands, key) {
    await hands.app.composer.fill('word '.repeat(2_500))
    await hands.press(key)
    await expect(hands.app.composer).toHoldText('')
    await hands.page
      .locator('.composer')
      .getByRole('button', { name: /^Remove Text / })
      .click()
  },
  bold: (hands, key) => writesForm(hands, key, '**word**'),
  italic: (hands, key) => writesForm(hands, key, '*word*'),
  strikethrough: (hands, key) => writesForm(hands, key, '~~word~~'),
  inline_code: (hands, key) => writesForm(hands, key, '`word`'),
  inline_math: (hands, key) => writesForm(hands, key, '$$word$$'),
  link: (hands, key) => writesForm(hands, key, '[word](url)'),
  bulleted_list: (hands, key) => writesForm(hands, key, '- word'),
  numbered_list: (hands, key) => writesForm(hands, key, '1. word'),
  block_quote: (hands, key) => writesForm(hands, key, '> word'),
  heading: (hands, key) => writesForm(hands, key, '## word'),
  code_block: (hands, key) => writesForm(hands, key, '```\nword\n```'),
  spoiler: (hands, key) => writesForm(hands, key, '```spoiler \nword\n```'),
  table: (hands, key) => writesForm(hands, key, /^\| {2}\| {2}\|\n\| --- \| --- \|\n\| {2}\| {2}\|$/),
  async preview(hands, key) {
    await hands.toComposer()
    await hands.page.keyboard.type('**looks**')
    await hands.press(key)
    await expect(hands.page.getByRole('region', { name: 'Preview' }).locator('strong')).toHaveText('looks')
    await hands.press(key)
    await expect(hands.app.composer).toBeFocused()
  },
  async send_later(hands, key) {
    await hands.toComposer()
    await hands.page.keyboard.type('for later')
    await hands.press(key)
    await expect(hands.page.getByRole('menu', { name: 'Send later' })).toBeVisible()
    await hands.page.keyboard.press('Escape')
    await expect(hands.app.composer).toHoldText('for later')
  },
  poll: (hands, key) => opensWidget(hands, key, 'Poll'),
  todo: (hands, key) => opensWidget(hands, key, 'To-do list'),
  async full_height(hands, key) {
    await hands.toComposer()
    const height = async () => (await hands.page.locator('.composer').boundingBox())?.height ?? 0
    const before = await height()
    await hands.press(key)
    await expect.poll(height).toBeGreaterThan(2 * before)
    await hands.press(key)
    await expect.poll(height).toBe(before)
  },
  async change_recipient(hands, key) {
    await hands.toComposer()
    await hands.page.keyboard.type('for others')
    await hands.press(key)
    await expect(hands.page.getByRole('combobox', { name: 'Move draft to…' })).toBeFocused()
    await hands.page.keyboard.press('Escape')
    await expect(hands.app.composer).toHoldText('for others')
  },
  async edit_last(hands, key) {
    await hands.toComposer()
    await hands.press(key)
    await expect(hands.editor).toBeFocused()
    await hands.press('Escape')
    await expect(hands.editor).toHaveCount(0)
  },
  async emoji(hands, key) {
    await hands.toComposer()
    await opensDialog(hands, key, 'Choose an emoji')
  },
  async attach(hands, key) {
    await hands.toComposer()
    const chooser = hands.page.waitForEvent('filechooser')
    await hands.press(key)
    await (await chooser).setFiles([])
  },
  async next_message(hands, key) {
    await hands.toMessage('of iris')
    await hands.press(key)
    await hands.expectFocused('of ada')
  },
  async previous_message(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await hands.expectFocused('of iris')
  },
  async newest(hands, key) {
    await hands.toMessage('the first of all')
    await hands.press(key)
    await expect(hands.app.messages.last()).toBeInViewport()
    await expect(hands.message('the first of all')).not.toBeInViewport()
  },
  async oldest(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.message('the first of all')).toBeInViewport()
  },
  async open_message(hands, key) {
    await hands.toFeedMessage('of ada')
    await hands.press(key)
    await expect(hands.title).toContainText(topic.topic)
    await expect(hands.message('of ada')).toBeInViewport()
  },
  async answer_message(hands, key) {
    await hands.toFeedMessage('of ada')
    await hands.press(key)
    await expect(hands.title).toContainText(topic.topic)
    await expect(hands.app.composer).toBeFocused()
  },
  async thumbs_up(hands, key) {
    const reaction = hands
      .message('of ada')
      .locator('.reactions')
      .getByRole('button', { name: /thumbs|\+1|👍/i })
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(reaction).toHaveCount(1)
    await hands.press(key)
    await expect(reaction).toHaveCount(0)
  },
  async react(hands, key) {
    await hands.toMessage('of ada')
    await opensDialog(hands, key, 'Choose an emoji')
  },
  async who_reacted(hands, key) {
    await hands.toMessage('with a reaction')
    await hands.press(key)
    await expect(hands.page.getByRole('dialog', { name: 'Who reacted' })).toContainText(':')
    await hands.page.keyboard.press('Escape')
  },
  async show_person(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.page.getByRole('dialog', { name: /^About Ada/ })).toBeVisible()
    await hands.page.keyboard.press('Escape')
    await expect(hands.message('of ada')).toBeFocused()
  },
  async who_has_read(hands, key) {
    await hands.toMessage('of ada')
    await opensDialog(hands, key, 'Who has read this')
  },
  async join_reaction(hands, key) {
    const reaction = hands.message('with a reaction').locator('.reactions button').first()
    await hands.toMessage('with a reaction')
    await expect(reaction).not.toContainText('You')
    await hands.press(key)
    await expect(reaction).toContainText('You')
  },
  async quote(hands, key) {
    await hands.toComposer()
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.app.composer).toHoldText(/quote\nof ada/)
    await hands.press('Control+a')
    await hands.press('Delete')
  },
  async forward_message(hands, key) {
    await hands.toMessage('of ada')
    await opensDialog(hands, key, 'Forward to…')
  },
  async copy_link(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.page.getByText('Link copied.')).toBeVisible()
    const id = (await hands.message('of ada').getAttribute('data-message-id')) ?? ''
    expect(await pasted(hands.page)).toMatch(new RegExp(`#narrow/stream/\\d+/topic/[^/]+/near/${id}$`))
  },
  async edit(hands, key) {
    await hands.toMessage('of iris')
    await hands.press(key)
    await expect(hands.editor).toHoldText('of iris')
    await hands.press('Escape')
    await expect(hands.editor).toHaveCount(0)
  },
  async star(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.message('of ada').getByLabel('Starred')).toBeVisible()
  },
  async mark_unread(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect
      .poll(
        async () =>
          (
            await hands.server.contents('iris', [
              ['topic', topic.topic],
              ['is', 'unread'],
            ])
          ).length,
      )
      .toBeGreaterThan(0)
  },
  async mute_topic(hands, key) {
    const mark = hands.page.locator('main header').getByLabel('Muted')
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(mark).toBeVisible()
    await hands.press(key)
    await expect(mark).toHaveCount(0)
  },
  async move(hands, key) {
    await hands.toMessage('of ada')
    await opensDialog(hands, key, 'Move messages')
  },
  async resolve_topic(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.title).toContainText(`✔ ${topic.topic}`)
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.title).not.toContainText('✔')
    await hands.toConversation()
  },
  async versions(hands, key) {
    await hands.toMessage('with two versions')
    await opensDialog(hands, key, 'Edit history')
  },
  async message_menu(hands, key) {
    await hands.toMessage('of ada')
    await hands.press(key)
    await expect(hands.page.getByRole('menu')).toBeVisible()
    await hands.press('Escape')
    await expect(hands.page.getByRole('menu')).toHaveCount(0)
  },
  async delete(hands, key) {
    await hands.toMessage('of iris')
    await opensDialog(hands, key, 'Delete this message?')
  },
  async delete_at_once(hands, key) {
    const id = await hands.server.post('iris', topic, 'to go at once')
    await hands.toMessage('to go at once')
    await hands.press(key)
    await expect(hands.message('to go at once')).toContainText('Deleting for everyone in')
    await expect(hands.page.locator(`[data-message-id="${id}"]`)).toHaveCount(0, { timeout: 20_000 })
  },
  async undo_delete(hands, key) {
    await hands.toMessage('of iris')
    await hands.press('Shift+Delete')
    await expect(hands.message('of iris')).toContainText('Deleting for everyone in')
    await hands.press(key)
    await expect(hands.message('of iris')).not.toContainText('Deleting for everyone in')
  },
  async next_row(hands, key) {
    await hands.toRow('row one')
    await hands.press(key)
    await hands.expectRow('row two')
    await hands.toConversation()
  },
  async previous_row(hands, key) {
    await hands.toRow('row two')
    await hands.press(key)
    await hands.expectRow('row one')
    await hands.toConversation()
  },
  async open_row(hands, key) {
    await hands.toRow('row two')
    await hands.press(key)
    await expect(hands.title).toContainText('row two')
    await hands.toConversation()
  },
  async join_row(hands, key) {
    const rows = await toStream(hands, 'design')
    const leave = hands.page.getByRole('button', { name: 'Leave design' })
    const join = hands.page.getByRole('button', { name: 'Join design' })
    await hands.press(key)
    await expect(join).toBeVisible()
    await expect(rows.locator(':focus')).toHaveCount(1)
    await hands.press(key)
    await expect(leave).toBeVisible()
    await hands.toConversation()
  },
  async settings_row(hands, key) {
    await toStream(hands, 'design')
    await opensDialog(hands, key, 'Settings for “design”')
    await hands.toConversation()
  },
  async row_menu(hands, key) {
    await hands.toList()
    await hands.press('Shift+D')
    await expect(hands.page.getByRole('searchbox', { name: /^Find people/ })).toBeFocused()
    await hands.page.keyboard.insertText('ada')
    const rows = hands.page.getByRole('list', { name: 'Directory' }).getByRole('listitem')
    await expect(rows).toHaveCount(1)
    await hands.press('ArrowDown')
    await expect(rows.locator(':focus')).toHaveCount(1)
    await hands.press(key)
    await expect(hands.page.getByRole('menuitem', { name: 'View profile' })).toBeVisible()
    await hands.press('Escape')
    await expect(rows.locator(':focus')).toHaveCount(1)
    await hands.toConversation()
  },
  async answer_row(hands, key) {
    await hands.toRow('row one')
    await hands.press(key)
    await expect(hands.app.composer).toBeFocused()
    await hands.press('Escape')
    await hands.expectRow('row one')
    await hands.toConversation()
  },
  async read_row(hands, key) {
    await hands.toRow('row one')
    await hands.press(key)
    await expect(hands.rows.filter({ hasText: 'row one' })).toHaveCount(0)
    await hands.expectRow('row two')
    await hands.toConversation()
  },
  async next_picture(hands, key) {
    await hands.toPictures()
    await hands.press(key)
    await expect(hands.dialog(/^Image/)).toContainText('2 of 2')
    await hands.press('Escape')
  },
  async previous_picture(hands, key) {
    await hands.toPictures()
    await hands.press('ArrowRight')
    await expect(hands.dialog(/^Image/)).toContainText('2 of 2')
    await hands.press(key)
    await expect(hands.dialog(/^Image/)).toContainText('1 of 2')
    await hands.press('Escape')
  },
  async larger(hands, key) {
    await hands.toPictures()
    await hands.press(key)
    await expect(scale(hands)).toHaveAttribute('style', /scale\(1\.4\)/)
    await hands.press('Escape')
  },
  async smaller(hands, key) {
    await hands.toPictures()
    await hands.press('+')
    await hands.press('+')
    await expect(scale(hands)).toHaveAttribute('style', /scale\(1\.9/)
    await hands.press(key)
    await expect(scale(hands)).toHaveAttribute('style', /scale\(1\.4\)/)
    await hands.press('Escape')
  },
  async whole(hands, key) {
    await hands.toPictures()
    await hands.press('+')
    await expect(scale(hands)).toHaveAttribute('style', /scale\(1\.4\)/)
    await hands.press(key)
    await expect(scale(hands)).toHaveAttribute('style', /scale\(1\)/)
    await hands.press('Escape')
  },
  async save_picture(hands, key) {
    await hands.toPictures()
    await hands.press(key)
    await expect(hands.page.getByText('File saved.')).toBeVisible()
    await hands.press('Escape')
  },
}

/** Commands that open the system's dialog for files, which no test can answer in Electron. */
const withFileDialogs: ReadonlySet<CommandId> = new Set(['attach', 'save_picture'])

/** Prepares a conversation with every target of a command; the newest message is Ada's. */
async function prepare(app: SkeinApp, server: ServerProcess): Promise<void> {
  await server.post('ada', topic, 'the first of all')
  for (let line = 0; line < 12; line += 1) await server.post('ada', topic, `filling ${line}\n\nmore\n\nand more`)
  const reacted = await server.post('ada', topic, 'with a reaction')
  await server.call('ada', 'POST', `/messages/${reacted}/reactions`, { emoji_name: 'tada' })
  const edited = await server.post('iris', topic, 'with one version')
  await server.call('iris', 'PATCH', `/messages/${edited}`, { content: 'with two versions' })
  await app.open(topic.topic)
  const picture = { mimeType: 'image/png', buffer: plot(480, []) }
  await app.page
    .getByLabel('Files to attach')
    .setInputFiles(['one.png', 'two.png'].map((name) => ({ ...picture, name })))
  const chips = app.page.locator('.composer').getByRole('list', { name: 'Files' })
  await expect(chips.getByRole('listitem')).toHaveCount(2)
  await app.send('two pictures')
  // The message must reach the server before the next one.
  await expect(app.message('two pictures')).toHaveAttribute('data-message-id', /\d+/)
  await expect(app.message('two pictures').locator('img')).toHaveCount(2)
  await server.post('iris', topic, 'of iris')
  await server.post('ada', topic, 'of ada')
  await expect(app.message('of ada')).toBeVisible()
}

test('every key of the list behind ? runs its command without a pointer', async ({ launchSignedIn, server }) => {
  test.setTimeout(300_000)
  const commands = Object.entries(commandKeys) as [CommandId, readonly string[]][]
  expect(commands.map(([id]) => id).sort()).toEqual(Object.keys(proofs).sort())
  const app = await launchSignedIn({ env: { SKEIN_HOST_DOWNLOADS: temporaryFolder('downloads') } })
  await prepare(app, server)
  const hands = new Hands(app, server)
  for (const [id, keys] of commands) {
    if (runsInElectron && withFileDialogs.has(id)) continue
    for (const notation of keys) await test.step(`${id}: ${notation}`, () => proofs[id](hands, pressed(notation)))
  }
})
