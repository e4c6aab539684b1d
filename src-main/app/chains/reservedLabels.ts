/** Labels of chains that read like those of the sandbox's two wallets, in any of the app's languages. */

const RESERVED: ReadonlySet<string> = new Set([
  ...['sandbox', 'sandkasten', 'entornodepruebas', 'cajadearena'],
  ...['friend', 'freund', 'freundin', 'amigo', 'amiga'],
])

/** Letters and digits that look like a Latin letter, small ones only. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑ@4',
    b: 'ьвßƅ',
    c: 'сϲ',
    d: 'ԁɗ',
    e: 'еєεҽ3',
    f: 'ғƒ',
    g: 'ɡց',
    i: 'іιıɩ1!|l',
    j: 'јϳ',
    k: 'кκ',
    m: 'мṃ',
    n: 'пηո',
    o: 'оοσօ0ө',
    p: 'рρ',
    r: 'гɾ',
    s: 'ѕ5$',
    t: 'тτ',
    u: 'υս',
    v: 'ѵν',
    x: 'хχ×',
    y: 'уγ',
    z: 'ᴢ',
  }).flatMap(([letter, looks]) => [...looks].map((look) => [look, letter] as const)),
)

/** Reads a text as a hurried user does: without case, accents and width, and with lookalikes taken for what they look like. */
function readHurriedly(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...plain].map((character) => LOOKALIKES.get(character) ?? character).join('')
}

const RESERVED_READINGS: ReadonlySet<string> = new Set([...RESERVED].map(readHurriedly))

/** Returns true for a label that is one of the words, has one of them as a word, or is one with blanks or marks in between. */
export function readsLikeSandbox(label: string): boolean {
  // A mark may stand for a letter, or for nothing.
  const readings = [label, label.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')].map(readHurriedly)
  const words = readings.flatMap((reading) => [reading.replace(/[^\p{L}]/gu, ''), ...reading.split(/[^\p{L}]+/u)])
  return words.some((word) => RESERVED_READINGS.has(word))
}
