import type { Seeded } from './seeded.ts'

/** The words from which generated names and messages are combined. */
export const firstNames = (
  'Ada Amir Anna Anouk Ben Bo Carla Chen Dara Diego Elif Emil Eva Farid Fatou Femi Finn Greta Hana Hugo Ines Ivan Jana ' +
  'Joao Kaito Karim Kemi Lars Lea Lina Luca Mads Maja Marta Mei Milan Nadia Niko Noor Omar Oskar Paula Petra Rafael Ravi ' +
  'Rosa Sami Sara Selma Sven Tara Theo Tomas Uma Viktor Wanda Yara Yusuf Zoe'
).split(' ')

export const lastNames = (
  'Abbasi Adeyemi Andersen Baker Bianchi Brandt Cohen Costa Dahl Demir Diallo Eriksen Ferreira Fischer Garcia Haddad Hansen ' +
  'Ito Ivanova Jansen Jensen Kaya Khan Kim Kowalski Kumar Larsen Lindqvist Lis Lopez Meyer Moreau Mori Nowak Okafor Olsen ' +
  'Park Patel Petrov Quist Rossi Sato Schmidt Sen Silva Singh Svensson Tanaka Vogel Wang Weber Yilmaz Zhang'
).split(' ')

export const areas = (
  'motor gripper panel cable safety vision depot service supply paint test field export design training sales nordic alpine ' +
  'harbour winter'
).split(' ')

export const nouns =
  'planning reviews releases reports questions alarms measurements orders drawings incidents ideas tools standards deliveries'.split(
    ' ',
  )

export const topics = (
  'weekly summary|which version where|noise at start-up|new supplier|lunch on Friday|numbers for October|broken sensor|' +
  'travel plans|the slow belt|a better label|shift change|spare parts|training dates|power supply|first customer visit|' +
  'torque limits|door switch|calibration file|time zones|who has the key'
).split('|')

const openings = (
  'I looked at it this morning|The customer called again|We measured it twice|Good news from the lab|A short question|' +
  'As far as I can see|Since the last update|In the cold chamber|On the second arm|After lunch I tried it again|' +
  'The supplier says|According to the log|Before we forget|I agree with Tomas|Somebody moved the camera'
).split('|')

const middles = (
  'the encoder drifts by half a degree|the belt is slower than planned|both cables are fine|the new firmware behaves well|' +
  'we need another calibration|the report is missing two pages|the gripper drops wet boxes|nobody has the drawing|' +
  'the alarm came at four in the morning|the panel shows the wrong language|the test passes on my bench|' +
  'the order left on Tuesday|we can start with the small arm|the light was left on over night|the numbers look right'
).split('|')

const endings = (
  'so I will try the other one tomorrow.|and that is all for today.|which explains the noise.|but I would not change it yet.|' +
  'can somebody have a look?|thanks for the help!|let us talk about it at ten.|I have put the log into the folder.|' +
  'please tell the field team.|it took three minutes.|I am not sure why.|see the ticket for details.'
).split('|')

/** The text of a message. */
export function sentence(random: Seeded): string {
  return `${random.pick(openings)}: ${random.pick(middles)}, ${random.pick(endings)}`
}
