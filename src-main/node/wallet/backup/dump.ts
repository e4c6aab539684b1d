import { MAX_LABEL } from '#shared/rpc/methods/addressViews.ts'
import { decodeWif, encodeAddress, encodeWif } from '../../script/index.ts'
import { mapped, type Steps, sorted } from '../../util/runInSlices.ts'
import type { DumpedKey, WalletKey } from '../keys/index.ts'

/** Key read from a dump. */
export interface ReadKey {
  readonly secret: Uint8Array
  readonly compressed: boolean
  /** null for change keys and keys in the key pool */
  readonly label: string | null
  /** true for a key in the key pool that was never handed out */
  readonly reserve: boolean
  /** unix seconds, or undefined if missing */
  readonly created: number | undefined
}

export interface DumpFrame {
  /** unix seconds */
  readonly time: number
  readonly tip: { readonly height: number; readonly hashHex: string; readonly time: number }
  /** what the wallet has and the dump lacks; a comment lists it */
  readonly omitted?: readonly string[]
}

/** Each character has at most four bytes, and each byte is encoded as at most three characters. */
const MAX_ENCODED_LENGTH = MAX_LABEL * 12

/** A line has a key, a time, a label and an address. Longer lines are cut. */
const MAX_LINE_LENGTH = MAX_ENCODED_LENGTH + 1000

const timeText = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

/** Encodes spaces, percent signs and non-ASCII bytes as %hh. */
function encodeLabel(label: string): string {
  return [...Buffer.from(label, 'utf8')]
    .map((byte) =>
      byte <= 32 || byte >= 128 || byte === 0x25 ? `%${byte.toString(16).padStart(2, '0')}` : String.fromCharCode(byte),
    )
    .join('')
}

/** Decodes an untrusted label: reads at most the length of a maximum label and cuts longer ones. */
function decodeLabel(text: string): string {
  const latin = text
    .slice(0, MAX_ENCODED_LENGTH)
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [...Buffer.from(latin, 'latin1').toString('utf8')].slice(0, MAX_LABEL).join('')
}

/** Keys written per event-loop slice. Reading a secret takes 0.05 ms, or twice that in an encrypted wallet. */
const KEYS_PER_SLICE = 100

function dumpLine({ secret, pubkey, hash, created, label, reserve }: Omit<DumpedKey, 'path' | 'source'>): string {
  const wif = encodeWif({ privateKey: secret, compressed: pubkey.length === 33 })
  const use = reserve ? 'reserve=1' : label === null ? 'change=1' : `label=${encodeLabel(label)}`
  return `${wif} ${timeText(created)} ${use} # addr=${encodeAddress({ type: 1, hash })}`
}

/**
 * Writes all keys in the format of komodod's dumpwallet: oldest first, one per line, with time, use and address.
 * @param dumped called for one key at a time; each secret is written before the next is read
 */
export function* writeDump<Key extends Pick<WalletKey, 'created'>>(
  keys: readonly Key[],
  dumped: (key: Key) => Omit<DumpedKey, 'path' | 'source'>,
  { time, tip, omitted = [] }: DumpFrame,
): Steps<string> {
  const oldestFirst = yield* sorted(keys, (a, b) => a.created - b.created)
  const chunks = Array.from({ length: Math.ceil(keys.length / KEYS_PER_SLICE) }, (_, at) => at * KEYS_PER_SLICE)
  // Join chunk by chunk: joining a hundred thousand lines at once takes a tenth of a second.
  const texts = yield* mapped(chunks, 1, (at) =>
    oldestFirst
      .slice(at, at + KEYS_PER_SLICE)
      .map((key) => dumpLine(dumped(key)))
      .join('\n'),
  )
  return [
    '# Wallet dump created by Chainwright',
    `# * Created on ${timeText(time)}`,
    `# * Best block at time of backup was ${tip.height} (${tip.hashHex}),`,
    `#   mined on ${timeText(tip.time)}`,
    ...(omitted.length === 0 ? [] : [`# * Not in this file: ${omitted.join(', ')}`]),
    '',
    ...texts,
    '',
    '# End of dump',
    '',
  ].join('\n')
}

/**
 * Returns the keys of a dump, with labels of at most MAX_LABEL characters. Lines without a transparent key of this
 * chain family are skipped, as in the reference.
 */
export function readDump(text: string): ReadKey[] {
  return text.split(/\r?\n/).flatMap((whole) => {
    const line = whole.slice(0, MAX_LINE_LENGTH)
    if (line === '' || line.startsWith('#')) return []
    const [wif = '', time, ...words] = line.split(' ')
    const key = time === undefined ? undefined : decodeWif(wif)
    if (!key) return []
    const comment = words.findIndex((word) => word.startsWith('#'))
    const marks = comment < 0 ? words : words.slice(0, comment)
    const unnamed = marks.some((word) => word === 'change=1' || word === 'reserve=1')
    const named = marks.find((word) => word.startsWith('label='))
    const seconds = Date.parse(time ?? '') / 1000
    return [
      {
        secret: key.privateKey,
        compressed: key.compressed,
        label: named === undefined && unnamed ? null : decodeLabel(named?.slice('label='.length) ?? ''),
        reserve: marks.includes('reserve=1'),
        created: Number.isFinite(seconds) ? seconds : undefined,
      },
    ]
  })
}
