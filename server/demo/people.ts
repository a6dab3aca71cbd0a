/** The people of the demo organization; `key` is how the threads name them. */
export const people = [
  { key: 'iris', name: 'Iris Lindqvist', email: 'iris@alder.example', role: 200, timezone: 'Europe/Stockholm' },
  { key: 'ada', name: 'Ada Brandt', email: 'ada@alder.example', role: 100, timezone: 'Europe/Oslo', hue: 210 },
  { key: 'noor', name: 'Noor Haddad', email: 'noor@alder.example', role: 400, timezone: 'Europe/Oslo' },
  { key: 'mei', name: 'Mei Okafor', email: 'mei@alder.example', role: 300, timezone: 'Africa/Lagos' },
  { key: 'ravi', name: 'Ravi Sen', email: 'ravi@alder.example', role: 400, timezone: 'Asia/Kolkata' },
  { key: 'tomasz', name: 'Tomasz Lis', email: 'tomasz@alder.example', role: 400, timezone: 'Europe/Warsaw', hue: 110 },
  { key: 'yusra', name: 'يسرى القاسم', email: 'yusra@alder.example', role: 400, timezone: 'Asia/Amman' },
  { key: 'hana', name: '森 花', email: 'hana@alder.example', role: 400, timezone: 'Asia/Tokyo', hue: 320 },
  { key: 'leo', name: 'Leo Ferreira dos Santos', email: 'leo@alder.example', role: 400, timezone: 'America/Sao_Paulo' },
  { key: 'nina', name: 'Nina Vogel', email: 'nina@alder.example', role: 400, timezone: 'Europe/Berlin' },
  { key: 'sam', name: 'Sam O’Connell', email: 'sam@partner.example', role: 600, timezone: 'Europe/Dublin' },
  { key: 'build', name: 'Build Bot', email: 'build-bot@alder.example', role: 400, timezone: '', isBot: true },
] as const

/** Whom newcomers sign in as. */
export const demoUser = 'iris'

export type PersonKey = (typeof people)[number]['key']

/** The password of every person of the demo. */
export const demoPassword = 'skein-demo'

export const streams = [
  {
    name: 'arm-firmware',
    description: 'Joint controllers, from bootloader to torque loop',
    color: '#4263eb',
    pin: true,
  },
  {
    name: 'field-reports',
    description: 'What customers see. Photos and serial numbers, please',
    color: '#2f9e44',
    pin: true,
  },
  { name: 'announcements', description: 'News for everybody; administrators write here', color: '#f08c00', policy: 2 },
  { name: 'design', description: 'Shapes, colours, words and why', color: '#e64980' },
  { name: 'general', description: 'Everything that has no other place', color: '#7048e8' },
  { name: 'perception', description: 'Cameras, lidar and what the arms think they see', color: '#1098ad' },
  { name: 'build-log', description: 'The machines talk here', color: '#adb5bd', muted: true },
  { name: 'leads', description: 'Planning, private', color: '#c92a2a', private: ['iris', 'ada', 'mei', 'noor'] },
] as const satisfies readonly {
  name: string
  description: string
  color: string
  pin?: boolean
  muted?: boolean
  policy?: number
  private?: readonly PersonKey[]
}[]

export type StreamName = (typeof streams)[number]['name']
