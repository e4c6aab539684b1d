import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import * as convert from '#shared/rpc/convert.ts'
import type { CallContext } from '#shared/rpc/define.ts'
import { defineHandlers } from '#shared/rpc/defineHandlers.ts'
import type { AddressQueries } from '../../addressIndex/index.ts'
import type { Chain } from '../../chain/index.ts'
import type { ContractIndexes } from '../../contracts/index.ts'
import { hash160, secp256k1 } from '../../crypto/index.ts'
import { encodeAddress } from '../../script/index.ts'
import { hashKey } from '../../util/index.ts'
import { type KeyHistory, type OldKeyCandidate, readOldSecret, scanKeyHistories, type Wallet } from '../index.ts'
import { windowOnly } from './backup.ts'
import { needWallet } from './walletTx.ts'

interface OldKeysDeps {
  readonly chain: Chain
  readonly wallet: Wallet | undefined
  readonly addressIndex: Pick<AddressQueries, 'summary'> | undefined
  readonly contractIndexes: { readonly tokens: Pick<ContractIndexes['tokens'], 'holdings'> } | undefined
}

const COMPRESSED_LENGTH = 33

const readingId = ({ reading, text }: OldKeyCandidate) => (text === 'given' ? reading : `${reading}-${text}`)

const toPubkey = ({ key }: OldKeyCandidate) => secp256k1.publicKey(key.privateKey, key.compressed)

const toAddress = (hash: Uint8Array) => encodeAddress({ type: 1, hash })

/** Returns the named candidates. @throws RpcError unless every name is one of theirs */
function findChosen(candidates: readonly OldKeyCandidate[], names: readonly string[]): readonly OldKeyCandidate[] {
  const wanted = new Set(names)
  const chosen = candidates.filter((each) => wanted.has(readingId(each)))
  if (chosen.length > 0 && chosen.length === wanted.size) return chosen
  throw new RpcError(RPC_ERROR.INVALID_PARAMETER, 'Invalid parameter, readings must name readings of this text')
}

/** Creates handlers that read a passphrase, phrase or key of another wallet, and import what the user chose of it. */
export function createOldKeyHandlers(deps: OldKeysDeps) {
  const { chain, addressIndex, contractIndexes } = deps
  const open = () => needWallet(deps.wallet)
  const createProgress =
    ({ progress }: CallContext) =>
    (done: number, total: number) =>
      progress?.({ done, total, unit: 'blocks' })

  const readHistories = async (
    hashes: readonly Uint8Array[],
    context: CallContext,
  ): Promise<ReadonlyMap<string, KeyHistory>> => {
    if (!addressIndex) {
      const options = { signal: context.signal, onProgress: createProgress(context) }
      return scanKeyHistories(chain, new Set(hashes.map((hash) => hashKey(hash))), options)
    }
    return new Map(
      hashes.flatMap((hash) => {
        const summary = addressIndex.summary({ type: 1, hash })
        return summary ? [[hashKey(hash), summary] as const] : []
      }),
    )
  }
  const timeAt = (height: number | undefined) => (height === undefined ? null : (chain.byHeight(height)?.time ?? null))

  const describe = async (candidates: readonly OldKeyCandidate[], context: CallContext) => {
    const keys = candidates.map((candidate) => {
      const pubkey = toPubkey(candidate)
      return { candidate, pubkey, hash: hash160(pubkey) }
    })
    const histories = await readHistories(
      keys.map(({ hash }) => hash),
      context,
    )
    return keys.map(({ candidate, pubkey, hash }) => {
      const history = histories.get(hashKey(hash))
      const held = pubkey.length === COMPRESSED_LENGTH ? contractIndexes?.tokens.holdings(pubkey) : undefined
      return {
        ...{ id: readingId(candidate), reading: candidate.reading, text: candidate.text, address: toAddress(hash) },
        ...{ balance: history?.balance ?? 0n, transactions: history?.transactions ?? 0 },
        ...{ first: timeAt(history?.first), last: timeAt(history?.last) },
        ...{ tokens: [...(held ?? [])].length, inwallet: open().keys.has(pubkey) },
      }
    })
  }

  return defineHandlers({
    async inspectpassphrase({ text }, context) {
      windowOnly(context)
      open()
      const found = await readOldSecret(text)
      try {
        const readings = await describe(found.candidates, context)
        const { hints, prefix, shielded } = found
        return { readings, hints: [...hints], prefix, shielded, height: chain.tip().height }
      } finally {
        found.wipe()
      }
    },
    async importpassphrase({ text, label, rescan, readings }, context) {
      windowOnly(context)
      const wallet = open()
      wallet.keys.requireOpen()
      const found = await readOldSecret(text)
      try {
        const chosen = findChosen(found.candidates, readings.map(convert.asString))
        const imported = chosen.map(({ key }) => wallet.keys.import(key.privateKey, key.compressed, label))
        if (rescan && imported.some(({ added }) => added)) {
          await wallet.rescan(0, { signal: context.signal, onProgress: createProgress(context) })
        }
        return { addresses: imported.map(({ key }) => toAddress(key.hash)) }
      } finally {
        found.wipe()
      }
    },
  })
}
