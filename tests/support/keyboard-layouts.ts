import type { PressedKey } from '#renderer/state/commands/press.ts'
import { latinKeyAt, type LayoutScript } from '#shared/pressed-key.ts'

export type KeyboardPlatform = 'windows' | 'mac' | 'linux'

/** The characters of a layout in the order of `places`; `◌` is a dead key, `·` a key without a character. */
export interface KeyboardLayout {
  readonly name: string
  readonly platforms: readonly KeyboardPlatform[]
  readonly script: LayoutScript
  readonly plain: string
  readonly shift: string
  /** Characters with AltGr, or Option on a Mac, by place. */
  readonly third?: Readonly<Record<string, string>>
  /** Characters with Shift and AltGr, or Option, by place. */
  readonly fourth?: Readonly<Record<string, string>>
}

/** The character keys of the main block, row by row. */
export const places = [
  ...['Backquote', 'Digit1', 'Digit2', 'Digit3', 'Digit4', 'Digit5', 'Digit6', 'Digit7', 'Digit8', 'Digit9', 'Digit0'],
  ...['Minus', 'Equal'],
  ...'QWERTYUIOP'.split('').map((letter) => `Key${letter}`),
  ...['BracketLeft', 'BracketRight'],
  ...'ASDFGHJKL'.split('').map((letter) => `Key${letter}`),
  ...['Semicolon', 'Quote', 'Backslash', 'IntlBackslash'],
  ...'ZXCVBNM'.split('').map((letter) => `Key${letter}`),
  ...['Comma', 'Period', 'Slash', 'IntlRo'],
]

const desktop = ['windows', 'linux'] as const
const german = { Digit2: '²', Digit3: '³', Digit7: '{', Digit8: '[', Digit9: ']', Digit0: '}', Minus: '\\', KeyQ: '@' }
const nordic = { Digit2: '@', Digit3: '£', Digit4: '$', Digit7: '{', Digit8: '[', Digit9: ']', Digit0: '}', KeyE: '€' }
const french = { Digit2: '~', Digit3: '#', Digit4: '{', Digit5: '[', Digit6: '|', Digit7: '`', Digit8: '\\' }

/** Twelve layouts as their systems define them, some in a version for each system. */
export const layouts: readonly KeyboardLayout[] = [
  {
    name: 'US',
    platforms: ['windows', 'mac', 'linux'],
    script: 'latin',
    plain: "` 1 2 3 4 5 6 7 8 9 0 - = q w e r t y u i o p [ ] a s d f g h j k l ; ' \\ · z x c v b n m , . / ·",
    shift: '~ ! @ # $ % ^ & * ( ) _ + Q W E R T Y U I O P { } A S D F G H J K L : " | · Z X C V B N M < > ? ·',
  },
  {
    name: 'UK',
    platforms: desktop,
    script: 'latin',
    plain: "` 1 2 3 4 5 6 7 8 9 0 - = q w e r t y u i o p [ ] a s d f g h j k l ; ' # \\ z x c v b n m , . / ·",
    shift: '¬ ! " £ $ % ^ & * ( ) _ + Q W E R T Y U I O P { } A S D F G H J K L : @ ~ | Z X C V B N M < > ? ·',
    third: { Digit4: '€', KeyE: 'é', KeyA: 'á', KeyI: 'í', KeyO: 'ó', KeyU: 'ú' },
    fourth: { KeyE: 'É', KeyA: 'Á', KeyI: 'Í', KeyO: 'Ó', KeyU: 'Ú' },
  },
  {
    name: 'UK of a Mac',
    platforms: ['mac'],
    script: 'latin',
    plain: "§ 1 2 3 4 5 6 7 8 9 0 - = q w e r t y u i o p [ ] a s d f g h j k l ; ' \\ ` z x c v b n m , . / ·",
    shift: '± ! @ £ $ % ^ & * ( ) _ + Q W E R T Y U I O P { } A S D F G H J K L : " | ~ Z X C V B N M < > ? ·',
    third: { Digit2: '€', Digit3: '#', KeyN: '◌', KeyE: '◌', KeyU: '◌', KeyR: '®', KeyO: 'ø', KeyA: 'å', KeyS: 'ß' },
    fourth: { KeyA: 'Å', KeyO: 'Ø', Slash: '¿' },
  },
  {
    name: 'German',
    platforms: desktop,
    script: 'latin',
    plain: '◌ 1 2 3 4 5 6 7 8 9 0 ß ◌ q w e r t z u i o p ü + a s d f g h j k l ö ä # < y x c v b n m , . - ·',
    shift: '° ! " § $ % & / ( ) = ? ◌ Q W E R T Z U I O P Ü * A S D F G H J K L Ö Ä \' > Y X C V B N M ; : _ ·',
    third: { ...german, KeyE: '€', BracketRight: '~', IntlBackslash: '|', KeyM: 'µ' },
  },
  {
    name: 'German of a Mac',
    platforms: ['mac'],
    script: 'latin',
    plain: '< 1 2 3 4 5 6 7 8 9 0 ß ◌ q w e r t z u i o p ü + a s d f g h j k l ö ä # ◌ y x c v b n m , . - ·',
    shift: '> ! " § $ % & / ( ) = ? ◌ Q W E R T Z U I O P Ü * A S D F G H J K L Ö Ä \' ° Y X C V B N M ; : _ ·',
    third: {
      Digit5: '[',
      Digit6: ']',
      Digit7: '|',
      Digit8: '{',
      Digit9: '}',
      KeyL: '@',
      KeyN: '◌',
      KeyE: '€',
      KeyR: '®',
    },
    fourth: { Digit7: '\\', KeyE: '‰', KeyR: '¸' },
  },
  {
    name: 'French',
    platforms: desktop,
    script: 'latin',
    plain: '² & é " \' ( - è _ ç à ) = a z e r t y u i o p ◌ $ q s d f g h j k l m ù * < w x c v b n , ; : ! ·',
    shift: '· 1 2 3 4 5 6 7 8 9 0 ° + A Z E R T Y U I O P ◌ £ Q S D F G H J K L M % µ > W X C V B N ? . / § ·',
    third: { ...french, Digit9: '^', Digit0: '@', Minus: ']', Equal: '}', KeyE: '€', BracketRight: '¤' },
  },
  {
    name: 'French of a Mac',
    platforms: ['mac'],
    script: 'latin',
    plain: '@ & é " \' ( § è ! ç à ) - a z e r t y u i o p ◌ $ q s d f g h j k l m ù ` < w x c v b n , ; : = ·',
    shift: '# 1 2 3 4 5 6 7 8 9 0 ° _ A Z E R T Y U I O P ◌ * Q S D F G H J K L M % £ > W X C V B N ? . / + ·',
    third: { Digit5: '{', Minus: '}', KeyN: '◌', KeyL: '¬', KeyE: 'ê', KeyR: '®', Period: '÷' },
    fourth: { Digit5: '[', Minus: ']', KeyL: '|', Period: '\\', KeyE: 'Ê' },
  },
  {
    name: 'Norwegian',
    platforms: desktop,
    script: 'latin',
    plain: "| 1 2 3 4 5 6 7 8 9 0 + \\ q w e r t y u i o p å ◌ a s d f g h j k l ø æ ' < z x c v b n m , . - ·",
    shift: '§ ! " # ¤ % & / ( ) = ? ◌ Q W E R T Y U I O P Å ◌ A S D F G H J K L Ø Æ * > Z X C V B N M ; : _ ·',
    third: nordic,
  },
  {
    name: 'Norwegian of a Mac',
    platforms: ['mac'],
    script: 'latin',
    plain: "< 1 2 3 4 5 6 7 8 9 0 + ◌ q w e r t y u i o p å ◌ a s d f g h j k l ø æ @ ' z x c v b n m , . - ·",
    shift: '> ! " # € % & / ( ) = ? ◌ Q W E R T Y U I O P Å ◌ A S D F G H J K L Ø Æ * § Z X C V B N M ; : _ ·',
    third: { Digit4: '$', Digit7: '|', Digit8: '[', Digit9: ']', KeyN: '◌', KeyE: 'é', KeyA: '' },
    fourth: { Digit7: '\\', Digit8: '{', Digit9: '}' },
  },
  {
    name: 'Russian',
    platforms: desktop,
    script: 'other',
    plain: 'ё 1 2 3 4 5 6 7 8 9 0 - = й ц у к е н г ш щ з х ъ ф ы в а п р о л д ж э \\ · я ч с м и т ь б ю . ·',
    shift: 'Ё ! " № ; % : ? * ( ) _ + Й Ц У К Е Н Г Ш Щ З Х Ъ Ф Ы В А П Р О Л Д Ж Э / · Я Ч С М И Т Ь Б Ю , ·',
    third: { Digit8: '₽' },
  },
  {
    name: 'Russian of a Mac',
    platforms: ['mac'],
    script: 'other',
    plain: '] 1 2 3 4 5 6 7 8 9 0 - = й ц у к е н г ш щ з х ъ ф ы в а п р о л д ж э ё > я ч с м и т ь б ю / ·',
    shift: '[ ! " № % : , . ; ( ) _ + Й Ц У К Е Н Г Ш Щ З Х Ъ Ф Ы В А П Р О Л Д Ж Э Ё < Я Ч С М И Т Ь Б Ю ? ·',
    third: { KeyR: '®', KeyK: 'љ', KeyN: '~', KeyJ: '∆' },
  },
  {
    name: 'Greek',
    platforms: ['windows', 'mac', 'linux'],
    script: 'other',
    plain: "` 1 2 3 4 5 6 7 8 9 0 - = ; ς ε ρ τ υ θ ι ο π [ ] α σ δ φ γ η ξ κ λ ◌ ' \\ < ζ χ ψ ω β ν μ , . / ·",
    shift: '~ ! @ # $ % ^ & * ( ) _ + : ◌ Ε Ρ Τ Υ Θ Ι Ο Π { } Α Σ Δ Φ Γ Η Ξ Κ Λ ◌ " | > Ζ Χ Ψ Ω Β Ν Μ < > ? ·',
    third: { KeyE: '€' },
  },
  {
    name: 'Hebrew',
    platforms: ['windows', 'mac', 'linux'],
    script: 'other',
    plain: "; 1 2 3 4 5 6 7 8 9 0 - = / ' ק ר א ט ו ן ם פ ] [ ש ד ג כ ע י ח ל ך ף , \\ · ז ס ב ה נ מ צ ת ץ . ·",
    shift: '~ ! @ # $ % ^ & * ) ( _ + Q W E R T Y U I O P } { A S D F G H J K L : " | · Z X C V B N M > < ? ·',
    third: { Digit4: '₪', KeyE: '€' },
  },
  {
    name: 'Arabic',
    platforms: desktop,
    script: 'other',
    plain: 'ذ 1 2 3 4 5 6 7 8 9 0 - = ض ص ث ق ف غ ع ه خ ح ج د ش س ي ب ل ا ت ن م ك ط \\ · ئ ء ؤ ر لا ى ة و ز ظ ·',
    shift: 'ّ ! @ # $ % ^ & * ) ( _ + َ ً ُ ٌ لإ إ ‘ ÷ × ؛ < > ِ ٍ ] [ لأ أ ـ ، / : " | · ~ ْ } { لآ آ ’ , . ؟ ·',
  },
  {
    name: 'Arabic of a Mac',
    platforms: ['mac'],
    script: 'other',
    plain: '< ١ ٢ ٣ ٤ ٥ ٦ ٧ ٨ ٩ ٠ - = ض ص ث ق ف غ ع ه خ ح ج ة ش س ي ب ل ا ت ن م ك ؛ \\ ` ظ ط ذ د ز ر و ، . / ·',
    shift: '> ! @ # $ ٪ ^ & * ) ( _ + َ ً ِ ٍ ُ ٌ ْ ّ ] [ } { » « ى ؤ ئ ء أ إ آ : " | ~ ' + "' ‐ – ؛ ِ × ÷ > < ؟ ·",
  },
  {
    name: 'Thai',
    platforms: ['windows', 'mac', 'linux'],
    script: 'other',
    plain: '_ ๅ / - ภ ถ ุ ึ ค ต จ ข ช ๆ ไ ำ พ ะ ั ี ร น ย บ ล ฟ ห ก ด เ ้ ่ า ส ว ง ฃ · ผ ป แ อ ิ ื ท ม ใ ฝ ·',
    shift: '% + ๑ ๒ ๓ ๔ ู ฿ ๕ ๖ ๗ ๘ ๙ ๐ " ฎ ฑ ธ ํ ๊ ณ ฯ ญ ฐ , ฤ ฆ ฏ โ ฌ ็ ๋ ษ ศ ซ . ฅ · ( ) ฉ ฮ ฺ ์ ? ฒ ฬ ฦ ·',
  },
  {
    name: 'Hindi',
    platforms: ['windows', 'mac', 'linux'],
    script: 'other',
    plain: 'ॊ 1 2 3 4 5 6 7 8 9 0 - ृ ौ ै ा ी ू ब ह ग द ज ड ़ ो े ् ि ु प र क त च ट ॉ · ॆ ं म न व ल स , . य ·',
    shift: 'ऒ ऍ ॅ ्र र् ज्ञ त्र क्ष श्र ( ) ः ऋ औ ऐ आ ई ऊ भ ङ घ ध झ ढ ञ ओ ए अ इ उ फ ऱ ख थ छ ठ ऑ · ऎ ँ ण ऩ ऴ ळ श ष । य़ ·',
    third: { Digit1: '१', Digit2: '२', Digit4: '₹', KeyC: 'ॐ' },
  },
  {
    name: 'Japanese',
    platforms: ['windows', 'mac', 'linux'],
    script: 'latin',
    plain: '· 1 2 3 4 5 6 7 8 9 0 - ^ q w e r t y u i o p @ [ a s d f g h j k l ; : ] · z x c v b n m , . / \\',
    shift: '· ! " # $ % & \' ( ) 0 = ~ Q W E R T Y U I O P ` { A S D F G H J K L + * } · Z X C V B N M < > ? _',
  },
  {
    name: 'Japanese with kana',
    platforms: ['windows', 'linux'],
    script: 'other',
    plain:
      '· ぬ ふ あ う え お や ゆ よ わ ほ へ た て い す か ん な に ら せ ゛ ゜ ち と し は き く ま の り れ け む · つ さ そ ひ こ み も ね る め ろ',
    shift:
      '· ぬ ふ ぁ ぅ ぇ ぉ ゃ ゅ ょ を ほ へ た て ぃ す か ん な に ら せ ゛ 「 ち と し は き く ま の り れ け 」 · っ さ そ ひ こ み も 、 。 ・ ろ',
  },
]

export interface Held {
  readonly shift: boolean
  /** AltGr, or Option on a Mac. */
  readonly third: boolean
  /** Ctrl, or ⌘ on a Mac. */
  readonly mod: boolean
}

export interface LayoutPress {
  readonly held: Held
  readonly event: PressedKey
}

const alone: Held = { shift: false, third: false, mod: false }

/** A key press as a browser reports it. Windows reports AltGr as Ctrl and Alt, which hides an additional Ctrl. */
export function pressOf(
  platform: KeyboardPlatform,
  { key, code, held }: { readonly key: string; readonly code: string; readonly held: Held },
): PressedKey {
  const isAltGr = held.third && platform !== 'mac'
  const isControl = held.mod && platform !== 'mac'
  return {
    key,
    code,
    keyCode: 0,
    shiftKey: held.shift,
    ctrlKey: isControl || (isAltGr && platform === 'windows'),
    altKey: held.third && platform !== 'linux',
    metaKey: held.mod && platform === 'mac',
    isComposing: false,
    repeat: false,
    getModifierState: (name) => name === 'AltGraph' && isAltGr,
  }
}

function signsOf(layout: KeyboardLayout, held: Held): ReadonlyMap<string, string> {
  const { plain, shift, third = {}, fourth = {} } = layout
  if (held.third) return new Map(Object.entries(held.shift ? fourth : third).filter(([, sign]) => sign !== ''))
  const signs = (held.shift ? shift : plain).split(' ')
  if (signs.length !== places.length) throw new Error(`${layout.name}: ${signs.length} signs for ${places.length} keys`)
  return new Map(places.map((code, index) => [code, signs[index] ?? '·'] as const).filter(([, sign]) => sign !== '·'))
}

/** Every press on the main block of a layout. With ⌘ a Mac writes Latin letters on layouts without them. */
export function pressesOf(layout: KeyboardLayout, platform: KeyboardPlatform): readonly LayoutPress[] {
  const chords = [true, false].flatMap((shift) =>
    [true, false].flatMap((third) => [true, false].map((mod) => ({ shift, third, mod }))),
  )
  return chords
    .filter(({ third, mod }) => platform !== 'windows' || !(third && mod))
    .flatMap((held) =>
      [...signsOf(layout, held)].map(([code, sign]) => {
        const isLatin = platform === 'mac' && held.mod && !held.third && layout.script === 'other'
        const key = sign === '◌' ? 'Dead' : isLatin ? (latinKeyAt({ code, shiftKey: held.shift }) ?? sign) : sign
        return { held, event: pressOf(platform, { key, code, held }) }
      }),
    )
}

/** Presses of keys that are the same on every layout. */
export function namedPresses(platform: KeyboardPlatform): readonly LayoutPress[] {
  const names = ['Enter', 'Escape', 'Delete', 'Home', 'End', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
  const held = [true, false].flatMap((shift) => [true, false].map((mod) => ({ ...alone, shift, mod })))
  const withAlt = names.map((key) => ({
    held: alone,
    event: { ...pressOf(platform, { key, code: key, held: alone }), altKey: true },
  }))
  return [
    ...names.flatMap((key) =>
      held.map((each) => ({ held: each, event: pressOf(platform, { key, code: key, held: each }) })),
    ),
    ...withAlt,
  ]
}
