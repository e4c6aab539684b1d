/** The recorded folder of a komodod, for tests that move it in. */
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readVector, readVectorFile } from '../../src-main/node/testing/index.ts'

const VECTOR = 'walletdat/datadir'
const TAR_BLOCK = 512

/** Options of the recorded chain, which stand nowhere in its folder. */
export const OLD_CHAIN = ['-ac_name=MOVE', '-ac_supply=1000000', '-ac_reward=100000000', '-ac_cc=2', '-regtest']

/** Replies of komodod before its folder was recorded. */
export interface RecordedReplies {
  readonly addresses: Readonly<Record<string, string>>
  readonly getbestblockhash: string
  readonly getblockcount: number
  readonly getbalance: string
  readonly tokenlist: readonly string[]
  readonly tokenbalance: Readonly<Record<string, Readonly<Record<string, { readonly balance: number }>>>>
  readonly getaddressbalance: Readonly<Record<string, object>>
  readonly listtransactions: readonly RecordedEntry[]
  readonly keys: readonly (readonly unknown[])[]
}

interface RecordedEntry {
  readonly txid: string
  readonly category: string
  readonly amount: string
  readonly vout: number
  readonly address: string
}

export const readRecordedReplies = (): RecordedReplies =>
  JSON.parse(readVector(`${VECTOR}/expected.json`)) as RecordedReplies

/** Unpacks the folder below `parent`. Returns the folder with the conf file. @param shuffled blocks in another order */
export function unpackOldFolder(parent: string, shuffled = false): string {
  const bytes = gunzipSync(readVectorFile(`${VECTOR}/datadir.tar.gz`))
  for (let at = 0; at + TAR_BLOCK <= bytes.length; ) {
    const text = (from: number, length: number) =>
      bytes.toString('latin1', at + from, at + from + length).replace(/\0.*$/s, '')
    const [name, size, kind] = [text(0, 100), Number.parseInt(text(124, 12), 8) || 0, text(156, 1)]
    at += TAR_BLOCK
    const path = join(parent, name)
    if (kind === '0' && name !== '') {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes.subarray(at, at + size))
      // Files of a stopped daemon do not change.
      utimesSync(path, 1_795_502_100, 1_795_502_100)
    }
    at += Math.ceil(size / TAR_BLOCK) * TAR_BLOCK
  }
  const folder = join(parent, 'MOVE')
  for (const name of shuffled ? ['blk00000.dat', 'blk00001.dat'] : []) {
    writeFileSync(join(folder, 'regtest/blocks', name), gunzipSync(readVectorFile(`${VECTOR}/shuffled/${name}.gz`)))
  }
  return folder
}

/** Reads RPC user, password and port as scripts of users do. */
export function readConfAccess(conf: string) {
  const values = new Map(
    readFileSync(conf, 'utf8')
      .split('\n')
      .map((line) => line.split('=', 2) as [string, string]),
  )
  const value = (name: string) => values.get(name) ?? ''
  return { user: value('rpcuser'), password: value('rpcpassword'), port: Number(value('rpcport')) }
}
