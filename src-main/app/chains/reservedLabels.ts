/** Detects chain labels that read like those of the sandbox's two wallets, in any of the app's languages. */

const RESERVED: ReadonlySet<string> = new Set([
  ...['sandbox', 'sandkasten', 'entornodepruebas', 'cajadearena'],
  ...['friend', 'freund', 'freundin', 'amigo', 'amiga'],
])

/** Lower-case letters, digits and symbols that look like a Latin letter. */
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

/**
 * Normalises a text as a hurried user reads it: ignores case, accents and width, and replaces lookalikes with Latin
 * letters.
 */
function readHurriedly(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...plain].map((character) => LOOKALIKES.get(character) ?? character).join('')
}

const RESERVED_READINGS: ReadonlySet<string> = new Set([...RESERVED].map(readHurriedly))

/**
 * Returns true if the label is a reserved word, contains one as a word, or is one with blanks or punctuation in
 * between.
 */
export function readsLikeSandbox(label: string): boolean {
  // A punctuation mark may stand for a letter, or for nothing.
  const readings = [label, label.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')].map(readHurriedly)
  const words = readings.flatMap((reading) => [reading.replace(/[^\p{L}]/gu, ''), ...reading.split(/[^\p{L}]+/u)])
  return words.some((word) => RESERVED_READINGS.has(word))
}
