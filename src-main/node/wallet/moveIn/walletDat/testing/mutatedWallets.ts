import { fitsPublicKey } from '../secretKeyDer.ts'
import { WalletDatError } from '../walletDatError.ts'
import { readBytes, recordedBytes } from './recordedWallets.ts'

type Draw = (below: number) => number

interface Subject {
  readonly name: string
  readonly bytes: Uint8Array
  readonly pageSize: number
  readonly keys: number
}

/** Wallets to mutate, and how often each is drawn: large ones take longer. */
const SUBJECTS: readonly (readonly [file: string, pageSize: number, weight: number])[] = [
  ['plain/wallet.dat', 4096, 8],
  ['labels/wallet.dat', 4096, 8],
  ['bigtx/wallet.dat', 4096, 4],
  ['encrypted/wallet.dat', 4096, 8],
  ['encrypted_middle/wallet.dat', 4096, 8],
  ['killed_now/wallet.dat', 4096, 4],
  ['running_copy/wallet.dat', 4096, 4],
  ['shielded/wallet.dat', 4096, 8],
  ['synthetic_plain/wallet.dat', 4096, 8],
  ['synthetic_encrypted/wallet.dat', 4096, 8],
  ['containers/page512.dat', 512, 8],
  ['containers/page65536.dat', 65536, 2],
  ['containers/bigendian.dat', 4096, 8],
  ['containers/checksum.dat', 4096, 4],
  ['containers/recnum.dat', 4096, 4],
  ['damage_base/wallet.dat', 4096, 4],
]
/** Offsets and lengths of the header fields of a page, and of further ones of a metadata page. */
const PAGE_FIELDS = [
  [0, 4],
  [4, 4],
  [8, 4],
  [12, 4],
  [16, 4],
  [20, 2],
  [22, 2],
  [24, 1],
  [25, 1],
  [26, 2],
] as const
const META_FIELDS = [
  [12, 4],
  [16, 4],
  [20, 4],
  [24, 1],
  [25, 1],
  [26, 1],
  [28, 4],
  [32, 4],
  [36, 4],
  [48, 4],
  [88, 4],
] as const
const BOUNDARIES = [
  0, 1, 2, 3, 5, 7, 9, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x1000000, 0x7fffffff, 0x80000000, 0xffffffff,
]

type Mutation = (bytes: Uint8Array, subject: Subject, draw: Draw) => Uint8Array

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  bytes(bytes, _, draw) {
    for (let left = 1 + draw(8); left > 0; left--) bytes[draw(bytes.length)] = draw(256)
    return bytes
  },
  bit(bytes, _, draw) {
    bytes[draw(bytes.length)]! ^= 1 << draw(8)
    return bytes
  },
  header(bytes, { pageSize }, draw) {
    setField(bytes, draw(bytes.length / pageSize) * pageSize, PAGE_FIELDS[draw(PAGE_FIELDS.length)]!, draw)
    return bytes
  },
  meta(bytes, { pageSize }, draw) {
    setField(bytes, draw(2) * 2 * pageSize, META_FIELDS[draw(META_FIELDS.length)]!, draw)
    return bytes
  },
  offset(bytes, { pageSize }, draw) {
    setField(bytes, draw(bytes.length / pageSize) * pageSize, [26 + 2 * draw(40), 2], draw)
    return bytes
  },
  item(bytes, { pageSize }, draw) {
    const page = draw(bytes.length / pageSize) * pageSize
    const at = page + 26 + 2 * draw(40)
    const item = page + (bytes[at]! | (bytes[at + 1]! << 8))
    if (item + 12 <= bytes.length)
      setField(
        bytes,
        item,
        (
          [
            [0, 2],
            [2, 1],
            [4, 4],
            [8, 4],
          ] as const
        )[draw(4)]!,
        draw,
      )
    return bytes
  },
  copy(bytes, { pageSize }, draw) {
    const [from, to] = [draw(bytes.length / pageSize), draw(bytes.length / pageSize)]
    bytes.copyWithin(to * pageSize, from * pageSize, (from + 1) * pageSize)
    // With the right page number the copy is found by following links only.
    if (draw(2) === 0) new DataView(bytes.buffer).setUint32(to * pageSize + 8, to, true)
    return bytes
  },
  zero(bytes, _, draw) {
    const start = draw(bytes.length)
    return bytes.fill(draw(2) === 0 ? 0 : 0xff, start, start + 1 + draw(5000))
  },
  cut: (bytes, _, draw) => bytes.slice(0, draw(bytes.length)),
  several(bytes, subject, draw) {
    for (let left = 2 + draw(4); left > 0; left--)
      MUTATIONS[['bytes', 'header', 'meta', 'offset', 'item', 'copy'][draw(6)]!]!(bytes, subject, draw)
    return bytes
  },
}
const KINDS = Object.keys(MUTATIONS)

function setField(bytes: Uint8Array, page: number, [at, length]: readonly [number, number], draw: Draw): void {
  const value = draw(2) === 0 ? BOUNDARIES[draw(BOUNDARIES.length)]! : draw(2 ** 32)
  for (let i = 0; i < length && page + at + i < bytes.length; i++) bytes[page + at + i] = Math.floor(value / 256 ** i)
}

/** Result of one mutated file, for a tally. */
export interface MutatedRun {
  readonly file: string
  readonly mutation: string
  /** `read`, how the keys were rescued, or the code of the error */
  readonly outcome: string
}

/** Reads mutated wallets, and throws if one does harm. */
export function createWalletFuzz(): { run(draw: Draw): MutatedRun } {
  const subjects = SUBJECTS.flatMap(([file, pageSize, weight]) => {
    const bytes = recordedBytes(file)
    const subject: Subject = { name: file, bytes, pageSize, keys: readBytes(bytes).keys.length }
    return Array<Subject>(weight).fill(subject)
  })
  return {
    run(draw) {
      const subject = subjects[draw(subjects.length)]!
      const mutation = KINDS[draw(KINDS.length)]!
      const bytes = MUTATIONS[mutation]!(subject.bytes.slice(), subject, draw)
      return { file: subject.name, mutation, outcome: readMutated(bytes, subject) }
    },
  }
}

/** @throws Error if the file is read wrongly, or keys are lost without a warning */
function readMutated(bytes: Uint8Array, { keys, name }: Subject): string {
  try {
    const wallet = readBytes(bytes)
    for (const { secret, pubkey } of wallet.keys)
      if (secret !== null && !fitsPublicKey(secret, pubkey))
        throw new Error(`${name}: a key does not fit its public key`)
    if (wallet.keys.length < keys && wallet.warnings.length === 0)
      throw new Error(`${name}: ${keys - wallet.keys.length} keys lost without a warning`)
    return wallet.rescued === 'no' ? 'read' : wallet.rescued
  } catch (error) {
    if (error instanceof WalletDatError) return error.code
    throw error
  }
}
