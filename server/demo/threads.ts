import { demoPicture } from './decorate.ts'
import type { PersonKey, StreamName } from './people.ts'

/** One conversation: its stream and topic, the age of its last message, the minutes between messages, and the texts. */
export interface Thread {
  readonly to: { readonly stream: StreamName; readonly topic: string } | { readonly direct: readonly PersonKey[] }
  readonly endedHoursAgo: number
  readonly minutesBetween: number
  readonly lines: readonly (readonly [PersonKey, string])[]
  /** The number of newest messages that are unread for the demo user. */
  readonly unread?: number
}

export const threads: readonly Thread[] = [
  {
    to: { stream: 'arm-firmware', topic: 'encoder drift on cold start' },
    endedHoursAgo: 0.2,
    minutesBetween: 38,
    unread: 2,
    lines: [
      [
        'tomasz',
        'Joint 3 is off by 0.4° for the first ninety seconds after a cold boot, then settles. Same on both arms, so I don’t think it is the hardware.',
      ],
      ['tomasz', 'Log attached to the ticket. Look at the difference between `raw` and `compensated` below 12 °C.'],
      ['iris', 'Does it also happen with the old bootloader?'],
      ['tomasz', 'Yes. I flashed 2.2 this morning and got the same curve, so it is not the **new** start-up order.'],
      [
        'hana',
        'We saw something like it in Sapporo last winter, but only when the arm had been parked outdoors overnight.',
      ],
      [
        'noor',
        'Found it. The temperature table starts at 15 °C and we *clamp* instead of extrapolating:\n```c\nstatic float compensate(int16_t raw, float celsius) {\n  if (celsius < table[0].celsius)\n    return raw * table[0].gain;   /* wrong below 15 °C */\n  return interpolate(table, celsius, raw);\n}\n```',
      ],
      ['iris', 'Nice catch. How far down does the sensor stay linear?'],
      [
        'noor',
        'The data sheet says −20 °C:\n\n| °C | gain |\n| --: | --: |\n| 15 | 1.000 |\n| 5 | 0.991 |\n| −20 | 0.962 |',
      ],
      [
        'ravi',
        `The chamber this morning, an hour after we opened it: [cold-chamber.png](/user_uploads/${demoPicture})`,
      ],
      [
        'mei',
        '```quote\nwe clamp instead of extrapolating\n```\n@**Iris Lindqvist** can we get this into #**arm-firmware>release 2.4**? The demo in Tromsø is outdoors.',
      ],
      [
        'ravi',
        'I can run the cold chamber tonight if somebody gives me a branch. It takes four hours to get down to −20 °C.',
      ],
    ],
  },
  {
    to: { stream: 'arm-firmware', topic: 'release 2.4' },
    endedHoursAgo: 1.5,
    minutesBetween: 95,
    unread: 1,
    lines: [
      ['ada', 'Release 2.4 is planned for the 27th. What is still open?'],
      [
        'noor',
        '1. Watchdog on the CAN task\n2. Calibration file format, reading is done, writing is not\n3. Release notes',
      ],
      ['ravi', 'The calibration writer is in review: https://git.alder.example/firmware/pulls/412'],
      ['iris', 'I’ll take the release notes.'],
      ['nina', 'Please don’t forget the licence text of the new crypto library this time :big_smile:'],
      ['noor', 'Watchdog merged. I left the time-out at 50 ms, as in the safety manual.'],
      ['ada', 'Then we freeze on Thursday evening.'],
      [
        'mei',
        '@**Iris Lindqvist** could you mention the slower homing speed in the notes? Two customers asked about it.',
      ],
    ],
  },
  {
    to: { stream: 'arm-firmware', topic: 'CAN bus timeouts' },
    endedHoursAgo: 3,
    minutesBetween: 22,
    unread: 6,
    lines: [
      ['leo', 'Since yesterday’s nightly I get a bus-off every twenty minutes or so on the long cable.'],
      ['noor', 'With or without termination on the gripper side?'],
      ['leo', 'With. 120 Ω, measured.'],
      ['tomasz', 'The nightly raised the bit rate to 1 Mbit/s. Eleven metres is at the edge of that.'],
      ['leo', 'That would explain it. Back at 500 kbit/s it has been quiet for an hour.'],
      [
        'noor',
        'So the bit rate has to depend on the cable length. I’d rather ask than guess: one field in the commissioning dialog.',
      ],
      ['ravi', 'We could measure the propagation delay at start-up and choose by ourselves.'],
      ['tomasz', 'Could, but then a loose connector changes the bit rate. I vote for the field.'],
      ['leo', '+1 for the field.'],
    ],
  },
  {
    to: { stream: 'arm-firmware', topic: '✔ bootloader signature check' },
    endedHoursAgo: 76,
    minutesBetween: 60,
    lines: [
      ['ravi', 'The signature check takes 1.8 s now. Is that the hash or the curve?'],
      ['noor', 'The hash. The flash is read one word at a time.'],
      ['ravi', 'With DMA it is 140 ms. Patch is up.'],
      ['noor', 'Merged, thank you!'],
    ],
  },
  {
    to: { stream: 'field-reports', topic: 'Bergen, unit 0417' },
    endedHoursAgo: 5,
    minutesBetween: 47,
    unread: 4,
    lines: [
      [
        'yusra',
        'The customer in Bergen reports that unit 0417 stops in the middle of a pick about once a day. No error on the panel.',
      ],
      ['yusra', 'They sent the log. The last line before each stop is `grip force 0.0 N`.'],
      ['mei', 'So the arm believes that it has dropped the part, and waits.'],
      ['tomasz', 'Which gripper pads do they use? The grey ones lose friction when there is fish oil in the air.'],
      ['yusra', 'The grey ones, of course. It is a fish factory.'],
      [
        'mei',
        'Let’s send them a set of the blue ones and see. I’ll also ask whether we may look at the camera pictures.',
      ],
      ['yusra', 'Shipped this morning, they should arrive on Monday.'],
    ],
  },
  {
    to: { stream: 'field-reports', topic: 'Gripper pads: which colour for what' },
    endedHoursAgo: 29,
    minutesBetween: 130,
    lines: [
      [
        'mei',
        'A summary, since the question comes every month:\n\n- **Grey**: cardboard, dry\n- **Blue**: oil, fish, wet glass\n- **White**: food contact, up to 80 °C\n- ~~Black~~: no longer made',
      ],
      ['leo', 'The white ones also work for vials, by the way.'],
      ['nina', 'I’ll put this table into the manual.'],
    ],
  },
  {
    to: { stream: 'field-reports', topic: 'Lisbon: noise from joint 5' },
    endedHoursAgo: 51,
    minutesBetween: 80,
    lines: [
      [
        'leo',
        'There is a chirp from joint 5 when it passes the upright position. Recording: https://files.alder.example/lisbon-joint5.ogg',
      ],
      [
        'ravi',
        'That is the brake that does not release completely. Check the voltage at J5-3; it should be 24 V ± 5 %.',
      ],
      ['leo', '21.9 V. The supply was set up for the small arm.'],
      ['ravi', 'There you are.'],
      ['leo', 'Fixed and quiet. Thanks!'],
    ],
  },
  {
    to: { stream: 'announcements', topic: 'Welcome, Hana' },
    endedHoursAgo: 98,
    minutesBetween: 12,
    lines: [
      [
        'ada',
        'Please welcome @**森 花**, who joins the perception team in Tokyo. She has built cameras for ferries, which move about as much as our arms do. :tada:',
      ],
    ],
  },
  {
    to: { stream: 'announcements', topic: 'Office closed on the 24th' },
    endedHoursAgo: 30,
    minutesBetween: 12,
    lines: [
      [
        'ada',
        'The Oslo office is closed on the 24th, since the heating is being repaired. The lab stays open; bring a jumper.',
      ],
    ],
  },
  {
    to: { stream: 'design', topic: 'status light colours' },
    endedHoursAgo: 4,
    minutesBetween: 26,
    unread: 3,
    lines: [
      [
        'nina',
        'Proposal for the ring light: white = ready, blue = moving, amber = waiting for a person, red = stopped. No green at all.',
      ],
      ['iris', 'Why no green?'],
      [
        'nina',
        'One man in twelve cannot tell it from amber, and on a factory floor “green” means “safe to touch”. An arm that is ready to move is not safe to touch.',
      ],
      ['mei', 'Very good point.'],
      [
        'sam',
        'Our operators asked whether blue could *pulse* while the arm is paused in the middle of a job. They keep walking up to it.',
      ],
      ['nina', 'Pulsing amber then: it is waiting for a person. I’ll draw it.'],
      ['hana', 'Please keep the pulse below 3 Hz; there is a rule for that.'],
    ],
  },
  {
    to: { stream: 'design', topic: 'words on the panel' },
    endedHoursAgo: 55,
    minutesBetween: 44,
    lines: [
      ['nina', 'The panel says “Execution of trajectory was aborted by user”. I’d like “You stopped the arm”.'],
      ['iris', 'Yes please.'],
      ['tomasz', 'And “Joint limit violation” could be “The arm can’t reach that far”.'],
      ['nina', 'I have a list of forty. Who wants to read it with me?'],
      ['yusra', 'I do. I also need it for the Arabic panel, where half of the texts do not fit.'],
    ],
  },
  {
    to: { stream: 'general', topic: 'lunch on Friday' },
    endedHoursAgo: 2,
    minutesBetween: 9,
    unread: 2,
    lines: [
      ['tomasz', 'Who joins for pierogi on Friday? I need a number until Thursday noon.'],
      ['noor', 'Me!'],
      ['iris', 'Me too.'],
      ['ravi', 'Are there some without meat?'],
      ['tomasz', 'Potato and cheese, mushroom, and sweet ones with plum. So: yes.'],
      ['ravi', 'Then count me in. :yum:'],
      ['mei', 'Next time I am in Oslo. Enjoy!'],
    ],
  },
  {
    to: { stream: 'general', topic: 'books' },
    endedHoursAgo: 120,
    minutesBetween: 240,
    lines: [
      ['hana', 'I finished “The Soul of a New Machine”. It has aged very well.'],
      ['ada', 'One of my favourites. The part about the microcode team could have been written about us.'],
      ['leo', 'Is there a translation into Portuguese?'],
      ['hana', 'I don’t know; I read it in Japanese 😊'],
    ],
  },
  {
    to: { stream: 'general', topic: 'the coffee machine' },
    endedHoursAgo: 27,
    minutesBetween: 15,
    lines: [
      ['ravi', '/me has descaled the coffee machine'],
      ['noor', 'You are a hero.'],
      ['tomasz', 'It also makes a chirp. Has somebody checked the voltage at J5-3?'],
      ['leo', ':joy:'],
    ],
  },
  {
    to: { stream: 'perception', topic: 'glare on wet boxes' },
    endedHoursAgo: 6,
    minutesBetween: 33,
    lines: [
      [
        'hana',
        'With the two lamps of the Bergen cell a wet box has a highlight of about 40 pixels, and the edge detector takes it for the box’s edge.',
      ],
      ['hana', 'A polariser helps, but it costs one and a half stops of light.'],
      ['mei', 'Could we take two exposures and merge them?'],
      ['hana', 'Yes, if the belt is slow enough. At 0.3 m/s the box has moved 4 mm between the two.'],
      ['iris', 'We know the belt’s speed, so we can shift one picture by that.'],
      [
        'hana',
        'That is what I am trying now:\n```python\ndef merge(short, long, belt_mm_per_s, gap_s, mm_per_px):\n    shift = round(belt_mm_per_s * gap_s / mm_per_px)\n    aligned = np.roll(long, -shift, axis=1)\n    return np.where(aligned > 0.95, short * GAIN, aligned)\n```',
      ],
      ['hana', 'First results: 3 wrong edges out of 500, before it was 61.'],
      ['mei', 'Wonderful.'],
    ],
  },
  {
    to: { stream: 'perception', topic: 'lidar firmware 7' },
    endedHoursAgo: 140,
    minutesBetween: 70,
    lines: [
      [
        'yusra',
        'The vendor has published firmware 7. It changes the order of the returns, so our parser reads the *second* return as the first.',
      ],
      ['hana', 'Is there a version number in the packet?'],
      ['yusra', 'Byte 42. I’ll make the parser look at it instead of trusting the configuration.'],
      ['hana', 'Thanks. I’ve pinned the test cell to 6 until then.'],
    ],
  },
  {
    to: { stream: 'leads', topic: 'planning for spring' },
    endedHoursAgo: 8,
    minutesBetween: 50,
    unread: 1,
    lines: [
      [
        'ada',
        'Three things compete for spring: the outdoor arm, the second supplier for motors, and the new panel. We can do two of them well.',
      ],
      ['mei', 'From the field’s side: the outdoor arm. Half of the requests this year were for outdoors.'],
      ['noor', 'The second supplier is not optional, after what happened in March.'],
      ['iris', 'Then the panel waits, but Nina’s words can go into the old one already.'],
      ['ada', 'Agreed. I’ll write it up for everybody.'],
      ['mei', 'Please say a word about travel, too. People ask.'],
    ],
  },
  {
    to: { direct: ['noor'] },
    endedHoursAgo: 0.6,
    minutesBetween: 7,
    unread: 1,
    lines: [
      ['noor', 'Do you have a minute for the drift patch? I’d like a second pair of eyes before I push it.'],
      ['iris', 'In ten minutes?'],
      ['noor', 'Perfect.'],
      ['iris', 'Reading it now. Why is the slope computed from the first *two* points only?'],
      ['noor', 'Because the table is monotone down there and a fit over three made it worse above 40 °C.'],
      ['iris', 'Then please write that into the comment, and it’s good from my side.'],
      ['noor', 'Done. It is on branch `fix/cold-table`, could you start the cold chamber from there?'],
    ],
  },
  {
    to: { direct: ['tomasz'] },
    endedHoursAgo: 26,
    minutesBetween: 11,
    lines: [
      ['tomasz', 'I’m bringing arm B back to the lab tomorrow. Is there room?'],
      ['iris', 'Bench 4 is free from noon on.'],
      ['tomasz', 'Great, see you then.'],
    ],
  },
  {
    to: { direct: ['mei', 'ravi'] },
    endedHoursAgo: 7,
    minutesBetween: 14,
    lines: [
      ['mei', 'Who of us flies to Tromsø? The organizers want names by Wednesday.'],
      ['ravi', 'I’d like to, if nobody minds. I have never seen polar lights.'],
      ['iris', 'Go! I’ll stay with the release.'],
      ['mei', 'Then Ravi and me. @**Ravi Sen** please bring the small toolbox, mine is in Bergen.'],
      ['ravi', 'Will do. And the spare encoder.'],
      ['mei', 'You are an optimist.'],
    ],
  },
  {
    to: { direct: ['yusra'] },
    endedHoursAgo: 49,
    minutesBetween: 18,
    lines: [
      ['yusra', 'هل يمكنك مراجعة نصوص اللوحة العربية؟ I mean only the layout, not the words :)'],
      ['iris', 'Gladly, send me the pictures.'],
      ['yusra', 'Thank you! Tomorrow.'],
    ],
  },
  {
    to: { direct: ['ada', 'mei', 'noor', 'tomasz', 'hana'] },
    endedHoursAgo: 72,
    minutesBetween: 31,
    lines: [
      ['ada', 'Quick question to all of you: is the Tuesday meeting worth an hour?'],
      ['tomasz', 'Half an hour would do.'],
      ['noor', 'Half an hour, and written updates before.'],
      ['hana', 'It is 17:00 for me, so shorter is better.'],
      ['iris', 'Half an hour.'],
      ['ada', 'Half an hour it is, from next week on.'],
    ],
  },
]
