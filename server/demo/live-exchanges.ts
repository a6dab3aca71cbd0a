import type { PersonKey, StreamName } from './people.ts'
import { cities, days, parts } from './scripts.ts'
import type { Seeded } from '../generate/seeded.ts'

/**
 * A short conversation in a topic of the demo. `{city}`, `{n}` and other slots get the same words in all lines; later
 * lines answer earlier ones.
 */
export interface Exchange {
  readonly stream: StreamName
  readonly topic: string
  readonly lines: readonly (readonly [PersonKey, string])[]
}

const dishes = ['pierogi', 'bigos', 'jollof', 'lasagne', 'dal', 'ramen', 'fish soup', 'moussaka', 'shakshuka', 'tacos']
const books = [
  ...['“The Left Hand of Darkness”', '“Invisible Cities”', '“Seeing Like a State”', '“The Periodic Table”'],
  ...['“The Design of Everyday Things”', '“Middlemarch”', '“Kokoro”', '“The Summer Book”', '“Things Fall Apart”'],
]
const phrases = [
  ...['Axis not referenced', 'Trajectory infeasible', 'Payload exceeded', 'Homing incomplete', 'Zone occupied'],
  ...['Teach mode active', 'Tool not calibrated', 'Deadman released', 'Watchdog elapsed', 'Brake test overdue'],
]

/** Words for the slots of an exchange. */
export function exchangeWords(random: Seeded): Readonly<Record<string, string>> {
  const tenths = (from: number, to: number) => (from + random.below((to - from) * 10 + 1) / 10).toFixed(1)
  const between = (from: number, to: number) => String(from + random.below(to - from + 1))
  return {
    city: random.pick(cities),
    part: random.pick(parts),
    day: random.pick(days),
    dish: random.pick(dishes),
    book: random.pick(books),
    phrase: random.pick(phrases),
    unit: between(420, 599).padStart(4, '0'),
    n: between(413, 999),
    cold: between(4, 22),
    percent: between(3, 60),
    few: between(3, 19),
    many: between(140, 980),
    tenths: tenths(1.5, 9),
    volts: tenths(20, 25),
    time: `${between(9, 16)}:${between(1, 5)}0`,
  }
}

export const exchanges: readonly Exchange[] = [
  {
    stream: 'arm-firmware',
    topic: 'encoder drift on cold start',
    lines: [
      ['ravi', 'Unit {unit} went through the chamber at −{cold} °C: 0.0{few}° of drift after {many} s.'],
      ['tomasz', 'Is that joint 3 of {unit} alone, or all of them?'],
      ['ravi', 'Joint 3. The others of {unit} stay below 0.00{few}°.'],
      [
        'noor',
        'Then I would leave the table as it is, and write −{cold} °C into the data sheet with {unit} as the example.',
      ],
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'encoder drift on cold start',
    lines: [
      ['hana', 'The {city} cell was at −{cold} °C this morning. Which gain does the table give there?'],
      ['noor', '0.9{percent}, measured, not extrapolated. What do you see in {city}?'],
      ['hana', 'An edge that wanders by {tenths} pixels in the first {few} minutes, then nothing.'],
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'encoder drift on cold start',
    lines: [
      ['tomasz', 'Who has the chamber on {day} at {time}? I have a wrist with {many} hours on it.'],
      ['ravi', '{day} at {time} is yours. Please leave it at −{cold} °C when you go, I continue from there.'],
      ['tomasz', 'Will do. −{cold} °C, and the key is in drawer {few}.'],
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'release 2.4',
    lines: [
      ['ravi', 'PR-{n} is ready: the {part} is found at start-up instead of being configured.'],
      ['noor', 'Reading PR-{n} now. What happens without the {part}?'],
      ['ravi', 'The arm says so and stays where it is, for {few} seconds at most.'],
      ['noor', 'Approved, PR-{n} can go in.'],
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'release 2.4',
    lines: [
      ['ada', 'How many of the {few} open points of 2.4 are left on {day}?'],
      ['noor', 'Two, if PR-{n} goes in today. Both are about the {part}.'],
      ['nina', 'I need the final words for the {part} by {day}, {time}.'],
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'release 2.4',
    lines: [
      ['viktor', 'PR-{n} makes homing {percent} % quicker on the small arm. {tenths} s instead of what it was.'],
      ['tomasz', 'Does the large arm lose anything by PR-{n}?'],
      ['viktor', 'No, {many} runs overnight and not one was slower.'],
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'CAN bus timeouts',
    lines: [
      ['leo', '{many} hours on {few} m of cable in {city}, and not a single bus-off.'],
      ['noor', 'At which load? {city} had {percent} % last week.'],
      ['leo', '{percent} % on average, with peaks when the {part} is polled.'],
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'CAN bus timeouts',
    lines: [
      ['ravi', 'Unit {unit} counts {few} error frames an hour since {day}.'],
      ['tomasz', 'Loose {part}? On {unit} it sits right beside the brake.'],
      ['ravi', 'You were right: the {part} of {unit} was two turns loose. Zero since {time}.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Bergen, unit 0417',
    lines: [
      ['yusra', 'Bergen reports {many} picks without a stop since {day}.'],
      ['mei', 'And the pads? They had {percent} % left at the last look.'],
      ['yusra', '{percent} % still, measured at {time}. The blue ones do not mind the oil.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Bergen, unit 0417',
    lines: [
      ['mei', 'The old pads came with the crate: {tenths} mm are left of 10, and they smell of cod.'],
      [
        'tomasz',
        '{tenths} mm is {percent} % more wear than on cardboard. I would like to keep one for the test bench.',
      ],
      ['mei', 'Number {few} is on your desk, in two bags.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Bergen, unit 0417',
    lines: [
      ['yusra', 'They ask for a second arm in the same hall, beside line {few}.'],
      [
        'femi',
        'Then it should get blue pads and a stainless {part} from the start. I can quote for line {few} by {day}.',
      ],
      ['yusra', 'Thank you! I’ll tell them {day}.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Gripper pads: which colour for what',
    lines: [
      ['leo', '{city} packs wet glass at {few} °C. Blue, or does the cold change anything?'],
      ['mei', 'Blue, down to −{cold} °C. Below that they get hard; we tried in {city} last winter.'],
      ['leo', 'Sent {few} sets of blue to {city}.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Gripper pads: which colour for what',
    lines: [
      ['elena', 'Is there a pad for chocolate? {city} runs {many} boxes an hour at {few} °C.'],
      ['mei', 'White. And ask {city} to wash them every {few} days, or the grip goes down by {percent} %.'],
      ['elena', 'That is what they see: {percent} %. They will wash them.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Lisbon: noise from joint 5',
    lines: [
      ['leo', 'Lisbon again, unit {unit} this time: the chirp is back at {volts} V.'],
      ['ravi', 'Then the supply of {unit} sags. Could you measure while the {part} moves?'],
      ['leo', 'It does: {volts} V at rest, {tenths} V less when it moves. A new supply comes on {day}.'],
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Lisbon: noise from joint 5',
    lines: [
      ['ravi', 'For the list: a chirp at {many} Hz is the brake, at {percent} Hz it is the {part}.'],
      ['tomasz', 'May I put the {many} Hz into the service manual, page {few}?'],
      ['ravi', 'Please do, and {percent} Hz on the same page.'],
    ],
  },
  {
    stream: 'design',
    topic: 'status light colours',
    lines: [
      ['sam', '{few} operators in {city} have seen the pulsing amber, and {few} of them waited. A full score.'],
      ['nina', 'Lovely. How bright was it in {city}? I drew it for {percent} %.'],
      ['sam', '{percent} % is right inside; by the loading door they would like more.'],
    ],
  },
  {
    stream: 'design',
    topic: 'status light colours',
    lines: [
      ['nina', 'White at {percent} % looks blue beside the new lamps in {city}. Here is one that stays white.'],
      ['hana', 'My camera agrees. It saw {percent} % too much blue before, and {few} % now.'],
      ['mei', 'Then let’s take it, and send the {city} cell the first ring.'],
    ],
  },
  {
    stream: 'design',
    topic: 'words on the panel',
    lines: [
      ['nina', 'Next on my list: “{phrase}” (shown {many} times last month). What does the operator have to do?'],
      ['tomasz', 'For “{phrase}”: press the button twice, {few} times out of 20 it is enough to wait.'],
      ['yusra', '“{phrase}” has no short form in Arabic. A verb first would help: it saves {percent} % of the width.'],
      ['nina', 'A verb first, then. “{phrase}” is done, {few} to go.'],
    ],
  },
  {
    stream: 'design',
    topic: 'words on the panel',
    lines: [
      [
        'oskar',
        'The screen about the {part} has {many} letters. {percent} % of the people in {city} stop after the first line.',
      ],
      ['nina', 'What is its first line now? {many} letters are three screens.'],
      ['oskar', 'The part number. The {part} itself comes on line {few}.'],
    ],
  },
  {
    stream: 'general',
    topic: 'lunch on Friday',
    lines: [
      ['tomasz', 'This week it is {dish}. I am at {few} plates, who else?'],
      ['noor', 'Me! I love {dish}. At {time}, as always?'],
      ['tomasz', '{time}, kitchen on the second floor. The {dish} stays warm for {few} minutes.'],
    ],
  },
  {
    stream: 'general',
    topic: 'lunch on Friday',
    lines: [
      ['marta', 'I could make {dish} for {few} if somebody buys the tomatoes on {day}.'],
      ['ravi', 'I pass the market on {day} at {time}. How many kilos for {few}?'],
      ['marta', '{tenths} kg for the {dish}, and basil if it looks good.'],
    ],
  },
  {
    stream: 'general',
    topic: 'books',
    lines: [
      ['hana', 'I am on page {many} of {book} and do not want it to end.'],
      ['ada', '{book} was my companion on the train to {city}. Page {many}, is that the letter?'],
      ['hana', 'It is! You remember it well. {book} goes back to the shelf on {day}.'],
    ],
  },
  {
    stream: 'general',
    topic: 'books',
    lines: [
      ['leo', 'Does somebody have {book}? The library in {city} has a queue of {few}.'],
      ['elena', 'Mine is free from {day} on. {book} is in the {city} bag, please keep my notes on page {many}.'],
    ],
  },
  {
    stream: 'general',
    topic: 'the coffee machine',
    lines: [
      ['ravi', 'The machine counts {many} cups since {day}. It asks for a new filter.'],
      ['noor', 'There are {few} filters in the drawer below. I have written “{many}” on the list.'],
      ['ravi', 'Filter number {few} is in. It tastes of coffee again.'],
    ],
  },
  {
    stream: 'general',
    topic: 'the coffee machine',
    lines: [
      ['ingrid', 'Beans from {city} this week, {tenths} kg. Who was that?'],
      ['leo', 'Guilty. {city} smelled too good to bring nothing but {few} stroopwafels.'],
      ['ingrid', 'Thank you! {tenths} kg will last until {day}.'],
    ],
  },
  {
    stream: 'perception',
    topic: 'glare on wet boxes',
    lines: [
      ['hana', 'New set from {city}: {few} wrong edges out of {many}, with two exposures.'],
      ['mei', 'How many of the {few} were torn boxes?'],
      ['hana', 'All but one. That one had a {part} lying on it.'],
      ['kenji', 'I can teach it the {part}: {many} pictures are enough.'],
    ],
  },
  {
    stream: 'perception',
    topic: 'glare on wet boxes',
    lines: [
      ['noor', 'The merge takes {tenths} ms on the small board. Is {percent} % of a frame still fine for you?'],
      ['hana', '{percent} % is fine, we have room until 70. Does it stay at {tenths} ms when it is warm?'],
      ['noor', 'It does, I ran it for {many} minutes in the sun.'],
    ],
  },
  {
    stream: 'perception',
    topic: 'lidar firmware 7',
    lines: [
      ['yusra', 'The vendor answered ticket {n}: byte 42 stays, and firmware 7.{few} will say so in the manual.'],
      ['hana', 'Then {city} can be unpinned after 7.{few}?'],
      ['yusra', 'After {many} hours of test, yes. I begin on {day}.'],
    ],
  },
  {
    stream: 'perception',
    topic: 'lidar firmware 7',
    lines: [
      ['kenji', '7.{few} on the test cell since {time}: {many} packets, none in the wrong order.'],
      ['yusra', 'And the range in rain? 7 lost {percent} % there before.'],
      ['kenji', 'It rains on {day}, they say. I’ll compare with the {percent} % then.'],
    ],
  },
  {
    stream: 'leads',
    topic: 'planning for spring',
    lines: [
      ['ada', 'The outdoor arm has {few} requests from {city} alone. Do we still say May?'],
      ['noor', 'May, with {percent} % of the tests done. {city} would be number {few} on the list.'],
      ['mei', '{city} can live with that if they hear it before {day}.'],
    ],
  },
  {
    stream: 'leads',
    topic: 'planning for spring',
    lines: [
      ['priya', 'The second supplier offers {many} motors a month at {percent} % less.'],
      ['noor', 'I’d take {few} of them to the bench first. {many} is more than we need until June.'],
      ['ada', 'Order the {few}, and let’s talk about the {percent} % on {day}.'],
    ],
  },
]
