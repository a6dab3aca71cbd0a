/** The people of the demo organization; `key` is their name in the threads. */
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
  { key: 'fleet', name: 'Fleet Bot', email: 'fleet-bot@alder.example', role: 400, timezone: '', isBot: true },
  { key: 'tickets', name: 'Ticket Bot', email: 'ticket-bot@alder.example', role: 400, timezone: '', isBot: true },
  { key: 'erik', name: 'Erik Solheim', email: 'erik@alder.example', role: 200, timezone: 'Europe/Oslo' },
  { key: 'priya', name: 'Priya Raman', email: 'priya@alder.example', role: 300, timezone: 'Asia/Kolkata', hue: 40 },
  { key: 'anna', name: 'Anna Kowalska', email: 'anna@alder.example', role: 400, timezone: 'Europe/Warsaw' },
  { key: 'jonas', name: 'Jonas Berg', email: 'jonas@alder.example', role: 400, timezone: 'Europe/Oslo', hue: 170 },
  { key: 'lucia', name: 'Lucía Márquez', email: 'lucia@alder.example', role: 400, timezone: 'Europe/Madrid' },
  { key: 'oskar', name: 'Oskar Nyberg', email: 'oskar@alder.example', role: 400, timezone: 'Europe/Stockholm' },
  { key: 'femi', name: 'Femi Adeyemi', email: 'femi@alder.example', role: 400, timezone: 'Africa/Lagos', hue: 265 },
  { key: 'ingrid', name: 'Ingrid Dahl', email: 'ingrid@alder.example', role: 400, timezone: 'Europe/Oslo' },
  { key: 'pavel', name: 'Pavel Novák', email: 'pavel@alder.example', role: 400, timezone: 'Europe/Prague' },
  { key: 'grace', name: 'Grace Mbeki', email: 'grace@alder.example', role: 400, timezone: 'Africa/Johannesburg' },
  { key: 'kenji', name: '田中 健二', email: 'kenji@alder.example', role: 400, timezone: 'Asia/Tokyo' },
  { key: 'marta', name: 'Marta Ferrari', email: 'marta@alder.example', role: 400, timezone: 'Europe/Rome', hue: 5 },
  { key: 'david', name: 'David Levi', email: 'david@alder.example', role: 400, timezone: 'Asia/Jerusalem' },
  { key: 'sofie', name: 'Sofie Jansen', email: 'sofie@alder.example', role: 400, timezone: 'Europe/Amsterdam' },
  { key: 'amir', name: 'امیر تهرانی', email: 'amir@alder.example', role: 400, timezone: 'Asia/Tehran' },
  { key: 'chloe', name: 'Chloé Moreau', email: 'chloe@alder.example', role: 400, timezone: 'Europe/Paris' },
  { key: 'matteo', name: 'Matteo Ricci', email: 'matteo@alder.example', role: 400, timezone: 'Europe/Rome' },
  { key: 'hugo', name: 'Hugo Lindgren', email: 'hugo@alder.example', role: 400, timezone: 'Europe/Stockholm' },
  { key: 'aisha', name: 'Aisha Khan', email: 'aisha@alder.example', role: 400, timezone: 'Asia/Karachi', hue: 80 },
  { key: 'viktor', name: 'Viktor Petrov', email: 'viktor@alder.example', role: 400, timezone: 'Europe/Sofia' },
  { key: 'elena', name: 'Elena Costa', email: 'elena@alder.example', role: 400, timezone: 'Europe/Lisbon' },
  { key: 'noah', name: 'Noah Weber', email: 'noah@alder.example', role: 400, timezone: 'Europe/Berlin' },
  { key: 'julia', name: 'Júlia Szabó', email: 'julia@partner.example', role: 600, timezone: 'Europe/Budapest' },
  { key: 'bjorn', name: 'Bjørn Aas', email: 'bjorn@alder.example', role: 400, timezone: 'Europe/Oslo', hasLeft: true },
  {
    key: 'clara',
    name: 'Clara Hofmann',
    email: 'clara@alder.example',
    role: 400,
    timezone: 'Europe/Vienna',
    hasLeft: true,
  },
  { key: 'tim', name: 'Tim Aalto', email: 'tim@alder.example', role: 400, timezone: 'Europe/Helsinki', hasLeft: true },
] as const

/** The account for visitors of the demo. */
export const demoUser = 'iris'

export type PersonKey = (typeof people)[number]['key']

/** The password of every demo account. */
export const demoPassword = 'skein-demo'

interface DemoStream {
  readonly name: string
  readonly description: string
  readonly color: string
  readonly pin?: boolean
  readonly muted?: boolean
  readonly policy?: number
  readonly isDefault?: boolean
  /** The subscribers of a private stream. */
  readonly private?: readonly PersonKey[]
  /** The subscribers of a public stream; all users except guests if absent. */
  readonly readers?: readonly PersonKey[]
}

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
  {
    name: 'announcements',
    description: 'News for everybody; administrators write here',
    color: '#f08c00',
    policy: 2,
    isDefault: true,
  },
  { name: 'design', description: 'Shapes, colours, words and why', color: '#e64980' },
  { name: 'general', description: 'Everything that has no other place', color: '#7048e8', isDefault: true },
  { name: 'perception', description: 'Cameras, lidar and what the arms think they see', color: '#1098ad' },
  { name: 'build-log', description: 'The machines talk here', color: '#adb5bd', muted: true },
  {
    name: 'leads',
    description: 'Planning, private',
    color: '#c92a2a',
    private: ['iris', 'ada', 'mei', 'noor', 'erik', 'priya'],
  },
  {
    name: 'panel',
    description: 'The touch panel and everything that is drawn on it',
    color: '#d6336c',
    readers: ['nina', 'oskar', 'chloe', 'marta', 'aisha', 'viktor', 'priya'],
  },
  {
    name: 'motors',
    description: 'Windings, brakes, bearings',
    color: '#5c940d',
    readers: ['tomasz', 'pavel', 'anna', 'matteo', 'kenji', 'noah'],
  },
  {
    name: 'safety',
    description: 'Stops, fences and the people beside the arm',
    color: '#e8590c',
    readers: ['iris', 'ingrid', 'noor', 'mei', 'david', 'grace', 'erik'],
  },
  {
    name: 'release-notes',
    description: 'What changes for customers, in their words',
    color: '#364fc7',
    readers: ['iris', 'nina', 'noor', 'ada', 'lucia', 'sofie'],
  },
  {
    name: 'customers',
    description: 'Visits, offers, wishes',
    color: '#2b8a3e',
    readers: ['mei', 'lucia', 'leo', 'elena', 'sofie', 'ada', 'femi'],
  },
  {
    name: 'purchasing',
    description: 'Who delivers what, when, and for how much',
    color: '#862e9c',
    readers: ['anna', 'hugo', 'jonas', 'matteo', 'grace'],
  },
  {
    name: 'production',
    description: 'The hall in Drammen',
    color: '#a61e4d',
    readers: ['jonas', 'ingrid', 'hugo', 'pavel', 'anna', 'noah', 'femi'],
  },
  {
    name: 'fleet-alerts',
    description: 'What the arms in the field report by themselves',
    color: '#868e96',
    readers: ['mei', 'yusra', 'femi', 'leo', 'tomasz', 'grace'],
  },
  {
    name: 'standup',
    description: 'Yesterday, today, and what is in the way. In writing',
    color: '#0b7285',
    readers: ['noor', 'ravi', 'tomasz', 'hana', 'oskar', 'chloe', 'viktor', 'aisha', 'kenji', 'david'],
  },
  {
    name: 'hiring',
    description: 'Interviews and who takes part',
    color: '#087f5b',
    private: ['ada', 'erik', 'priya', 'mei', 'ingrid'],
  },
  {
    name: 'office-oslo',
    description: 'Keys, heating, the coffee machine’s relatives',
    color: '#e67700',
    readers: ['iris', 'ada', 'noor', 'jonas', 'ingrid', 'erik', 'ravi'],
  },
  {
    name: 'office-lagos',
    description: 'Generator times and visitors',
    color: '#1864ab',
    readers: ['mei', 'femi', 'grace'],
  },
  {
    name: 'reading-corner',
    description: 'What we read',
    color: '#c2255c',
    readers: ['hana', 'ada', 'leo', 'chloe', 'elena', 'david'],
  },
  {
    name: 'food',
    description: 'Recipes, restaurants, regrets',
    color: '#f76707',
    readers: ['tomasz', 'marta', 'priya', 'lucia', 'amir', 'kenji', 'noor'],
  },
  {
    name: 'outdoors',
    description: 'Skis, bikes, boats',
    color: '#37b24d',
    readers: ['jonas', 'ingrid', 'oskar', 'sofie', 'ravi', 'hugo'],
  },
  {
    name: 'partner-dublin',
    description: 'Shared with O’Connell Automation',
    color: '#3bc9db',
    private: ['sam', 'julia', 'mei', 'nina', 'lucia'],
  },
  {
    name: 'it-help',
    description: 'Passwords, printers, VPN',
    color: '#495057',
    isDefault: true,
    readers: ['amir', 'erik', 'aisha', 'noah', 'elena', 'marta', 'hugo', 'julia'],
  },
] as const satisfies readonly DemoStream[]

export type StreamName = (typeof streams)[number]['name']
