import type { PastMessage } from './history.ts'

const day = 86_400

/** The file that a demo message links to, below `/user_uploads/`. */
export const demoFile = '1/de/demo/pads.csv'
/** A second picture. */
export const demoChart = '1/de/demo/torque-curve.png'

/** Messages with the Markdown constructs that the threads do not use. */
export const constructs: readonly PastMessage[] = [
  {
    stream: 'arm-firmware',
    topic: 'torque loop, the mathematics',
    sender: 'tomasz',
    text: 'For the record, the loop as it is now:\n```math\n\\tau = K_p\\,(\\theta^* - \\theta) + K_d\\,(\\dot\\theta^* - \\dot\\theta) + g(\\theta)\n```\nwith $$K_p = 84$$ and $$K_d = 2.1$$.',
    age: 9 * day,
  },
  {
    stream: 'arm-firmware',
    topic: 'torque loop, the mathematics',
    sender: 'ravi',
    text: `Measured against it: [torque-curve.png](/user_uploads/${demoChart})`,
    age: 9 * day - 1500,
  },
  {
    stream: 'arm-firmware',
    topic: 'torque loop, the mathematics',
    sender: 'noor',
    text: 'The bump at 40° is the cable. See PR-388 and #**motors>bearing noise**. @*firmware-team* please do not “fix” it again :big_smile:',
    age: 9 * day - 4000,
  },
  {
    stream: 'field-reports',
    topic: 'Gripper pads: which colour for what',
    sender: 'mei',
    text: `The same as a table to sort by: [pads.csv](/user_uploads/${demoFile})`,
    age: 1.1 * day,
  },
  {
    stream: 'general',
    topic: 'Summer party, the day',
    sender: 'ingrid',
    text: '/poll Which day for the summer party?\nFriday the 12th\nSaturday the 13th\nFriday the 19th',
    age: 12 * day,
  },
  {
    stream: 'general',
    topic: 'Summer party, the day',
    sender: 'jonas',
    text: '@**topic** the boat is free on both Fridays.',
    age: 12 * day - 3000,
  },
  {
    stream: 'safety',
    topic: 'before the audit',
    sender: 'ingrid',
    text: '/todo',
    age: 7 * day,
  },
  {
    stream: 'safety',
    topic: 'before the audit',
    sender: 'david',
    text: '@**all** the auditor comes at <time:2026-12-02T09:30:00+01:00>, rooms 2 and 3.',
    age: 6 * day,
  },
  {
    stream: 'reading-corner',
    topic: 'the end of “Piranesi”',
    sender: 'chloe',
    text: 'I have to talk about it.\n```spoiler Only if you have read it\nHe **is** the man in the photographs, of course. I cried at the *statues*.\n```',
    age: 10 * day,
  },
  {
    stream: 'reading-corner',
    topic: 'the end of “Piranesi”',
    sender: 'david',
    text: '```quote\nI cried at the *statues*.\n```\nSo did I. @_**Chloé Moreau** owes me a handkerchief.',
    age: 10 * day - 5000,
  },
  {
    stream: 'perception',
    topic: 'shift per belt speed',
    sender: 'kenji',
    text: '| m/s | mm between exposures | wrong edges |\n| --: | --: | --: |\n| 0.1 | 1.3 | 1 |\n| 0.3 | 4.0 | 3 |\n| 0.5 | 6.6 | 19 |\n\n---\n\nAbove **0.4 m/s** we need the ~~second lamp~~ faster camera.',
    age: 5 * day,
  },
  {
    stream: 'panel',
    topic: 'right to left',
    sender: 'amir',
    text: 'متن‌های فارسی روی پنل درست نمایش داده می‌شوند. Only the arrows still point the wrong way.',
    age: 8 * day,
  },
  {
    stream: 'panel',
    topic: 'right to left',
    sender: 'viktor',
    text: 'Mirrored, except for the one on “undo”:\n```css\n[dir="rtl"] .arrow:not(.undo) {\n  transform: scaleX(-1);\n}\n```',
    age: 8 * day - 6000,
  },
  {
    stream: 'general',
    topic: 'the roof',
    sender: 'jonas',
    text: '/me has mended the gutter :weatherproof:',
    age: 14 * day,
  },
  {
    stream: 'customers',
    topic: 'the long list',
    sender: 'lucia',
    text: '# Wishes of the year\n1. Colder\n   - outdoors to −20 °C\n   - storage to −30 °C\n2. Quieter\n3. Words on the panel in:\n   1. Portuguese\n   2. Finnish\n\n> “We do not need it faster. We need it to say what it is doing.” (Aveiro)',
    age: 11 * day,
  },
  {
    stream: 'office-lagos',
    topic: 'generator',
    sender: 'femi',
    text: 'Diesel comes on Thursday. Until then: **no** kettle while the printer runs, please. 🙏🏿',
    age: 3 * day,
  },
]
