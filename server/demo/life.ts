import type { ServerContext } from '../context/context.ts'
import { readEmoji } from '../people/emoji-choice.ts'
import { Seeded } from '../generate/seeded.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { changeProfile, fieldTypes } from '../organization/profile-values.ts'
import { recipientsOf } from '../messages/sending/scheduled.ts'
import { contentKinds, topicLinks } from '../messages/sending/sending.ts'
import { noEdit } from '../messages/changes/editing.ts'
import { systemGroups } from '../store/people/groups.ts'
import { people, type PersonKey } from './people.ts'

type IdOf = (key: PersonKey) => number

const day = 86_400

/** Adds the groups and users that messages refer to; call before the messages are written. */
export function addDemoGroups(context: ServerContext, idOf: IdOf): void {
  const { groups, linkifiers } = context.tables
  const add = (name: string, description: string, members: readonly PersonKey[]) => {
    const id = groups.add({ name, description, canMention: systemGroups.everyone })
    for (const member of members) groups.addMember(id, idOf(member))
    return id
  }
  const firmware = add('firmware-team', 'Everything between the panel and the motors', [
    'noor',
    'ravi',
    'tomasz',
    'viktor',
    'david',
  ])
  const field = add('field-team', 'Who travels to customers', ['mei', 'yusra', 'leo', 'femi', 'elena', 'lucia'])
  add('first-aid', 'Knows where the plasters are', ['ingrid', 'jonas', 'grace', 'hana'])
  const duty = add('on-duty', 'Answers at night', ['grace'])
  groups.addSubgroup(duty, firmware)
  groups.addSubgroup(duty, field)
  linkifiers.add('PR-(?P<id>[0-9]{1,6})', 'https://git.alder.example/firmware/pulls/{id}')
}

/** Adds profiles, statuses, scheduled messages and later edits. */
export function addDemoLife(context: ServerContext, now: number, idOf: IdOf): void {
  addProfiles(context, idOf)
  addStates(context, now, idOf)
  addVotes(context, idOf)
  addReactions(context, idOf)
  changeOldMessages(context, now)
  for (const person of people) {
    if ('hasLeft' in person) context.tables.users.change(idOf(person.key), { is_active: 0 })
  }
  context.tables.streams.forgetSubscribers()
}

function addProfiles(context: ServerContext, idOf: IdOf): void {
  const { profiles, users } = context.tables
  const field = (type: number, name: string, hint: string, data = '', isInSummary = false) =>
    profiles.addField({ type, name, hint, field_data: data, in_summary: Number(isInSummary) })
  const team = JSON.stringify({
    firmware: { text: 'Firmware', order: '1' },
    field: { text: 'Field', order: '2' },
    panel: { text: 'Panel', order: '3' },
    hall: { text: 'Production', order: '4' },
    office: { text: 'Office', order: '5' },
  })
  const ids = {
    desk: field(fieldTypes.shortText, 'Desk', 'Room and number', '', true),
    about: field(fieldTypes.longText, 'What I do', 'Ask me about …'),
    team: field(fieldTypes.list, 'Team', '', team, true),
    since: field(fieldTypes.date, 'First day at Alder', ''),
    page: field(fieldTypes.link, 'Page', 'Anything you want to show'),
    mentor: field(fieldTypes.person, 'Showed me around', ''),
    code: field(fieldTypes.externalAccount, 'GitHub', '', JSON.stringify({ subtype: 'github' })),
    pronouns: field(fieldTypes.pronouns, 'Pronouns', ''),
  }
  const filled: readonly (readonly [PersonKey, string, string, string, string, PersonKey | undefined, string])[] = [
    [
      'iris',
      '2.14',
      'firmware',
      'Plans releases, writes **notes** that customers can read',
      '2019-03-04',
      'ada',
      'she/her',
    ],
    ['ada', '2.01', 'office', 'Everything nobody else wants to do', '2014-08-01', undefined, 'she/her'],
    ['noor', '2.11', 'firmware', 'CAN, watchdogs, coffee', '2018-01-15', 'ada', 'she/her'],
    ['tomasz', 'Lab 1', 'firmware', 'Torque, and pierogi on Fridays', '2017-09-01', 'noor', 'he/him'],
    ['mei', 'Lagos', 'field', 'Looks after arms from Bergen to Durban', '2016-05-02', 'ada', 'she/her'],
    ['hana', 'Tokyo', 'panel', 'Cameras that see in the rain', '2026-11-16', 'mei', ''],
    ['ravi', 'Lab 2', 'firmware', 'Boot loaders and cold chambers', '2020-02-03', 'tomasz', 'he/him'],
    ['nina', '2.08', 'panel', 'Words and colours', '2018-10-01', 'ada', 'she/her'],
    ['jonas', 'Hall', 'hall', 'The last who sees an arm before the lorry', '2015-04-01', 'ingrid', ''],
  ]
  for (const [key, desk, group, about, since, mentor, pronouns] of filled) {
    const user = users.get(idOf(key))
    if (user === undefined) continue
    changeProfile(context, user, [
      { id: ids.desk, value: desk },
      { id: ids.team, value: group },
      { id: ids.about, value: about },
      { id: ids.since, value: since },
      ...(mentor === undefined ? [] : [{ id: ids.mentor, value: [idOf(mentor)] }]),
      ...(pronouns === '' ? [] : [{ id: ids.pronouns, value: pronouns }]),
      ...(key === 'hana' ? [{ id: ids.page, value: 'https://hana.example/ferries' }] : []),
      ...(key === 'ravi' ? [{ id: ids.code, value: 'ravi-sen' }] : []),
    ])
  }
}

function addStates(context: ServerContext, now: number, idOf: IdOf): void {
  const { presence, alertWords, scheduled, streams } = context.tables
  const say = (key: PersonKey, text: string, emoji: string) => {
    const chosen = readEmoji(context, { name: emoji, code: undefined, type: undefined })
    presence.setStatus({ user_id: idOf(key), away: 0, status_text: text, ...chosen })
  }
  say('ravi', 'In the cold chamber', 'snowflake')
  say('leo', 'On the way to Oslo', 'airplane')
  say('yusra', 'At a customer', 'fish')
  say('erik', 'Back on Monday', 'palm_tree')
  for (const [index, person] of people.entries()) {
    if ('isBot' in person || 'hasLeft' in person) continue
    presence.see(idOf(person.key), index % 3 !== 0, now - 60 - index * 137)
  }
  alertWords.add(idOf('iris'), 'calibration file')
  const notes = streams.byName('release-notes')
  if (notes === undefined) return
  const content = 'Reminder: texts for 2.4 are due tonight. Thank you, everybody!'
  scheduled.add({
    user_id: idOf('iris'),
    ...recipientsOf({ type: 'stream', stream: notes, topic: 'release 2.4' }),
    content,
    rendered: renderMarkdown(content, context.directory).html,
    deliver_at: now + 3 * day,
    read_by_sender: 1,
    client: 'Skein',
  })
}

/** Adds votes to the poll and tasks to the to-do list. */
function addVotes(context: ServerContext, idOf: IdOf): void {
  const { messages, submessages } = context.tables
  const find = (start: string) =>
    messages.page(
      idOf('iris'),
      { sql: 'm.content LIKE ?', parameters: [`${start}%`] },
      { comparison: '>', anchor: 0, limit: 1 },
    )[0]
  const attach = (messageId: number, key: PersonKey, content: unknown) =>
    submessages.add({
      message_id: messageId,
      sender_id: idOf(key),
      msg_type: 'widget',
      content: JSON.stringify(content),
    })
  const poll = find('/poll Which day')
  if (poll !== undefined) {
    const votes: readonly (readonly [PersonKey, number])[] = [
      ['jonas', 0],
      ['nina', 0],
      ['tomasz', 1],
      ['hugo', 0],
      ['noor', 2],
      ['grace', 0],
      ['ravi', 2],
    ]
    for (const [key, option] of votes) attach(poll.id, key, { type: 'vote', key: `canned,${option}`, vote: 1 })
    attach(poll.id, 'leo', { type: 'new_option', idx: 1, option: 'Any day with cake' })
  }
  const list = find('/todo')
  if (list === undefined) return
  const task = (key: number, text: string) =>
    attach(list.id, 'ingrid', { type: 'new_task', key, task: text, desc: '', completed: false })
  task(1, 'Test every stop button')
  task(2, 'Print the plan of the fences')
  task(3, 'Find the key of cabinet 4')
  attach(list.id, 'david', { type: 'strike', key: `1,${idOf('ingrid')}` })
}

const reacted = 700

function addReactions(context: ServerContext, idOf: IdOf): void {
  const { messages, reactions, streams } = context.tables
  const random = new Seeded(23)
  const names = ['+1', '+1', '+1', 'heart', 'tada', 'eyes', 'joy', 'raised_hands', 'ok', 'weatherproof']
  const last = messages.maxId()
  const bots = new Set(people.filter((person) => 'isBot' in person).map((person) => idOf(person.key)))
  for (let count = 0; count < reacted; count += 1) {
    const row = messages.get(1 + random.below(last), 0)
    // The threads of the last days have their own reactions.
    if (row?.stream_id == null || bots.has(row.sender_id) || row.timestamp > context.nowSeconds() - 2.4 * day) continue
    const readers = streams.subscribers(row.stream_id).filter((id) => id !== row.sender_id && !bots.has(id))
    if (readers.length === 0) continue
    const emoji = readEmoji(context, { name: random.pick(names), code: undefined, type: undefined })
    for (let votes = 1 + random.below(3); votes > 0; votes -= 1) {
      reactions.add({ message_id: row.id, user_id: random.pick(readers), ...emoji })
    }
  }
}

/** Edits some messages and renames some topics. */
function changeOldMessages(context: ServerContext, now: number): void {
  const { messages } = context.tables
  const random = new Seeded(31)
  const last = messages.maxId()
  for (let count = 0; count < 90; count += 1) {
    const row = messages.get(1 + random.below(last), 0)
    if (row?.stream_id == null || row.timestamp > now - 2.6 * day || row.content.startsWith('/')) continue
    const timestamp = row.timestamp + 60 + random.below(900)
    if (count % 3 === 0) {
      if (row.topic.startsWith('✔ ')) continue
      const topic = `✔ ${row.topic.slice(0, 56)}`
      const recipientId = messages.streamRecipient(row.stream_id)
      for (const id of messages.topicIds(row.stream_id, row.topic).slice(0, 12)) {
        const moved = messages.get(id, 0)
        if (moved === undefined || moved.timestamp > now - 2.6 * day) continue
        messages.setPlace(moved, { recipientId, topic, topicLinks: topicLinks(context, topic), timestamp })
        messages.addEdit(id, { ...noEdit, user_id: row.sender_id, timestamp, prev_topic: moved.topic, topic })
      }
      continue
    }
    const content = `${row.content}\n\n(Edit: corrected a number.)`
    const rendered = renderMarkdown(content, context.directory)
    messages.setContent(row.id, row.topic, { content, rendered: rendered.html, has: contentKinds(rendered), timestamp })
    messages.addEdit(row.id, {
      ...noEdit,
      user_id: row.sender_id,
      timestamp,
      prev_content: row.content,
      prev_rendered: row.rendered,
    })
  }
}
