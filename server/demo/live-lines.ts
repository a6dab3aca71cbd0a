import type { PersonKey } from './people.ts'
import type { StreamName } from './people.ts'

/** A conversation that continues while the demo runs: its stream and topic, and the sender and text of each line. */
export interface LiveThread {
  readonly stream: StreamName
  readonly topic: string
  readonly lines: readonly (readonly [PersonKey, string])[]
}

export const liveThreads: readonly LiveThread[] = [
  {
    stream: 'arm-firmware',
    topic: 'encoder drift on cold start',
    lines: [
      ['ravi', 'Chamber is at −5 °C and falling. First arm goes in now.'],
      ['tomasz', 'Please log both encoders this time, not only joint 3.'],
      ['ravi', 'Both are on. 10 Hz is enough?'],
      ['tomasz', 'Plenty.'],
      ['ravi', '−12 °C: 0.02° of drift. That was 0.31° with the old table. :tada:'],
      ['noor', 'Beautiful. Leave it in until −20, I want the whole curve.'],
      ['hana', 'Could you also photograph the lens at the lowest point? We get frost in front of ours.'],
      ['ravi', 'Will do, the chamber has a window.'],
    ],
  },
  {
    stream: 'general',
    topic: 'lunch on Friday',
    lines: [
      ['leo', 'I am in Oslo on Friday after all! Two more plates, please, I bring my appetite.'],
      ['tomasz', 'Noted. That makes eleven.'],
      ['nina', 'I can bring the sour cream.'],
      ['tomasz', 'Then everything is taken care of. 12:15, kitchen on the second floor.'],
      ['noor', 'Is there anything to drink, or shall I stop at the shop?'],
      ['tomasz', 'Kompot! My mother sent six bottles.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Bergen, unit 0417',
    lines: [
      ['yusra', 'The blue pads arrived. They are changing them during the shift change at two.'],
      ['mei', 'Great. Ask them to keep the old ones, I want to look at the surface.'],
      ['yusra', 'They will send them back with the crate.'],
      ['yusra', 'First hour with the blue pads: no stop. The operator sends a thumbs-up.'],
      ['mei', 'Let’s wait for the night shift, that is when it happened most.'],
    ],
  },
  {
    stream: 'design',
    topic: 'status light colours',
    lines: [
      ['nina', 'Here is the pulse at 0.8 Hz. It reads as “waiting”, not as “broken”. I like it.'],
      ['sam', 'Shown to two operators this morning: both stayed away from the arm. That is what we wanted.'],
      ['mei', 'Then I would ship it in 2.4 as an option, off by default.'],
      ['nina', 'Fine with me.'],
    ],
  },
  {
    stream: 'perception',
    topic: 'glare on wet boxes',
    lines: [
      ['hana', 'Second batch: 2 wrong edges out of 500, both on the same torn box.'],
      ['yusra', 'A torn box would fool me, too.'],
      ['hana', 'I’ll write it up and hand the merge to the firmware team.'],
      ['noor', 'How much time does it need per frame?'],
      ['hana', '3.1 ms on the small board, 0.9 ms on the new one.'],
      ['noor', 'That fits.'],
    ],
  },
]

/** Replies of colleagues to a direct message, used in turn. */
export const replies: readonly string[] = [
  'Good point, let me check that and come back to you.',
  'I am in the lab right now, can I answer after two?',
  'Yes, that works for me. :+1:',
  'Thanks for telling me! I had not seen it.',
  'Hmm, I am not sure. Could you send me the log?',
  'Done. Please have a look whether it is what you meant.',
]

/** Replies of colleagues to a mention. */
export const answers: readonly string[] = [
  'On it.',
  'I’ll have a look this afternoon.',
  'Seen, thank you. I would do it the same way.',
  'Give me ten minutes, I am just finishing a test.',
]

/** Replies of colleagues to a question without a mention. */
export const questionReplies: readonly string[] = [
  'Good question. I’ll find out and write it here.',
  'I am not sure, let me look it up.',
  'Let me ask around, I’ll tell you here when I know.',
  'I would have to look. Give me until this afternoon.',
]

/** The emoji of their reactions. */
export const liveReactions: readonly string[] = ['+1', 'tada', 'eyes', 'heart', 'joy', 'raised_hands']
