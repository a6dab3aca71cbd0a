import type { PersonKey, StreamName } from './people.ts'

/**
 * A conversation that recurs with other places and numbers: `{city}`, `{unit}`, `{n}`, `{part}`, `{day}` are
 * substituted, and the speakers are A, B and C.
 */
export interface Script {
  readonly stream: StreamName
  readonly topic: string
  readonly cast: readonly PersonKey[]
  readonly lines: readonly string[]
}

export const cities = [
  ...['Bergen', 'Lisbon', 'Kraków', 'Osaka', 'Porto', 'Turin', 'Galway', 'Tromsø', 'Lagos', 'Pune', 'Amman', 'Gdańsk'],
  ...['Malmö', 'Recife', 'Brno', 'Durban', 'Haifa', 'Utrecht', 'Nantes', 'Varna', 'Aveiro', 'Ulm', 'Oulu', 'Kyoto'],
]
export const parts = [
  'encoder cable',
  'brake disc',
  'gripper plate',
  'door switch',
  'fan',
  'fuse',
  'wrist seal',
  'panel frame',
]
export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** Each line is `A: words`; A, B and C are different people. */
export const scripts: readonly Script[] = [
  {
    stream: 'field-reports',
    topic: '{city}, unit {unit}',
    cast: ['yusra', 'mei', 'leo', 'femi', 'tomasz', 'elena', 'lucia'],
    lines: [
      'A: {city} reports that unit {unit} stops with error {n} after about an hour. They restart it and it runs again.',
      'B: Is it always after an hour, or always in the afternoon?',
      'A: Good question. In the afternoon. The sun is on the cabinet then.',
      'B: Then it is the fan. {n} is what the drive says when it is over 85 °C.',
      'A: They cleaned the filter and it has been running since {day}. Thank you!',
    ],
  },
  {
    stream: 'field-reports',
    topic: '{city}: spare {part}',
    cast: ['leo', 'anna', 'mei', 'sofie', 'hugo'],
    lines: [
      'A: {city} needs a new {part} for unit {unit}. Do we have one?',
      'B: Two on the shelf in Drammen. I can send one today.',
      'A: Please do, and put a second one on the order. They ask every spring.',
      'B: Sent. It should be there on {day}.',
    ],
  },
  {
    stream: 'field-reports',
    topic: 'Photos from {city}',
    cast: ['yusra', 'femi', 'elena', 'mei', 'lucia'],
    lines: [
      'A: I was in {city} yesterday. Unit {unit} looks as on its first day after 9 000 hours; they wipe it down every evening.',
      'B: Can we have that as a picture for the manual?',
      'A: They said yes, as long as nobody sees the recipe on the board behind it.',
      'C: I can blur the board. Send me the big file, please.',
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'review of #{n}',
    cast: ['noor', 'ravi', 'tomasz', 'viktor', 'david', 'kenji'],
    lines: [
      'A: #{n} is ready for review. It is long, but half of it is tests.',
      'B: Reading. Why is the buffer 64 bytes and not the size of the frame?',
      'A: Because the old boot loader only clears 64. I’ll add a comment.',
      'B: With the comment it’s fine. :+1:',
      'A: Merged.',
    ],
  },
  {
    stream: 'arm-firmware',
    topic: 'flaky test: `test_home_{n}`',
    cast: ['viktor', 'noor', 'ravi', 'david'],
    lines: [
      'A: `test_home_{n}` failed again last night, the third time this month.',
      'B: It waits for a fixed time instead of the switch. I always wanted to mend that.',
      'A: I can do it on {day}, if nobody is faster.',
      'C: It is three lines:\n```c\nwhile (!switch_closed(joint) && elapsed_ms() < LIMIT_MS)\n  sleep_until_interrupt();\n```',
      'A: Two hundred runs and no failure. Merged, thanks!',
    ],
  },
  {
    stream: 'perception',
    topic: 'labels from {city}',
    cast: ['hana', 'kenji', 'yusra', 'david', 'aisha'],
    lines: [
      'A: The labels from {city} are in: {n} pictures, and every box has a corner marked.',
      'B: How many are doubtful?',
      'A: About one in thirty, mostly where the foil reflects.',
      'B: Leave those out of the training and put them into the test. They are what we will see there.',
    ],
  },
  {
    stream: 'perception',
    topic: 'camera {unit} out of focus',
    cast: ['hana', 'kenji', 'mei', 'matteo'],
    lines: [
      'A: Camera {unit} is soft on the left side. The calibration passes, but only just.',
      'B: Did somebody lean on the bracket?',
      'A: There is a boot print on the base plate, so: yes.',
      'B: Straighten it, calibrate twice, and put a yellow sticker on it.',
      'A: 0.08 px now. Sticker is on.',
    ],
  },
  {
    stream: 'design',
    topic: 'icon for “{part}”',
    cast: ['nina', 'chloe', 'oskar', 'marta'],
    lines: [
      'A: I need an icon for “{part}” that works at 24 pixels. Three drafts are on the board.',
      'B: The second. The first looks like a fish.',
      'C: The second, but with a thicker line, or it vanishes on the old panels.',
      'A: Second with 2 px it is.',
    ],
  },
  {
    stream: 'panel',
    topic: 'build {n} on the bench',
    cast: ['oskar', 'viktor', 'aisha', 'chloe', 'nina', 'priya'],
    lines: [
      'A: Build {n} is on the bench panel. Please press everything.',
      'B: Language switch works, also from right to left. The clock jumps by one pixel when it turns the minute.',
      'C: Not any more, if you take {n} with tabular figures. Try again?',
      'B: Steady. :ok:',
    ],
  },
  {
    stream: 'motors',
    topic: 'bearing noise, batch {unit}',
    cast: ['pavel', 'matteo', 'tomasz', 'anna', 'noah'],
    lines: [
      'A: Batch {unit} hums at 1 200 rpm. Not loud, but I hear it through the table.',
      'B: Grease or ball?',
      'A: Grease. After ten minutes warm it is gone.',
      'B: Then note it on the sheet and let it pass. I’ll talk to the supplier on {day}.',
    ],
  },
  {
    stream: 'safety',
    topic: 'near miss in {city}',
    cast: ['ingrid', 'grace', 'david', 'mei', 'noor'],
    lines: [
      'A: Near miss in {city}: somebody reached over the light curtain to straighten a box. The arm stopped in time.',
      'B: How high is the curtain?',
      'A: 110 cm. With a pallet on the floor one stands higher.',
      'B: Then 140, or no pallet. I’ll write to them today.',
      'A: They moved the pallets and ordered the higher one.',
    ],
  },
  {
    stream: 'customers',
    topic: 'Visit to {city}',
    cast: ['lucia', 'sofie', 'elena', 'femi', 'mei', 'ada'],
    lines: [
      'A: Back from {city}. Two lines, six arms next year if the first one does well.',
      'B: What matters to them?',
      'A: Cleaning. They wash everything at 60 °C every night.',
      'B: Then the white pads and the closed wrist. I’ll add both to the offer.',
      'A: Offer {n} went out this morning.',
    ],
  },
  {
    stream: 'purchasing',
    topic: 'order {n}: {part}',
    cast: ['anna', 'hugo', 'grace', 'jonas', 'matteo'],
    lines: [
      'A: Order {n} ({part}, 400 pieces) is late by a week. They blame the harbour.',
      'B: Do we have enough until then?',
      'A: For nine days. It will be close.',
      'B: I’ll ask whether they can send fifty by air.',
      'A: Fifty came on {day}. All is well.',
    ],
  },
  {
    stream: 'production',
    topic: 'arm {unit} leaves the hall',
    cast: ['jonas', 'ingrid', 'noah', 'pavel', 'hugo'],
    lines: [
      'A: Arm {unit} passed the 24-hour run. Repeatability 0.03 mm.',
      'B: Papers are printed and in the box.',
      'A: The lorry comes on {day} at seven.',
    ],
  },
  {
    stream: 'standup',
    topic: 'week {n}',
    cast: ['noor', 'ravi', 'tomasz', 'hana', 'oskar', 'chloe', 'viktor', 'aisha', 'kenji', 'david'],
    lines: [
      'A: **Yesterday** read the drive’s manual again, found the missing bit. **Today** write it down. **In the way** nothing.',
      'B: **Yesterday** reviews. **Today** the second half of the calibration writer. **In the way** I need arm B for an hour.',
      'C: **Yesterday** at the dentist. **Today** the panel’s clock. **In the way** my tooth.',
    ],
  },
  {
    stream: 'office-oslo',
    topic: 'visitors on {day}',
    cast: ['ingrid', 'erik', 'jonas', 'noor', 'ada'],
    lines: [
      'A: Eight visitors from {city} on {day}. Who can show them the lab?',
      'B: I can, from ten to eleven.',
      'A: Lovely. I’ll order sandwiches for twelve.',
    ],
  },
  {
    stream: 'it-help',
    topic: 'ticket {n}',
    cast: ['marta', 'amir', 'erik', 'aisha', 'elena', 'noah', 'hugo'],
    lines: [
      'A: The printer on the second floor prints everything twice.',
      'B: It thinks that it has two trays. Turn it off, count to ten, turn it on.',
      'A: Now it prints nothing.',
      'B: Once more, please. It is shy.',
      'A: It works. I do not want to know why.',
    ],
  },
  {
    stream: 'food',
    topic: 'recipe no. {n}',
    cast: ['tomasz', 'marta', 'priya', 'lucia', 'amir', 'kenji'],
    lines: [
      'A: For those who asked:\n\n1. 500 g of flour, 250 ml of warm water, salt\n2. knead, rest, roll\n3. fill with what you like\n4. four minutes in boiling water',
      'B: And how much salt?',
      'A: My grandmother says “enough”. A teaspoon.',
    ],
  },
  {
    stream: 'outdoors',
    topic: 'Sunday, {city} or nearer',
    cast: ['jonas', 'oskar', 'sofie', 'ingrid', 'ravi', 'hugo'],
    lines: [
      'A: Snow is coming. Who is in for Sunday?',
      'B: Me, if we are back by four.',
      'C: Me too. I have a spare pair of skis, size 42 boots.',
      'A: Meet at the tram at <time:2026-11-22T09:00:00+01:00>.',
    ],
  },
  {
    stream: 'general',
    topic: 'found in the kitchen: {part}',
    cast: ['noah', 'elena', 'hugo', 'tomasz', 'grace', 'matteo'],
    lines: [
      'A: Somebody left a {part} in the fridge.',
      'B: That is mine! It had to be cold for a test.',
      'A: Next to the yoghurt?',
      'B: It is in a bag. With a label. Mostly.',
    ],
  },
  {
    stream: 'partner-dublin',
    topic: 'line {unit}',
    cast: ['sam', 'julia', 'mei', 'nina', 'lucia'],
    lines: [
      'A: Line {unit} runs since this morning. The operators like the words on the panel.',
      'B: Which ones did they laugh about?',
      'A: “You stopped the arm.” They say it sounds like their mothers.',
    ],
  },
  {
    stream: 'reading-corner',
    topic: 'no. {n} on the shelf',
    cast: ['hana', 'ada', 'leo', 'chloe', 'elena', 'david'],
    lines: [
      'A: I put a copy of “The Summer Book” on the shelf by the window. Take it, read it, pass it on.',
      'B: I read it every June.',
      'C: Then it is my turn. Thanks!',
    ],
  },
]
